import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { cyclesOf } from "../../../../src/workflow/graph/cycles.ts";
import { dominatorsOf, reachableFrom } from "../../../../src/workflow/graph/dominators.ts";
import { conditionLabel } from "../../../../src/workflow/graph/branch-label.ts";
import { sourceLiterals } from "../../../../src/workflow/graph/source-targets.ts";
import { workflowGraph } from "../../../../src/workflow/graph/workflow-graph.ts";
import { type Context, plain, terminal } from "../lint/define-plain.ts";

const arcs = (...pairs: string[]): { from: string; to: string }[] =>
  pairs.map((pair) => ({ from: pair[0] ?? "", to: pair[1] ?? "" }));

describe("workflowGraph", () => {
  const inner = plain({ look: { prompt: "Look.", next: terminal } });
  const graph = workflowGraph(
    plain(
      {
        ask: {
          prompt: "Ask.",
          response: type({ kind: "'a'|'b'" }),
          next: [{ to: "work", when: ({ response }: Context) => response.kind === "a" }, { to: "subskill:pay" }],
        },
        work: {
          action: async () => 1,
          destructive: true,
          onError: "ask",
          maxVisits: 2,
          onMaxVisits: "fan",
          next: "self",
        },
        fan: {
          parallel: { branches: { one: { prompt: "One." } } },
          next: ({ attempts }: Context) => (attempts > 3 ? terminal : "topic:faq"),
        },
      },
      {
        subskills: { pay: { definition: inner, next: "fan" } },
        topics: { faq: { label: "FAQ", content: "Text." } },
      },
    ),
  );

  it("is plain data", () => {
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
  });

  it("has a node for each step, sub-skill and topic, and one for the end", () => {
    expect(
      graph.nodes.map(({ id, kind, hasPrompt, hasAction, destructive }) => [
        id,
        kind,
        hasPrompt,
        hasAction,
        destructive,
      ]),
    ).toEqual([
      ["ask", "step", true, false, false],
      ["work", "step", false, true, true],
      ["fan", "parallel", true, false, false],
      ["subskill:pay", "subskill", false, false, false],
      ["topic:faq", "topic", false, false, false],
      ["__terminal__", "terminal", false, false, false],
    ]);
    expect(graph.nodes[3]?.graph?.nodes.map(({ id }) => id)).toEqual(["look", "__terminal__"]);
  });

  it("has an edge for each way, with its reason", () => {
    expect(graph.edges).toEqual([
      { from: "ask", to: "work", reason: "branch", label: 'response.kind === "a"' },
      { from: "ask", to: "subskill:pay", reason: "branch", label: "otherwise" },
      { from: "work", to: "work", reason: "next" },
      { from: "work", to: "fan", reason: "max-visits", label: "too many visits" },
      { from: "work", to: "ask", reason: "error", label: "error" },
      { from: "fan", to: "topic:faq", reason: "function", inferred: true },
      { from: "fan", to: "__terminal__", reason: "function", inferred: true },
      { from: "subskill:pay", to: "fan", reason: "return" },
    ]);
    expect([graph.unresolved, graph.opaque]).toEqual([[], []]);
  });

  it("ends where a sub-skill ends that nothing follows", () => {
    const { edges } = workflowGraph(
      plain({ ask: { prompt: "Ask.", next: "subskill:pay" } }, { subskills: { pay: { definition: inner } } }),
    );
    expect(edges).toContainEqual({ from: "subskill:pay", to: "__terminal__", reason: "return" });
  });

  it("reads a function's source where calling it does not help", () => {
    const { edges, opaque } = workflowGraph(
      plain({
        a: { prompt: "A.", next: async ({ store }: Context) => (store.late === "c" ? "b" : terminal) },
        b: {
          prompt: "B.",
          next: () => {
            throw new Error("not now, c");
          },
        },
        c: { prompt: "C.", next: terminal },
      }),
    );
    expect(edges.filter(({ from }) => from === "a").map(({ to }) => to)).toEqual(["b", "__terminal__"]);
    expect(opaque).toEqual(["b"]);
  });
});

describe("functions that decide", () => {
  it("may return the texts in them, but for those they compare", () => {
    const decide = ({ response, store }: Context): string => {
      if (response.kind === "a" || "b" === response.kind || store.steps.ran("c")) return "d";
      switch (response.kind) {
        case "e":
          return 'f"';
        default:
          return store.flags["g"] ? `h` : { i: "j" }[response.i as "i"];
      }
    };
    expect(sourceLiterals(decide)).toEqual(["d", 'f"', "h", "j"]);
  });

  it.each([
    [({ response }: Context) => response.ok, "response.ok"],
    [(context: Context) => !context.response, "!context.response"],
    [
      ({ response }: Context) => {
        return response.ok;
      },
      "response.ok",
    ],
    [({ response }: Context) => response.aVeryLongName && response.anotherVeryLongName, "condition 1"],
    [({ response: { ok } }: Context) => Boolean(ok), "Boolean(ok)"],
  ])("%s is called %j", (when, label) => {
    expect(conditionLabel(when, 0)).toBe(label);
  });
});

describe("analysis", () => {
  it("finds what can be reached", () => {
    expect([...reachableFrom("a", arcs("ab", "bc", "dc"))]).toEqual(["a", "b", "c"]);
  });

  it("finds dominators, loops and all", () => {
    const found = dominatorsOf("a", arcs("ab", "ac", "bd", "cd", "de", "eb", "ef", "gf"));
    const list = Object.fromEntries([...found].map(([name, set]) => [name, [...set].toSorted().join("")]));
    expect(list).toEqual({ a: "a", b: "ab", c: "ac", d: "ad", e: "ade", f: "adef" });
  });

  it("finds loops, in the order of the nodes", () => {
    expect(cyclesOf("abcdefg".split(""), arcs("ab", "bc", "ca", "cd", "dd", "de", "fg", "gf", "ef"))).toEqual([
      ["a", "b", "c"],
      ["d"],
      ["f", "g"],
    ]);
  });

  it("takes a chain of any length", () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const chain = nodes.slice(1).map((to, index) => ({ from: nodes[index] ?? "", to }));
    expect(cyclesOf(nodes, [...chain, { from: nodes.at(-1) ?? "", to: "n0" }])[0]).toHaveLength(20_000);
  });
});
