import type { WorkflowGraph } from "./graph-data.ts";
import { cutLabel, cutName, notesOf } from "./layout/box-size.ts";
import { type Box, type GraphLayout, layoutGraph } from "./layout/layout-graph.ts";
import type { RoutedEdge } from "./layout/route-edges.ts";

// Dark colours come a second time in a media query, and not by variables, which not every viewer of pictures knows.
const light = `.back{fill:#ffffff}.box{fill:#f6f8fa;stroke:#57606a;stroke-width:1.2}.parallel{fill:#eef6ff;stroke:#0969da}
.auto{stroke-dasharray:4 3}.destructive{fill:#fff1f0;stroke:#cf222e;stroke-width:1.6}.topic{fill:#fff8e6;stroke:#9a6700}
.terminal{fill:#e6f6ec;stroke:#1a7f37}.missing{fill:#fff1f0;stroke:#cf222e;stroke-dasharray:2 2}.group{fill:none;stroke:#8c959f}
.start,.head{fill:#57606a}.name,.title{fill:#1f2328}.notes,.label{fill:#57606a}.label{stroke:#ffffff}
.edge{stroke:#57606a}.error{stroke:#cf222e}.max-visits{stroke:#9a6700}`;
const dark = `.back{fill:#0d1117}.box{fill:#161b22;stroke:#8b949e}.parallel{fill:#0d2341;stroke:#58a6ff}
.destructive{fill:#2d1214;stroke:#f85149}.topic{fill:#272115;stroke:#d29922}.terminal{fill:#12261e;stroke:#3fb950}
.missing{fill:#2d1214;stroke:#f85149}.group{fill:none;stroke:#6e7681}.start,.head{fill:#8b949e}.name,.title{fill:#e6edf3}
.notes,.label{fill:#9ea7b3}.label{stroke:#0d1117}.edge{stroke:#8b949e}.error{stroke:#f85149}.max-visits{stroke:#d29922}`;
const style = `text{font-family:ui-sans-serif,system-ui,Segoe UI,Helvetica,Arial,sans-serif;text-anchor:middle;dominant-baseline:central}
.name{font-size:13px;font-weight:600}.title{font-size:12px;font-weight:600;text-anchor:start}.notes,.label{font-size:11px}
.label{paint-order:stroke;stroke-width:5px;stroke-linejoin:round}.side{text-anchor:start}.edge{fill:none;stroke-width:1.3}
.error,.max-visits,.inferred{stroke-dasharray:5 3}
${light}
@media (prefers-color-scheme:dark){${dark}}`;

/** A graph as an SVG picture: no script, no font, nothing from outside. The same graph gives the same text. */
export function toSvg(graph: WorkflowGraph): string {
  const layout = layoutGraph(graph);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(graph.name)}</title>`,
    `<style>${style}</style>`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head" d="M0 0.5L8 4L0 7.5z"/></marker></defs>`,
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...drawLayout(layout),
    "</svg>",
    "",
  ].join("\n");
}

function drawLayout({ boxes, edges }: GraphLayout): string[] {
  return [...boxes.flatMap(drawBox), ...edges.map(drawEdge), ...edges.flatMap(drawLabel)];
}

function drawBox({ node, x, y, width, height, inner }: Box): string[] {
  const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  const middle = round(x + width / 2);
  const title = `<title>${escapeXml(node.name)}</title>`;
  if (node.kind === "start") return [`<circle class="start" cx="${middle}" cy="${round(y + height / 2)}" r="6"/>`];
  if (inner !== undefined) {
    return [
      `<rect class="box group" ${place} rx="10">${title}</rect>`,
      `<text class="title" x="${round(x + 14)}" y="${round(y + 16)}">${escapeXml(cutName(node.name))}</text>`,
      `<g transform="translate(${round(x + inner.x)} ${round(y + inner.y)})">`,
      ...drawLayout(inner.layout),
      "</g>",
    ];
  }
  const notes = node.kind === "missing" ? "" : notesOf({ ...node, kind: node.kind });
  const nameY = round(y + height / 2 - (notes === "" ? 0 : 8));
  return [
    `<rect class="${boxClasses(node)}" ${place} rx="${node.kind === "terminal" ? round(height / 2) : 6}">${title}</rect>`,
    `<text class="name" x="${middle}" y="${nameY}">${escapeXml(cutName(node.name))}</text>`,
    ...(notes === ""
      ? []
      : [`<text class="notes" x="${middle}" y="${round(y + height / 2 + 11)}">${escapeXml(notes)}</text>`]),
  ];
}

function boxClasses({ kind, hasPrompt, destructive }: Box["node"]): string {
  const own = kind === "step" ? (hasPrompt ? [] : ["auto"]) : [kind];
  return ["box", ...own, ...(destructive ? ["destructive"] : [])].join(" ");
}

function drawEdge({ edge: { from, to, reason, inferred }, path }: RoutedEdge): string {
  const classes = ["edge", ...(reason === "error" || reason === "max-visits" ? [reason] : [])];
  if (inferred === true) classes.push("inferred");
  const title = from === "__start__" ? "" : `<title>${escapeXml(`${from} → ${to}`)}</title>`;
  return `<path class="${classes.join(" ")}" d="${path}" marker-end="url(#head)">${title}</path>`;
}

function drawLabel({ edge, label, points }: RoutedEdge): string[] {
  if (edge.label === undefined || label === undefined) return [];
  const text = escapeXml(cutLabel(edge.label));
  // Beside a vertical line on the right; on the line of one that goes down.
  const isSide = edge.from === edge.to || (points.at(-1)?.y ?? 0) < (points[0]?.y ?? 0);
  const x = isSide ? round(label.x + 5) : round(label.x);
  return [`<text class="label${isSide ? " side" : ""}" x="${x}" y="${round(label.y)}">${text}</text>`];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Also without characters that XML does not allow at all. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "�")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
