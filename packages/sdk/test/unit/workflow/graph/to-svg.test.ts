import { describe, expect, it } from "vitest";
import { type Box, type GraphLayout, layoutGraph } from "../../../../src/workflow/graph/layout/layout-graph.ts";
import { toSvg } from "../../../../src/workflow/graph/to-svg.ts";
import { workflowGraph } from "../../../../src/workflow/graph/workflow-graph.ts";
import { plain, terminal } from "../lint/define-plain.ts";
import { randomWorkflow } from "./random-workflow.ts";

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** What is wrong with a picture, in words. */
function faults({ boxes, edges, width, height }: GraphLayout): string[] {
  const inside = ({ x, y }: { x: number; y: number }): boolean => x >= 0 && y >= 0 && x <= width && y <= height;
  const labels = edges.flatMap(({ edge, label }) => (label === undefined ? [] : [{ name: edge.label, ...label }]));
  return [
    ...boxes.flatMap((a, index) =>
      boxes.slice(index + 1).flatMap((b) => (overlap(a, b) ? [`${a.node.id} overlaps ${b.node.id}`] : [])),
    ),
    ...boxes
      .filter((box) => !inside(box) || !inside({ x: box.x + box.width, y: box.y + box.height }))
      .map(({ node }) => `${node.id} is outside`),
    ...edges
      .filter(({ points }) => !points.every(inside))
      .map(({ edge }) => `${edge.from} -> ${edge.to} leaves the picture`),
    ...labels
      .filter((label) =>
        boxes.some(
          (box) => label.x > box.x && label.x < box.x + box.width && label.y > box.y && label.y < box.y + box.height,
        ),
      )
      .map(({ name }) => `the label ${name} is in a box`),
    ...edges.flatMap(({ edge, points }) =>
      crossed(points, boxes, [edge.from, edge.to]).map((id) => `${edge.from} -> ${edge.to} crosses ${id}`),
    ),
    ...boxes.flatMap(({ inner, width: own, height: high }) => {
      if (inner === undefined) return [];
      const fits = inner.x + inner.layout.width <= own && inner.y + inner.layout.height <= high;
      return [...(fits ? [] : ["a sub-skill does not fit"]), ...faults(inner.layout)];
    }),
  ];
}

/** Boxes that a straight, vertical or horizontal, piece of an edge runs through. */
function crossed(
  points: readonly { x: number; y: number }[],
  boxes: readonly Box[],
  ends: readonly string[],
): string[] {
  return boxes
    .filter(({ node }) => !ends.includes(node.id))
    .filter(({ x, y, width, height }) =>
      points.slice(1).some((to, index) => {
        const from = points[index] ?? to;
        // A curve between rows: there are no boxes.
        if (from.x !== to.x && from.y !== to.y) return false;
        const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
        const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
        return left < x + width && right > x && top < y + height && bottom > y;
      }),
    )
    .map(({ node }) => node.id);
}

describe("toSvg", () => {
  it.each(Array.from({ length: 40 }, (_, index) => [5 + Math.floor(index * 1.4), index + 1]))(
    "draws %i steps without overlaps (seed %i)",
    (count, seed) => {
      expect(faults(layoutGraph(workflowGraph(randomWorkflow(count, seed))))).toEqual([]);
    },
  );

  it("draws the same picture twice, and quickly", () => {
    const graph = workflowGraph(randomWorkflow(60, 3));
    const started = performance.now();
    const first = toSvg(graph);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(toSvg(graph)).toBe(first);
  });

  it("is a picture that stands alone, for light and dark", () => {
    const svg = toSvg(workflowGraph(plain({ ask: { prompt: "Ask.", next: terminal } })));
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="0 0 \d+ \d+" role="img">/,
    );
    expect(svg).toContain("@media (prefers-color-scheme:dark)");
    expect(svg).not.toMatch(/<script|href=|url\((?!#head)/);
  });

  it("escapes every name, and shows what is nowhere", () => {
    const svg = toSvg(
      workflowGraph(plain({ '</text><script>"&': { prompt: "Ask.", next: "no\u0000where<" } }, { name: "<b>" })),
    );
    expect(svg).not.toContain("<script>");
    expect(svg).toContain("<title>&lt;b&gt;</title>");
    expect(svg).toContain("&lt;/text&gt;&lt;script&gt;&quot;&amp;</text>");
    expect(svg).toContain("no�where&lt;?");
  });

  it("cuts names that are too long, and keeps them as a title", () => {
    const name = "a step with a name of which nobody knows what its author meant by it";
    const svg = toSvg(workflowGraph(plain({ [name]: { prompt: "Ask.", next: terminal } })));
    expect(svg).toContain("…</text>");
    expect(svg).toContain(`<title>${name}</title>`);
  });

  it("takes a workflow whose entry does not exist", () => {
    expect(toSvg(workflowGraph(plain({ ask: { prompt: "Ask.", next: terminal } }, { entry: "gone" })))).toContain(
      "ask",
    );
  });
});
