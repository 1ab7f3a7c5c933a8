import { act, prompt, render, skill, terminal, type, view } from "@tradecraft/sdk/workflow";

const angle = type({ title: "1 <= string <= 40", question: "string" });

const claim = type({
  text: "string",
  source: "string.url",
  "published?": "string",
});

const finding = type({
  answer: "string",
  claims: claim.array(),
  confidence: "'high' | 'medium' | 'low'",
});

export default skill({
  name: "research-fan-out",
  description:
    "Researches a question from several sides at once and joins what was found into one report with sources. Use it for questions that one search does not answer, and where it matters how sure we can be.",
  triggers: ["research", "find out", "compare the evidence"],
  entry: "split",
  params: type({ question: "string >= 1", angles: "2 <= number.integer <= 6 = 3" }),
  finalOutput: type({
    answer: "string",
    confidence: "'high' | 'medium' | 'low'",
    sources: "string[]",
    open: "string[]",
  }),
})
  .step("split", {
    prompt: ({ params }) => prompt`
      The question: ${params.question}

      Split it into ${params.angles} questions that can be answered apart from one another, by people who do not talk to
      each other. Together they must cover the whole; no two may have the same answer. Prefer questions that could prove us
      wrong.
    `,
    response: type({ angles: angle.array().atLeastLength(2).atMostLength(6) }),
    next: "gather",
  })
  // One part for each element. The parts may be answered in any order, and all at once.
  .parallel("gather", {
    over: ({ store }) => store.steps.split.angles,
    each: {
      prompt: ({ item, params }) =>
        act.subagent({
          prompt: prompt`
            Find out: ${item.question}

            It is one part of a larger question (${params.question}), and others work on the rest. Go to the sources: the
            paper rather than the article about it, the table rather than the sentence. Each claim carries the address where
            it can be read. If good sources disagree, give both.
          `,
          output: finding,
        }),
      response: finding,
    },
    next: "review",
  })
  // Named parts: each has a prompt and an answer of its own.
  .parallel("review", {
    branches: {
      contradictions: {
        prompt: ({ store }) => [
          view("Claims", render.table(store.steps.gather.flatMap(({ claims }) => claims))),
          prompt`
            Look for claims that cannot both be true. For each pair, say which one you believe and why: method, date,
            interest of the author. Leave out those that only sound different.
          `,
        ],
        response: type({ pairs: type({ first: "string", second: "string", believe: "string" }).array() }),
      },
      gaps: {
        prompt: ({ store, params }) => [
          view(
            "Answers",
            store.steps.split.angles.map(({ title }, index) =>
              render.section(title, store.steps.gather[index]?.answer ?? "No answer."),
            ),
          ),
          prompt`
            Read the answers as somebody would who must act on them. What does the question (${params.question}) need
            that none of them says?
          `,
        ],
        response: type({ missing: "string[]" }),
      },
    },
    next: "report",
  })
  .step("report", {
    prompt: ({ store, params }) => [
      view(
        "What was found",
        render.table(
          store.steps.split.angles.map(({ title }, index) => ({
            part: title,
            confidence: store.steps.gather[index]?.confidence,
            claims: store.steps.gather[index]?.claims.length,
          })),
        ),
      ),
      prompt`
        Answer the question: ${params.question}

        Say first what we know, then how we know it, then what we do not. ${disagreements(store.steps.review.contradictions.pairs.length)}
        The whole is no surer than the weakest part that it rests on. List the addresses that the answer depends on, and what
        remains open.
      `,
    ],
    response: type({
      answer: "string",
      confidence: "'high' | 'medium' | 'low'",
      sources: "string[]",
      open: "string[]",
    }),
    next: terminal,
  })
  .build();

function disagreements(count: number): string {
  return count === 0 ? "The sources agree." : `The sources disagree in ${count} points: name them.`;
}
