import type {
  AnyNext,
  AnyStepConfig,
  DefinedStep,
  Terminal,
  WorkflowDefinition,
} from "../define/workflow-definition.ts";
import { sampleTargets } from "../lint/sample-targets.ts";
import { createSampleWorld } from "../lint/sample-world.ts";
import { conditionLabel } from "./branch-label.ts";
import {
  type GraphEdge,
  type GraphEdgeReason,
  type GraphNode,
  TERMINAL_ID,
  type UnresolvedTarget,
  type WorkflowGraph,
} from "./graph-data.ts";
import { mentionsTerminal, sourceLiterals } from "./source-targets.ts";

/** The graph of a workflow. Functions that decide are called with sample values; they must not do more than decide. */
export function workflowGraph(definition: WorkflowDefinition): WorkflowGraph {
  const world = createSampleWorld(definition);
  const edges: GraphEdge[] = [];
  const unresolved: UnresolvedTarget[] = [];
  const opaque: string[] = [];
  const has = (id: string): boolean =>
    id === TERMINAL_ID ||
    Object.hasOwn(definition.steps, id) ||
    (id.startsWith("subskill:") && Object.hasOwn(definition.subskills, id.slice("subskill:".length))) ||
    (id.startsWith("topic:") && Object.hasOwn(definition.topics, id.slice("topic:".length)));

  const add = (from: string, target: string | Terminal, reason: GraphEdgeReason, label?: string): void => {
    const to = idOf(target, from);
    const inferred = reason === "function" ? ({ inferred: true } as const) : {};
    if (!has(to)) unresolved.push({ from, target: to, reason, ...inferred });
    else if (
      !edges.some((edge) => edge.from === from && edge.to === to && edge.reason === reason && edge.label === label)
    )
      edges.push({ from, to, reason, ...(label !== undefined && { label }), ...inferred });
  };

  const lead = (from: string, next: AnyNext | undefined, plain: "next" | "return"): void => {
    if (next === undefined || next === null) return;
    if (typeof next === "function") {
      const literals = sourceLiterals(next).filter((text) => text === "self" || has(text));
      const called = sampleTargets(world, from, next);
      const targets = new Set<string | Terminal>([...called, ...literals]);
      if (mentionsTerminal(next) && !called.some((target) => typeof target !== "string"))
        targets.add({ terminal: true });
      if (targets.size === 0) opaque.push(from);
      for (const target of targets) add(from, target, "function");
    } else if (isBranches(next)) {
      for (const [index, { to, when }] of next.entries()) {
        const label = when !== undefined ? conditionLabel(when, index) : next.length > 1 ? "otherwise" : undefined;
        add(from, to, "branch", label);
      }
    } else add(from, next, plain);
  };

  for (const [name, step] of Object.entries(definition.steps)) {
    lead(name, step.next, "next");
    if (step.onMaxVisits !== undefined) add(name, step.onMaxVisits, "max-visits", "too many visits");
    if (step.onError !== undefined) add(name, step.onError, "error", "error");
  }
  for (const [name, { next }] of Object.entries(definition.subskills)) {
    const from = `subskill:${name}`;
    if (next === undefined) add(from, { terminal: true }, "return");
    else lead(from, next, "return");
  }
  return {
    name: definition.name,
    entry: definition.entry,
    nodes: nodesOf(definition, edges),
    edges,
    unresolved,
    opaque,
  };
}

function idOf(target: string | Terminal, from: string): string {
  if (typeof target === "string") return target === "self" ? from : target;
  return TERMINAL_ID;
}

function isBranches(next: AnyNext): next is Extract<AnyNext, readonly unknown[]> {
  return Array.isArray(next);
}

function nodesOf({ steps, subskills, topics }: WorkflowDefinition, edges: readonly GraphEdge[]): GraphNode[] {
  const isTarget = new Set(edges.map(({ to }) => to));
  const plain = { hasPrompt: false, hasAction: false, destructive: false };
  return [
    ...Object.entries(steps).map(([name, step]) => stepNode(name, step)),
    ...Object.entries(subskills).map(([name, { definition }]): GraphNode => ({
      id: `subskill:${name}`,
      kind: "subskill",
      name,
      ...plain,
      graph: workflowGraph(definition),
    })),
    ...Object.keys(topics).map((name): GraphNode => ({ id: `topic:${name}`, kind: "topic", name, ...plain })),
    ...(isTarget.has(TERMINAL_ID) ? [{ id: TERMINAL_ID, kind: "terminal", name: "end", ...plain } as const] : []),
  ];
}

function stepNode(name: string, step: DefinedStep): GraphNode {
  const parts = partsOf(step);
  return {
    id: name,
    kind: step.parallel === undefined ? "step" : "parallel",
    name,
    hasPrompt: step.prompt !== undefined || parts.length > 0,
    hasAction: step.action !== undefined || parts.some(({ action }) => action !== undefined),
    destructive: step.destructive === true || [step, ...parts].some(({ action }) => isDestructive(action)),
    ...(step.maxVisits !== undefined && { maxVisits: step.maxVisits }),
  };
}

/** The parts of a parallel step; none of any other. */
export function partsOf({ parallel }: AnyStepConfig): readonly Pick<AnyStepConfig, "prompt" | "action" | "response">[] {
  if (parallel === undefined) return [];
  return "each" in parallel ? [parallel.each] : Object.values(parallel.branches);
}

function isDestructive(action: AnyStepConfig["action"]): boolean {
  return typeof action === "object" && action.run.destructive === true;
}
