import type { GraphEdge, GraphNode, WorkflowGraph } from "./graph-data.ts";

/** A graph as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html). The same graph gives the same text. */
export function toMermaid(graph: WorkflowGraph): string {
  const writer = new MermaidWriter();
  writer.graph(graph, "", "  ");
  return ["flowchart TD", ...writer.lines, ...writer.classLines()].join("\n").concat("\n");
}

const classes = {
  destructive: "stroke:#c0392b,stroke-width:2px",
  auto: "stroke-dasharray:4 3",
  missing: "stroke:#c0392b,stroke-dasharray:2 2,color:#c0392b",
} as const;

class MermaidWriter {
  readonly lines: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #members = new Map<keyof typeof classes, string[]>();

  graph(graph: WorkflowGraph, prefix: string, indent: string): void {
    const id = (name: string): string => this.#id(`${prefix}${name}`);
    const start = id("__start__");
    this.lines.push(`${indent}${start}(( )) --> ${id(graph.entry)}`);
    for (const node of graph.nodes) this.#node(node, prefix, indent);
    for (const edge of graph.edges) this.lines.push(`${indent}${id(edge.from)} ${arrow(edge)} ${id(edge.to)}`);
    for (const { from, target } of graph.unresolved) {
      const missing = id(`__missing__${target}`);
      this.#mark("missing", missing);
      this.lines.push(`${indent}${id(from)} -.-> ${missing}["${escapeLabel(target)}?"]`);
    }
  }

  #node(node: GraphNode, prefix: string, indent: string): void {
    const id = this.#id(`${prefix}${node.id}`);
    if (node.graph !== undefined) {
      this.lines.push(`${indent}subgraph ${id}["${escapeLabel(node.name)}"]`);
      this.graph(node.graph, `${prefix}${node.name}/`, `${indent}  `);
      this.lines.push(`${indent}end`);
      return;
    }
    const label = `"${escapeLabel(labelOf(node))}"`;
    this.lines.push(`${indent}${id}${shapeOf(node, label)}`);
    if (node.destructive) this.#mark("destructive", id);
    else if (node.kind === "step" && !node.hasPrompt) this.#mark("auto", id);
  }

  classLines(): string[] {
    return [...this.#members]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, ids]) => [`  classDef ${name} ${classes[name]}`, `  class ${ids.join(",")} ${name}`]);
  }

  #mark(name: keyof typeof classes, id: string): void {
    this.#members.set(name, [...new Set([...(this.#members.get(name) ?? []), id])]);
  }

  /** Names may hold anything; words such as `end` mean something to Mermaid. */
  #id(name: string): string {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = `n${this.#ids.size}_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "")}`;
    this.#ids.set(name, id);
    return id;
  }
}

function labelOf({ name, kind, hasAction, maxVisits }: GraphNode): string {
  const notes = [
    ...(kind === "parallel" ? ["parallel"] : []),
    ...(hasAction ? ["action"] : []),
    ...(maxVisits === undefined ? [] : [`max ${maxVisits}`]),
  ];
  return notes.length === 0 ? name : `${name}\n${notes.join(" · ")}`;
}

function shapeOf({ kind }: GraphNode, label: string): string {
  if (kind === "terminal") return `([${label}])`;
  if (kind === "topic") return `>${label}]`;
  return kind === "parallel" ? `[[${label}]]` : `[${label}]`;
}

function arrow({ reason, label, inferred }: GraphEdge): string {
  const line = reason === "error" || reason === "max-visits" || inferred === true ? "-.->" : "-->";
  return label === undefined ? line : `${line}|"${escapeLabel(label)}"|`;
}

/** Mermaid's own entities: `#` and a name or number, with a semicolon. */
function escapeLabel(text: string): string {
  return text
    .replaceAll("#", "#35;")
    .replaceAll("&", "#amp;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;")
    .replaceAll("`", "#96;")
    .replaceAll(/\r?\n/g, "<br/>");
}
