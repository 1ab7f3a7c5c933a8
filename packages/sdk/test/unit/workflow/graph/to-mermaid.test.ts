import { expect, it } from "vitest";
import { toMermaid } from "../../../../src/workflow/graph/to-mermaid.ts";
import { workflowGraph } from "../../../../src/workflow/graph/workflow-graph.ts";
import { type Context, plain, terminal } from "../lint/define-plain.ts";

it("draws steps, branches, sub-skills and topics", () => {
  const inner = plain({
    pay: { prompt: "Pay.", action: async () => 1, destructive: true, onError: "pay", next: terminal },
  });
  const graph = workflowGraph(
    plain(
      {
        ask: {
          prompt: "Ask.",
          next: [
            { to: "subskill:pay", when: ({ response }: Context) => response.kind === "pay" },
            { to: "topic:faq", when: ({ response }: Context) => response.lost },
            { to: "fan" },
          ],
        },
        fan: { parallel: { branches: { a: { prompt: "A." } } }, maxVisits: 2, next: () => "end" },
        end: { next: terminal },
      },
      {
        subskills: { pay: { definition: inner, next: "end" } },
        topics: { faq: { label: "FAQ", content: "Text." } },
      },
    ),
  );
  expect(toMermaid(graph)).toBe(`flowchart TD
  n0_start(( )) --> n1_ask
  n1_ask["ask"]
  n2_fan[["fan<br/>parallel · max 2"]]
  n3_end["end"]
  subgraph n4_subskill_pay["pay"]
    n5_pay_start(( )) --> n6_pay_pay
    n6_pay_pay["pay<br/>action"]
    n7_pay_terminal(["end"])
    n6_pay_pay --> n7_pay_terminal
    n6_pay_pay -.->|"error"| n6_pay_pay
  end
  n8_topic_faq>"faq"]
  n9_terminal(["end"])
  n1_ask -->|"response.kind === #quot;pay#quot;"| n4_subskill_pay
  n1_ask -->|"response.lost"| n8_topic_faq
  n1_ask -->|"otherwise"| n2_fan
  n2_fan -.-> n3_end
  n3_end --> n9_terminal
  n4_subskill_pay --> n3_end
  classDef auto stroke-dasharray:4 3
  class n3_end auto
  classDef destructive stroke:#c0392b,stroke-width:2px
  class n6_pay_pay destructive
`);
});

it("escapes what means something to Mermaid, and gives every node an id of its own", () => {
  const text = toMermaid(
    workflowGraph(plain({ 'a"]; click': { prompt: "A.", next: "a-b" }, "a-b": { prompt: "B.", next: "a b" } })),
  );
  expect(text).toContain('["a#quot;]; click"]');
  expect(text).toContain('n3_missing_a_b["a b?"]');
  expect(text).toContain("n2_a_b -.-> n3_missing_a_b");
});
