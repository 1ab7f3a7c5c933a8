import { type } from "arktype";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { type Context, plain, terminal, type WrongSkill } from "./define-plain.ts";

const color = type({ color: "'red'|'green'" });
const option = (value: string): { value: string; label: string } => ({ value, label: value });
const one = (prompt: unknown, more: object = {}): WrongSkill["definition"] =>
  plain({ ask: { prompt: prompt as never, next: terminal, ...more } });

/** Mistakes in what prompts say. */
export const WRONG_PROMPTS: readonly WrongSkill[] = [
  {
    what: "a tool of one host in a text",
    rule: "no-host-tool-names",
    says: /names "AskUserQuestion"/,
    definition: one("Call AskUserQuestion to find out."),
  },
  {
    what: "a tool of another host",
    rule: "no-host-tool-names",
    says: /names "apply_patch"/,
    definition: one("Change the file with apply_patch, then go on."),
  },
  {
    what: "a tool in a list of pieces",
    rule: "no-host-tool-names",
    says: /names "TodoWrite"/,
    definition: one(["Work through it.", "Keep track in TodoWrite."]),
  },
  {
    what: "a tool in a function's text",
    rule: "no-host-tool-names",
    says: /names "update_plan"/,
    definition: one(({ params }: Context) => `Record ${params} with update_plan.`),
  },
  {
    what: "a tool in one branch of a prompt",
    rule: "no-host-tool-names",
    says: /names "spawn_agent"/,
    definition: plain(
      {
        ask: {
          prompt: ({ params }: Context) => (params.mode === "deep" ? "Use spawn_agent for it." : "Look at it."),
          next: terminal,
        },
      },
      { params: type({ mode: "'quick'|'deep'" }) },
    ),
  },
  {
    what: "a word that is made a tool",
    rule: "no-host-tool-names",
    says: /names "question"/,
    definition: one("Use the `question` tool to ask."),
  },
  {
    what: "a word that is called",
    rule: "no-host-tool-names",
    says: /names "task"/,
    definition: one("Now use task(description) for each file."),
  },
  {
    what: "a word in backticks",
    rule: "no-host-tool-names",
    says: /names "Agent"/,
    definition: one("Start an `Agent` for each file."),
  },
  {
    what: "what may be a tool, or not",
    rule: "no-host-tool-names",
    severity: "warning",
    says: /names "read_file"/,
    definition: one("Use `read_file` for each of them."),
  },
  {
    what: "a tool with a hyphen",
    rule: "no-host-tool-names",
    says: /names "enter-plan-mode"/,
    definition: one("First enter-plan-mode, then write."),
  },
  {
    what: "a tool in a question",
    rule: "no-host-tool-names",
    says: /names "WebSearch"/,
    definition: one(act.askUser({ question: "May I look it up with WebSearch?" }), {
      response: type({ ok: "boolean" }),
    }),
  },
  {
    what: "a tool where another is asked for",
    rule: "no-host-tool-names",
    says: /names "WebFetch"/,
    definition: one(({ host }: Context) =>
      host.toolsAvailable.includes("WebSearch") ? "Use WebSearch and WebFetch." : "Look it up.",
    ),
  },
  {
    what: "a tool in the frame of the skill",
    rule: "no-host-tool-names",
    says: /`system` names "NotebookEdit"/,
    definition: plain({ ask: { prompt: "Ask.", next: terminal } }, { system: "Prefer NotebookEdit." }),
  },
  {
    what: "a tool in a part",
    rule: "no-host-tool-names",
    says: /"look" \(web\) names "WebSearch"/,
    definition: plain({ look: { parallel: { branches: { web: { prompt: "WebSearch it." } } }, next: terminal } }),
  },
  {
    what: "a misspelt tool in a guard",
    rule: "unknown-tool-names",
    says: /asks for "WebSerch"/,
    definition: one(({ host }: Context) => (host.toolsAvailable.includes("WebSerch") ? "Look." : "Ask.")),
  },
  {
    what: "an unknown tool by indexOf",
    rule: "unknown-tool-names",
    says: /asks for "teleport"/,
    definition: one(({ host }: Context) => (host.toolsAvailable.indexOf("teleport") >= 0 ? "Go." : "Walk.")),
  },
  {
    what: "several prompts that depend on tools",
    rule: "host-branching-density",
    says: /"first" and "second"/,
    definition: plain({
      first: {
        prompt: ({ host }: Context) => (host.toolsAvailable.includes("WebSearch") ? "Look it up." : "Think."),
        next: "second",
      },
      second: {
        prompt: ({ host }: Context) =>
          host.toolsAvailable.some((tool: string) => tool === "WebFetch") ? "Get." : "Ask.",
        next: terminal,
      },
    }),
  },
  {
    what: "an option that the response does not take",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /offers "blue"/,
    definition: one(act.askUser({ question: "Which?", options: [option("red"), option("green"), option("blue")] }), {
      response: color,
    }),
  },
  {
    what: "a value that is never offered",
    rule: "primitive-schema-mismatch",
    severity: "warning",
    says: /never offers "blue"/,
    definition: one(act.askUser({ question: "Which?", options: [option("red"), option("green")] }), {
      response: type({ color: "'red'|'green'|'blue'" }),
    }),
  },
  {
    what: "options and a response that have nothing in common",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /nothing in the response takes/,
    definition: one(act.askUser({ question: "Which?", options: [option("small"), option("large")] }), {
      response: color,
    }),
  },
  {
    what: "several answers for one place",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /`color` takes one/,
    definition: one(act.askUser({ question: "Which?", multiSelect: true, options: [option("red"), option("green")] }), {
      response: color,
    }),
  },
  {
    what: "a wrong option in a function's prompt",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /offers "blue"/,
    definition: one(
      ({ act: own }: Context) => [
        "Ask.",
        own.askUser({ question: "Which?", options: [option("red"), option("green"), option("blue")] }),
      ],
      { response: color },
    ),
  },
  {
    what: "a question whose answer goes nowhere",
    rule: "primitive-schema-mismatch",
    severity: "warning",
    says: /no `response`/,
    definition: one(act.askUser({ question: "What is your name?" })),
  },
  {
    what: "a confirmation without yes and no",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /yes or no/,
    definition: one(act.confirm({ message: "Sure?" }), { response: type({ count: "number" }) }),
  },
  {
    what: "a confirmation answered by other words",
    rule: "primitive-schema-mismatch",
    severity: "warning",
    says: /yes or no/,
    definition: one(act.confirm({ message: "Sure?" }), { response: type({ answer: "'go'|'stop'" }) }),
  },
  {
    what: "a survey with an option too many",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /offers "xl" for "Size\?"/,
    definition: one(
      act.survey([
        { question: "Color?", options: [option("red"), option("green")] },
        { question: "Size?", options: [option("s"), option("m"), option("xl")] },
      ]),
      { response: type({ color: "'red'|'green'", size: "'s'|'m'" }) },
    ),
  },
  {
    what: "a survey with more questions than places",
    rule: "primitive-schema-mismatch",
    severity: "error",
    says: /asks 2 questions/,
    definition: one(act.survey([{ question: "Your name?" }, { question: "Your city?" }]), {
      response: type({ name: "string" }),
    }),
  },
  {
    what: "a plan that nobody can refuse",
    rule: "primitive-schema-mismatch",
    severity: "warning",
    says: /approve a plan/,
    definition: one(act.plan({ summary: "Move", steps: ["Pack", "Drive"] }), { response: type({ days: "number" }) }),
  },
  {
    what: "a prompt over its budget",
    rule: "prompt-budget",
    says: /more than 2000/,
    definition: one("Read every line of it with care, then think again. ".repeat(400)),
  },
  {
    what: "a prompt over a budget of one's own",
    rule: "prompt-budget",
    says: /more than 20/,
    definition: one(
      "Read every line of it with care, then think again, and once more, until nothing is left open at all.",
    ),
    options: { promptBudget: 20 },
  },
  {
    what: "a prompt that throws",
    rule: "prompt-not-assembled",
    severity: "info",
    says: /no weather today/,
    definition: one(() => {
      throw new Error("no weather today");
    }),
  },
  {
    what: "a prompt that returns what is none",
    rule: "prompt-not-assembled",
    severity: "info",
    says: /made of texts/,
    definition: one(() => ({ kind: "poem" })),
  },
  {
    what: "a prompt that is asynchronous",
    rule: "prompt-not-assembled",
    severity: "info",
    says: /asynchronous/,
    definition: one(async () => "Later."),
  },
];
