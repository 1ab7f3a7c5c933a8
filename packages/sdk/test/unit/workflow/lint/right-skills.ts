import { type } from "arktype";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { view } from "../../../../src/workflow/prompt/view.ts";
import { type Context, plain, type RightSkill, terminal } from "./define-plain.ts";

const ok = type({ ok: "boolean" });
const noop = async (): Promise<unknown> => undefined;
const option = (value: string): { value: string; label: string } => ({ value, label: value });
const one = (prompt: unknown, more: object = {}): RightSkill["definition"] =>
  plain({ ask: { prompt: prompt as never, next: terminal, ...more } });

/** Skills that only look wrong. */
export const RIGHT_SKILLS: readonly RightSkill[] = [
  {
    what: "words that are tools elsewhere, in sentences",
    definition: one(
      "Ask a question about the plan. Note each task in your todo list; an agent may edit, read or write it. " +
        "Plan the skill with care, run it in a shell or in Bash, and use grep if you like. The task(s) at hand come first.",
    ),
  },
  {
    what: "words that are fields of the answer",
    definition: one("Fill in `plan` and `task`, and set `question` to what is open.", {
      response: type({ plan: "string", task: "string", question: "string" }),
    }),
  },
  { what: "a word that is called a field", definition: one("The `plan` column of the table, and the `edit` command.") },
  {
    what: "the primitives that are named like tools",
    definition: one([act.plan({ summary: "Move", steps: ["Pack"] })]),
  },
  {
    what: "a tool behind a guard",
    definition: one(({ host }: Context) =>
      host.toolsAvailable.includes("WebSearch") ? "Use WebSearch for it." : "Look at the changelog.",
    ),
  },
  {
    what: "a tool with a hyphen behind a guard",
    definition: one(({ host }: Context) =>
      host.toolsAvailable.some((tool: string) => tool === "enter-plan-mode")
        ? "First enter-plan-mode."
        : "First think.",
    ),
  },
  {
    what: "all tools of the host, printed",
    definition: one(({ host }: Context) => `You have ${host.toolsAvailable.join()}.`),
  },
  {
    what: "a tool of an MCP server in a guard",
    definition: one(({ host }: Context) => `${host.toolsAvailable.includes("mcp__db__query")}`),
  },
  { what: "code in which words are called", definition: one("Run this:\n\n```js\nuse(task(1)); read(plan());\n```\n") },
  {
    what: "a tool's name in what people are shown",
    definition: one(["Show it.", view("log", "apply_patch: 3 files")]),
  },
  {
    what: "a limited loop",
    definition: plain({
      draft: { prompt: "Draft.", next: "review", maxVisits: 3, onMaxVisits: "end" },
      review: {
        prompt: "Review.",
        response: ok,
        next: [{ to: "end", when: ({ response }: Context) => response.ok }, { to: "draft" }],
      },
      end: { prompt: "End.", next: terminal },
    }),
  },
  {
    what: "a loop that a function leaves",
    definition: plain({
      poll: {
        prompt: "Poll.",
        response: ok,
        maxVisits: 4,
        next: ({ response }: Context) => (response.ok ? terminal : "self"),
      },
    }),
  },
  {
    what: "a function that looks steps up",
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: type({ kind: "'bug'|'idea'" }),
        next: ({ response }: Context) => ({ bug: "fix", idea: "note" })[response.kind as "bug" | "idea"],
      },
      fix: { prompt: "Fix.", next: terminal },
      note: { prompt: "Note.", next: terminal },
    }),
  },
  {
    what: "a function of which nothing is known",
    definition: plain({
      ask: { prompt: "Ask.", response: type({ where: "string" }), next: ({ response }: Context) => response.where },
      one: { prompt: "One.", next: terminal },
      two: { prompt: "Two.", next: terminal },
    }),
  },
  {
    what: "a value that has the name of a step, and is only compared",
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: type({ kind: "'ask'|'end'" }),
        next: ({ response }: Context) => (response.kind === "ask" ? "end" : "end"),
      },
      end: { prompt: "End.", next: terminal },
    }),
  },
  {
    what: "a destructive action with onError",
    definition: plain({
      drop: { action: noop, destructive: true, onError: "look", next: terminal },
      look: { prompt: "Look.", next: terminal },
    }),
  },
  {
    what: "a way back that uses what came before it in any case",
    definition: plain({
      measure: { prompt: "Measure.", response: type({ size: "number" }), next: "report" },
      report: {
        prompt: ({ store }: Context) => `It is ${store.steps.measure.size} large.`,
        response: ok,
        maxVisits: 3,
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "again" }],
      },
      again: { prompt: "Again.", next: "report" },
    }),
  },
  {
    what: "options for one of two choices",
    definition: one(act.askUser({ question: "Which?", options: [option("red"), option("green")] }), {
      response: type({ color: "'red'|'green'", mood: "'good'|'bad'" }),
    }),
  },
  {
    what: "options for free text",
    definition: one(act.askUser({ question: "Which?", options: [option("red"), option("green")] }), {
      response: type({ color: "string" }),
    }),
  },
  {
    what: "options that come from data",
    definition: plain(
      {
        ask: {
          prompt: ({ params, act: own }: Context) =>
            own.askUser({ question: "Which?", options: params.files.map((value: string) => option(value)) }),
          response: type({ file: "string" }),
          next: terminal,
        },
      },
      { params: type({ files: "2 <= string[] <= 4" }) },
    ),
  },
  {
    what: "two questions that offer all values together",
    definition: one(
      ({ attempts, act: own }: Context) =>
        own.askUser({ question: "Which?", options: [option("red"), option(attempts > 0 ? "blue" : "green")] }),
      { response: type({ color: "'red'|'green'|'blue'" }) },
    ),
  },
  {
    what: "several answers for a list",
    definition: one(act.askUser({ question: "Which?", multiSelect: true, options: [option("red"), option("green")] }), {
      response: type({ colors: "('red'|'green')[]" }),
    }),
  },
  {
    what: "a confirmation by yes and no",
    definition: one(act.confirm({ message: "Sure?" }), { response: type({ sure: "'yes'|'no'" }) }),
  },
  {
    what: "a survey with open questions",
    definition: one(
      act.survey([{ question: "Your name?" }, { question: "Color?", options: [option("red"), option("green")] }]),
      { response: type({ name: "string", color: "'red'|'green'" }) },
    ),
  },
  {
    what: "files used by topics, by text, by other files, and by names made at run time",
    definition: plain(
      {
        ask: {
          prompt: ({ refs, params }: Context) => `Read references/guide.md. ${refs.load(`lang/${params.language}.md`)}`,
          next: terminal,
        },
      },
      {
        params: type({ language: "string" }),
        topics: { faq: { label: "FAQ", content: ({ refs }) => refs.load("faq.md") } },
      },
    ),
    options: {
      references: ["guide.md", "faq.md", "lang/de.md", "lang/en.md", "details.md"],
      read: (file) => (file === "guide.md" ? "See [details](details.md)." : "Text."),
    },
  },
  {
    what: "a step that only a failure leads to, and one for too many visits",
    definition: plain({
      send: { prompt: "Send.", action: noop, onError: "failed", maxVisits: 2, onMaxVisits: "late", next: terminal },
      failed: { prompt: "It failed.", next: terminal },
      late: { prompt: "Too late.", next: terminal },
    }),
  },
  {
    what: "a sub-skill that only agents start",
    definition: plain(
      { ask: { prompt: "Ask.", next: terminal } },
      { subskills: { pay: { definition: plain({ pay: { prompt: "Pay.", next: terminal } }) } } },
    ),
  },
  {
    what: "a result of an inline action, used freely",
    definition: plain({
      count: { action: async () => ({ files: ["a"] }), next: "report" },
      report: {
        prompt: ({ store }: Context) =>
          `Files: ${store.steps.count.files.map((file: string) => file.trim()).join(", ")}`,
        next: terminal,
      },
    }),
  },
];
