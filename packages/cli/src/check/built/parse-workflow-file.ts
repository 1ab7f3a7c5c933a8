import type { GraphEdgeReason, GraphNodeKind, WorkflowGraph } from "@tradecraft/sdk/workflow";

/** What is wrong with a workflow.json. */
export class WorkflowFileError extends Error {
  override readonly name: string = "WorkflowFileError";
}

const nodeKinds: readonly string[] = [
  "step",
  "parallel",
  "subskill",
  "topic",
  "terminal",
] satisfies readonly GraphNodeKind[];
const reasons: readonly string[] = [
  "next",
  "branch",
  "function",
  "max-visits",
  "error",
  "return",
] satisfies readonly GraphEdgeReason[];
/** Whoever nests more than this means harm. */
const deepest = 16;
const flags = ["hasPrompt", "hasAction", "destructive"] as const;

type Shape = Readonly<Record<string, unknown>>;

/** The graph in the workflow.json of a built skill. It comes from others: everything that is used later is looked at. */
export function parseWorkflowFile(text: string): WorkflowGraph {
  const { version, graph } = asObject(parseJson(text), "it");
  if (version !== 1)
    throw new WorkflowFileError(
      typeof version === "number"
        ? `its version is ${version}, and this tradecraft knows version 1`
        : "it has no version",
    );
  assertGraph(graph, "graph", 0);
  return graph as WorkflowGraph;
}

/** What a workflow.json says that the files beside it are known by, by path; none in one of an earlier build. */
export function partDigestsIn(text: string): ReadonlyMap<string, string> {
  const { files } = asObject(parseJson(text), "it");
  const entries = typeof files === "object" && files !== null ? Object.entries(files) : [];
  return new Map(
    entries.flatMap(([path, digest]) =>
      /^(?:SKILL\.md|bin\/[\w-][\w.-]*)$/.test(path) && typeof digest === "string" ? [[path, digest] as const] : [],
    ),
  );
}

/** Whether a value is what a build writes, however damaged. */
export function looksLikeWorkflow(text: string): boolean {
  return /"graph"\s*:/.test(text) && /"nodes"\s*:/.test(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new WorkflowFileError(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function assertGraph(value: unknown, at: string, depth: number): void {
  if (depth > deepest) throw new WorkflowFileError(`${at}: sub-skills are nested more than ${deepest} deep`);
  const { name, entry, nodes, edges, unresolved, opaque } = asObject(value, at);
  assertText(name, `${at}.name`);
  assertText(entry, `${at}.entry`);
  const ids = new Set<string>();
  for (const [index, each] of asList(nodes, `${at}.nodes`).entries()) {
    const where = `${at}.nodes[${index}]`;
    const id = assertNode(each, where, depth);
    if (ids.has(id)) throw new WorkflowFileError(`${where}: there are two nodes "${id}"`);
    ids.add(id);
  }
  const assertNodeId = (id: unknown, where: string): void => {
    assertText(id, where);
    if (!ids.has(id as string)) throw new WorkflowFileError(`${where}: there is no node "${String(id)}"`);
  };
  assertNodeId(entry, `${at}.entry`);
  for (const [index, each] of asList(edges, `${at}.edges`).entries()) {
    const where = `${at}.edges[${index}]`;
    const { from, to, reason, label } = asObject(each, where);
    assertNodeId(from, `${where}.from`);
    assertNodeId(to, `${where}.to`);
    assertOneOf(reason, reasons, `${where}.reason`);
    if (label !== undefined) assertText(label, `${where}.label`);
  }
  for (const [index, each] of asList(unresolved, `${at}.unresolved`).entries()) {
    const where = `${at}.unresolved[${index}]`;
    const { from, target } = asObject(each, where);
    assertNodeId(from, `${where}.from`);
    assertText(target, `${where}.target`);
  }
  for (const [index, each] of asList(opaque, `${at}.opaque`).entries()) assertNodeId(each, `${at}.opaque[${index}]`);
}

function assertNode(value: unknown, at: string, depth: number): string {
  const node = asObject(value, at);
  const { id, kind, name, maxVisits, graph } = node;
  assertText(id, `${at}.id`);
  assertOneOf(kind, nodeKinds, `${at}.kind`);
  assertText(name, `${at}.name`);
  for (const flag of flags)
    if (typeof node[flag] !== "boolean") throw new WorkflowFileError(`${at}.${flag} must be true or false`);
  if (maxVisits !== undefined && typeof maxVisits !== "number")
    throw new WorkflowFileError(`${at}.maxVisits must be a number`);
  if ((kind === "subskill") !== (graph !== undefined))
    throw new WorkflowFileError(`${at}: sub-skills have a graph, and nothing else does`);
  if (graph !== undefined) assertGraph(graph, `${at}.graph`, depth + 1);
  return id as string;
}

function asObject(value: unknown, at: string): Shape {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Shape;
  throw new WorkflowFileError(`${at} must be an object`);
}

function asList(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new WorkflowFileError(`${at} must be a list`);
}

function assertText(value: unknown, at: string): void {
  if (typeof value !== "string" || value === "") throw new WorkflowFileError(`${at} must be a text`);
  // It is drawn on terminals, where such characters are commands.
  if (/(?![\t\n])\p{Cc}/u.test(value)) throw new WorkflowFileError(`${at} holds control characters`);
}

function assertOneOf(value: unknown, known: readonly string[], at: string): void {
  if (typeof value !== "string" || !known.includes(value))
    throw new WorkflowFileError(`${at} must be one of ${known.join(", ")}`);
}
