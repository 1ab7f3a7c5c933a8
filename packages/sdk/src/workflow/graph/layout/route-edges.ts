import type { GraphEdge } from "../graph-data.ts";
import type { LayeredItem } from "./layered-item.ts";
import type { Rows } from "./rows.ts";

/** A point of a picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An edge as an SVG path, its points, and the middle of its label. */
export interface RoutedEdge {
  readonly edge: GraphEdge;
  readonly path: string;
  readonly points: readonly Point[];
  readonly label?: Point;
}

/** Room for the head of the arrow. */
const head = 2;

/** Down through the layers: straight within a row, where the place is kept free, and curved between rows. */
export function routeEdge(
  edge: GraphEdge,
  from: LayeredItem,
  bends: readonly LayeredItem[],
  to: LayeredItem,
  rows: Rows,
): RoutedEdge {
  const start = { x: from.x, y: rows.topOf(from) + from.height };
  const end = { x: to.x, y: rows.topOf(to) - head };
  const points: Point[] = [start, { x: start.x, y: rows.rowBottom(from.rank) }];
  for (const { x, rank } of bends) {
    // A row without labels has no height, and nothing to go around.
    if (rows.rowTop(rank) < rows.rowBottom(rank))
      points.push({ x, y: rows.rowTop(rank) }, { x, y: rows.rowBottom(rank) });
  }
  points.push({ x: end.x, y: Math.min(rows.rowTop(to.rank), end.y) }, end);
  const path = points.map((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return `M${at(point)}`;
    if (before.x === point.x) return `V${round(point.y)}`;
    const middle = round((before.y + point.y) / 2);
    return `C${round(before.x)} ${middle} ${round(point.x)} ${middle} ${at(point)}`;
  });
  const [first] = bends;
  const label =
    edge.label === undefined || first === undefined
      ? {}
      : { label: { x: first.x, y: (rows.rowTop(first.rank) + rows.rowBottom(first.rank)) / 2 } };
  return { edge, path: path.join(" "), points, ...label };
}

/** Down, out to a lane on the right, up, and in again: all of it in the gaps between boxes. */
export function routeBackEdge(
  edge: GraphEdge,
  from: LayeredItem,
  to: LayeredItem,
  lane: number,
  index: number,
  rows: Rows,
): RoutedEdge {
  const startX = from.x + from.width / 4;
  const endX = to.x + to.width / 4;
  const low = rows.below(from.rank, index);
  const high = rows.above(to.rank, index);
  const points = [
    { x: startX, y: rows.topOf(from) + from.height },
    { x: startX, y: low },
    { x: lane, y: low },
    { x: lane, y: high },
    { x: endX, y: high },
    { x: endX, y: rows.topOf(to) - head },
  ];
  const label = edge.label === undefined ? {} : { label: { x: lane, y: (low + high) / 2 } };
  return { edge, path: rounded(points), points, ...label };
}

/** Out on the right and in again. */
export function routeSelfLoop(edge: GraphEdge, item: LayeredItem, rows: Rows): RoutedEdge {
  const x = item.x + item.width / 2;
  const middle = rows.topOf(item) + item.height / 2;
  const points = [
    { x, y: middle + 9 },
    { x: x + 22, y: middle + 9 },
    { x: x + 22, y: middle - 9 },
    { x: x + head, y: middle - 9 },
  ];
  const label = edge.label === undefined ? {} : { label: { x: x + 22, y: middle } };
  return { edge, path: rounded(points), points, ...label };
}

/** Lines between points, with rounded corners. */
function rounded(points: readonly Point[]): string {
  const pieces = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before === undefined) return `M${at(point)}`;
    if (after === undefined) return `L${at(point)}`;
    return `L${at(towards(point, before))} Q${at(point)} ${at(towards(point, after))}`;
  });
  return pieces.join(" ");
}

function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const part = distance === 0 ? 0 : Math.min(6, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
