import { type Context, plain, terminal, type WrongSkill } from "./define-plain.ts";

const inner = plain({ look: { prompt: "Look.", next: terminal } });

/** Mistakes in sub-skills, topics and files. */
export const WRONG_PARTS: readonly WrongSkill[] = [
  {
    what: "a mistake in a sub-skill",
    rule: "unreachable-step",
    says: /^\[subskill:pay\] No way leads from "look" to "lost"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: "subskill:pay" } },
      {
        subskills: {
          pay: {
            definition: plain({
              look: { prompt: "Look.", next: terminal },
              lost: { prompt: "Lost.", next: terminal },
            }),
          },
        },
      },
    ),
  },
  {
    what: "a mistake in a sub-skill of a sub-skill",
    rule: "no-host-tool-names",
    says: /^\[subskill:outer\] \[subskill:inner\] The prompt of "look" names "TodoWrite"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: "subskill:outer" } },
      {
        subskills: {
          outer: {
            definition: plain(
              { go: { prompt: "Go.", next: "subskill:inner" } },
              {
                subskills: { inner: { definition: plain({ look: { prompt: "Use TodoWrite.", next: terminal } }) } },
              },
            ),
          },
        },
      },
    ),
  },
  {
    what: "a mistake in a sub-skill that is there twice",
    rule: "terminal-missing",
    says: /^\[subskill:a\] "look"/,
    definition: (() => {
      const broken = plain({ look: { prompt: "Look." } });
      return plain(
        {
          ask: {
            prompt: "Ask.",
            next: [{ to: "subskill:a", when: ({ attempts }: Context) => attempts > 1 }, { to: "subskill:b" }],
          },
        },
        { subskills: { a: { definition: broken }, b: { definition: broken } } },
      );
    })(),
  },
  {
    what: "a slash in a name",
    rule: "composite-step-name",
    says: /"pay\/now"/,
    definition: plain({ "pay/now": { prompt: "Pay.", next: terminal } }),
  },
  {
    what: "a sub-skill with the name of a step",
    rule: "composite-duplicate-subskill",
    says: /the step "look"/,
    definition: plain(
      { look: { prompt: "Look.", next: "subskill:look" } },
      { subskills: { look: { definition: inner } } },
    ),
  },
  {
    what: "two sub-skills that differ in case alone",
    rule: "composite-duplicate-subskill",
    says: /the sub-skill "pay"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: "subskill:pay" } },
      { subskills: { pay: { definition: inner }, Pay: { definition: inner } } },
    ),
  },
  {
    what: "two topics that differ in case alone",
    rule: "composite-duplicate-topic",
    says: /"faq" and "FAQ"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: terminal } },
      { topics: { faq: { label: "Questions", content: "A." }, FAQ: { label: "Answers", content: "B." } } },
    ),
  },
  {
    what: "two topics with one label",
    rule: "composite-duplicate-topic",
    says: /"a" and "b"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: terminal } },
      { topics: { a: { label: "Questions", content: "A." }, b: { label: "questions", content: "B." } } },
    ),
  },
  {
    what: "a file that is not there",
    rule: "missing-reference",
    says: /loads "guide.md"/,
    definition: plain({ ask: { prompt: ({ refs }: Context) => refs.load("guide.md"), next: terminal } }),
    options: { references: [] },
  },
  {
    what: "a file of a topic that is not there",
    rule: "missing-reference",
    says: /The topic "faq" loads "faq.md"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: terminal } },
      { topics: { faq: { label: "FAQ", content: ({ refs }) => refs.load("faq.md") } } },
    ),
    options: { references: [] },
  },
  {
    what: "a file that nothing uses",
    rule: "orphan-references",
    says: /references\/old\.md/,
    definition: plain({ ask: { prompt: ({ refs }: Context) => refs.load("guide.md"), next: terminal } }),
    options: { references: ["guide.md", "old.md"] },
  },
  {
    what: "a file in a folder that nothing uses",
    rule: "orphan-references",
    says: /references\/api\/old\.md/,
    definition: plain({ ask: { prompt: "Read references/guide.md.", next: terminal } }),
    options: { references: ["api/old.md", "guide.md"], read: () => "Nothing more." },
  },
];
