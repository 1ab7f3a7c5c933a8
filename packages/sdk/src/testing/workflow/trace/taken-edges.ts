import type { AnyNext, Terminal, WorkflowDefinition } from "../../../workflow/define/workflow-definition.ts";
import { conditionLabel } from "../../../workflow/graph/branch-label.ts";
import { type GraphEdge, TERMINAL_ID } from "../../../workflow/graph/graph-data.ts";
import { findStep, placeAt } from "../../../workflow/engine/workflow-map.ts";
import { effectiveRecords } from "../../../workflow/engine/state/effective-records.ts";
import type { SessionRecord } from "../../../workflow/session/session-record.ts";
import { type Decision, isBranches, type TracedWorkflow } from "./decision-log.ts";

/** Where a run went. Names are those of the run: in a sub-skill, `doctor/diagnose` and `doctor/__terminal__`. */
export interface RunTrace {
  /** Steps that were entered, and `subskill:<name>` and `topic:<name>`, in order. */
  readonly nodes: readonly string[];
  readonly edges: readonly GraphEdge[];
}

interface Standing {
  /** A step, or a sub-skill that has come back. */
  readonly name: string;
  readonly next: AnyNext;
  readonly returned: boolean;
  /** It has a result; a step that is left without one is left because its action failed. */
  saved: boolean;
}

/** Reads from a log, and from what was decided, which edges of the graph a run took. */
export function takenEdges(
  definition: WorkflowDefinition,
  records: readonly SessionRecord[],
  decisions: TracedWorkflow["decisions"],
): RunTrace {
  const nodes: string[] = [];
  const edges: GraphEdge[] = [];
  const used = new Map<string, number>();
  let standing: Standing | undefined;

  const root = records.flatMap((record) => (record.type === "started" ? [record.subskill] : []))[0] ?? "";

  const decide = ({ name, next, saved }: Standing): Decision | undefined => {
    if (!saved) return failureDecision(findStep(definition, name)?.config.onError);
    const fixed = fixedDecision(next);
    if (fixed) return fixed;
    const index = used.get(name) ?? 0;
    used.set(name, index + 1);
    return decisions.get(name)?.[index]?.decision;
  };

  /** Leaves the step; gives the target as its author wrote it. */
  const leave = (): string | Terminal | undefined => {
    const decided = standing && decide(standing);
    if (!standing || !decided) return undefined;
    const { name, next, returned, saved } = standing;
    const prefix = prefixOf(name);
    const from = returned ? nodeName(prefix, `subskill:${name.slice(prefix.length)}`) : name;
    const to = decided.target === "self" ? name : nodeName(prefix, idOf(decided.target));
    edges.push({ from, to, ...(saved ? reasonOf(next, decided, returned) : { reason: "error", label: "error" }) });
    if (to.includes("topic:")) nodes.push(to);
    return decided.target;
  };

  /** Sub-skills that end because one in them did. */
  const endSubskills = (until: string): void => {
    let path = prefixOf(standing?.name ?? "").slice(0, -1);
    while (path !== "" && path !== until && path !== root) {
      const prefix = prefixOf(path);
      const name = path.slice(prefix.length);
      edges.push({ from: `${prefix}subskill:${name}`, to: `${prefix}${TERMINAL_ID}`, reason: "return" });
      path = prefix.slice(0, -1);
    }
  };

  for (const { record } of effectiveRecords(records)) {
    if (record.type === "entered") {
      const { step, reason } = record;
      const target = leave();
      if (reason === "max-visits" && standing && typeof target === "string")
        edges.push(...diversions(definition, target === "self" ? standing.name : prefixOf(step) + target, step));
      if (reason === "subskill") nodes.push(subskillNode(step));
      nodes.push(step);
      standing = { name: step, next: findStep(definition, step)?.config.next ?? "", returned: false, saved: false };
    } else if (record.type === "saved" && record.step === standing?.name) standing.saved = true;
    else if (record.type === "saved" && !record.step.includes("#")) {
      leave();
      endSubskills(record.step);
      standing = {
        name: record.step,
        next: placeAt(definition, record.step)?.registration?.next ?? "",
        returned: true,
        saved: true,
      };
    } else if (record.type === "ended") {
      leave();
      endSubskills("");
    }
  }
  return { nodes, edges };
}

function failureDecision(onError: string | undefined): Decision | undefined {
  return onError === undefined ? undefined : { target: onError };
}

function fixedDecision(next: AnyNext): Decision | undefined {
  if (typeof next === "function") return undefined;
  if (!isBranches(next)) return { target: next };
  const [first] = next;
  return first && first.when === undefined ? { target: first.to, branch: 0 } : undefined;
}

function reasonOf(
  next: AnyNext,
  { branch }: Decision,
  returned: boolean,
): Pick<GraphEdge, "reason" | "label" | "inferred"> {
  if (typeof next === "function") return { reason: "function", inferred: true };
  if (!isBranches(next) || branch === undefined) return { reason: returned ? "return" : "next" };
  const when = next[branch]?.when;
  if (when !== undefined) return { reason: "branch", label: conditionLabel(when, branch) };
  return { reason: "branch", ...(next.length > 1 && { label: "otherwise" }) };
}

/** From a step that was visited often enough, over others that were as well, to the one that was entered. */
function diversions(definition: WorkflowDefinition, target: string, entered: string): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  const prefix = prefixOf(entered);
  for (let at = target; at !== entered && edges.length <= Object.keys(definition.steps).length;) {
    const instead = findStep(definition, at)?.config.onMaxVisits;
    if (instead === undefined) break;
    const to = instead === "self" ? at : prefix + instead;
    edges.push({ from: at, to, reason: "max-visits", label: "too many visits" });
    at = to;
  }
  return edges;
}

function idOf(target: string | Terminal): string {
  return typeof target === "string" ? target : TERMINAL_ID;
}

function nodeName(prefix: string, id: string): string {
  return `${prefix}${id}`;
}

/** `doctor/` of `doctor/diagnose`. */
function prefixOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

/** `subskill:doctor` of the entry of a sub-skill, `doctor/diagnose`. */
function subskillNode(step: string): string {
  const path = prefixOf(step).slice(0, -1);
  const prefix = prefixOf(path);
  return `${prefix}subskill:${path.slice(prefix.length)}`;
}
