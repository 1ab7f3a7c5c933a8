/** What a node of a workflow's graph stands for. */
export type GraphNodeKind = "step" | "parallel" | "subskill" | "topic" | "terminal";

/** Why a run goes from one node to another. */
export type GraphEdgeReason = "next" | "branch" | "function" | "max-visits" | "error" | "return";

/** A node: ids are step names, `subskill:<name>`, `topic:<name>` and `__terminal__`. */
export interface GraphNode {
  readonly id: string;
  readonly kind: GraphNodeKind;
  /** As people know it. */
  readonly name: string;
  readonly hasPrompt: boolean;
  readonly hasAction: boolean;
  readonly destructive: boolean;
  readonly maxVisits?: number;
  /** The steps of a sub-skill. */
  readonly graph?: WorkflowGraph;
}

/** A way from a node to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly reason: GraphEdgeReason;
  readonly label?: string;
  /** A function decides; this target was found by reading its source and calling it with sample values. */
  readonly inferred?: true;
}

/** A target that is nowhere. */
export interface UnresolvedTarget {
  readonly from: string;
  readonly target: string;
  readonly reason: GraphEdgeReason;
  readonly inferred?: true;
}

/** A workflow's graph as plain data: `JSON.stringify` shows all of it. */
export interface WorkflowGraph {
  readonly name: string;
  readonly entry: string;
  /** Steps in the order of their declaration, then sub-skills, topics, and the end if anything leads there. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly unresolved: readonly UnresolvedTarget[];
  /** Nodes whose `next` is a function of which no target could be found. */
  readonly opaque: readonly string[];
}

/** The id of the end. */
export const TERMINAL_ID = "__terminal__";
