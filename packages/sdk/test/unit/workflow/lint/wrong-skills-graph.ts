import { type } from "arktype";
import { type Context, plain, terminal, type WrongSkill } from "./define-plain.ts";

const ok = type({ ok: "boolean" });
const noop = async (): Promise<unknown> => undefined;

/** Mistakes in where steps lead. */
export const WRONG_GRAPHS: readonly WrongSkill[] = [
  {
    what: "a misspelt next",
    rule: "unknown-step",
    says: /`next` of "ask" leads to "reprot"/,
    definition: plain({ ask: { prompt: "Ask.", next: "reprot" }, report: { prompt: "Report.", next: terminal } }),
  },
  {
    what: "a misspelt branch",
    rule: "unknown-step",
    says: /leads to "repport"/,
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: ok,
        next: [{ to: "repport", when: ({ response }: Context) => response.ok }, { to: terminal }],
      },
    }),
  },
  {
    what: "a misspelt onError",
    rule: "unknown-step",
    says: /`onError` of "send" leads to "oops"/,
    definition: plain({ send: { action: noop, onError: "oops", next: terminal } }),
  },
  {
    what: "a misspelt onMaxVisits outside a loop",
    rule: "unknown-step",
    says: /`onMaxVisits` of "ask" leads to "stop"/,
    definition: plain({ ask: { prompt: "Ask.", maxVisits: 2, onMaxVisits: "stop", next: terminal } }),
  },
  {
    what: "an unknown sub-skill",
    rule: "unknown-step",
    says: /leads to "subskill:billing"/,
    definition: plain({ ask: { prompt: "Ask.", next: "subskill:billing" } }),
  },
  {
    what: "an unknown topic",
    rule: "unknown-step",
    says: /leads to "topic:faq"/,
    definition: plain({ ask: { prompt: "Ask.", next: "topic:faq" } }),
  },
  {
    what: "__parent__ that nobody rewired",
    rule: "unknown-step",
    says: /"__parent__"/,
    definition: plain({ ask: { prompt: "Ask.", next: "__parent__" } }),
  },
  {
    what: "a function that returns a misspelt name",
    rule: "unknown-step",
    says: /leads to "finnish"/,
    definition: plain({
      ask: { prompt: "Ask.", response: ok, next: ({ response }: Context) => (response.ok ? "finish" : "finnish") },
      finish: { prompt: "Finish.", next: terminal },
    }),
  },
  {
    what: "a function that returns a value that is no step",
    rule: "unknown-step",
    severity: "warning",
    says: /leads to "later"/,
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: type({ where: "'finish'|'later'" }),
        next: ({ response }: Context) => response.where,
      },
      finish: { prompt: "Finish.", next: terminal },
    }),
  },
  {
    what: "an entry that is no step",
    rule: "unknown-step",
    says: /The entry "begin"/,
    definition: plain({ start: { prompt: "Start.", next: terminal } }, { entry: "begin" }),
  },
  {
    what: "a step that nothing leads to",
    rule: "unreachable-step",
    says: /to "lost"/,
    definition: plain({ ask: { prompt: "Ask.", next: terminal }, lost: { prompt: "Lost.", next: terminal } }),
  },
  {
    what: "a step that only an unreachable value leads to",
    rule: "unreachable-step",
    says: /to "never"/,
    definition: plain({
      ask: { prompt: "Ask.", response: ok, next: ({ response }: Context) => (response.ok ? "yes" : "no") },
      yes: { prompt: "Yes.", next: terminal },
      no: { prompt: "No.", next: terminal },
      never: { prompt: "Never.", next: terminal },
    }),
  },
  {
    what: "a step without next",
    rule: "terminal-missing",
    says: /"ask" has no way on/,
    definition: plain({ ask: { prompt: "Ask." } }),
  },
  {
    what: "an empty list of branches",
    rule: "terminal-missing",
    says: /"ask" has no way on/,
    definition: plain({ ask: { prompt: "Ask.", next: [] } }),
  },
  {
    what: "branches with conditions only",
    rule: "missing-default-branch",
    says: /Every branch of "ask"/,
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: type({ score: "number" }),
        next: [
          { to: "high", when: ({ response }: Context) => response.score > 10 },
          { to: terminal, when: ({ response }: Context) => response.score < 10 },
        ],
      },
      high: { prompt: "High.", next: terminal },
    }),
  },
  {
    what: "a sub-skill that comes back by branches with conditions only",
    rule: "missing-default-branch",
    says: /"subskill:pay"/,
    definition: plain(
      { ask: { prompt: "Ask.", next: "subskill:pay" }, thank: { prompt: "Thank.", next: terminal } },
      {
        subskills: {
          pay: {
            definition: plain({ pay: { prompt: "Pay.", next: terminal } }),
            next: [{ to: "thank", when: ({ store }: Context) => store.steps.pay.ok }],
          },
        },
      },
    ),
  },
  {
    what: "a loop of two without a limit",
    rule: "cycle-guard",
    severity: "warning",
    says: /"draft" and "review"/,
    definition: plain({
      draft: { prompt: "Draft.", next: "review" },
      review: {
        prompt: "Review.",
        response: ok,
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "draft" }],
      },
    }),
  },
  {
    what: "a self-loop without a limit",
    rule: "cycle-guard",
    severity: "warning",
    says: /"poll"/,
    definition: plain({
      poll: {
        prompt: "Poll.",
        response: ok,
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "self" }],
      },
    }),
  },
  {
    what: "a second loop around a limited one",
    rule: "cycle-guard",
    severity: "warning",
    says: /"a" and "c"/,
    definition: plain({
      a: { prompt: "A.", response: ok, next: [{ to: "b", when: ({ response }: Context) => response.ok }, { to: "c" }] },
      b: { prompt: "B.", maxVisits: 3, onMaxVisits: "end", next: "a" },
      c: {
        prompt: "C.",
        response: ok,
        next: [{ to: "a", when: ({ response }: Context) => response.ok }, { to: "end" }],
      },
      end: { prompt: "End.", next: terminal },
    }),
  },
  {
    what: "a limit that leads nowhere",
    rule: "cycle-guard",
    severity: "error",
    says: /`onMaxVisits` of "poll" leads to "giveup"/,
    definition: plain({
      poll: {
        prompt: "Poll.",
        response: ok,
        maxVisits: 3,
        onMaxVisits: "giveup",
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "self" }],
      },
    }),
  },
  {
    what: "a limit that leads to itself",
    rule: "cycle-guard",
    severity: "error",
    says: /very step/,
    definition: plain({
      poll: {
        prompt: "Poll.",
        response: ok,
        maxVisits: 3,
        onMaxVisits: "poll",
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "self" }],
      },
    }),
  },
  {
    what: "a limit of nothing",
    rule: "cycle-guard",
    severity: "error",
    says: /at least 1/,
    definition: plain({
      poll: {
        prompt: "Poll.",
        response: ok,
        maxVisits: 0,
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "self" }],
      },
    }),
  },
  {
    what: "a loop without an end",
    rule: "unbounded-loop",
    says: /"ping" and "pong"/,
    definition: plain({ ping: { prompt: "Ping.", next: "pong" }, pong: { prompt: "Pong.", next: "ping" } }),
  },
  {
    what: "a trap beside a way to the end",
    rule: "unbounded-loop",
    says: /"trap"/,
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: ok,
        next: [{ to: terminal, when: ({ response }: Context) => response.ok }, { to: "trap" }],
      },
      trap: { prompt: "Again.", maxVisits: 5, next: "self" },
    }),
  },
  {
    what: "a loop by a function",
    rule: "unbounded-loop",
    severity: "warning",
    says: /"ping" and "pong"/,
    definition: plain({
      ping: { prompt: "Ping.", next: () => "pong" },
      pong: { prompt: "Pong.", next: "ping" },
    }),
  },
  {
    what: "a way around a result that is used",
    rule: "late-edge",
    says: /"report" can be reached without "measure", as from "shortcut"/,
    definition: plain({
      ask: {
        prompt: "Ask.",
        response: ok,
        next: [{ to: "measure", when: ({ response }: Context) => response.ok }, { to: "shortcut" }],
      },
      measure: { prompt: "Measure.", response: type({ size: "number" }), next: "report" },
      report: { prompt: ({ store }: Context) => `It is ${store.steps.measure?.size} large.`, next: terminal },
      shortcut: { prompt: "Guess.", next: "report" },
    }),
  },
  {
    what: "a failure, declared later, that leads to a step which uses what came before it",
    rule: "late-edge",
    says: /"report" can be reached without "measure", as from "fetch"/,
    definition: plain(
      {
        measure: { prompt: "Measure.", response: type({ size: "number" }), next: "report" },
        report: { prompt: ({ store }: Context) => `It is ${store.steps.measure?.size} large.`, next: terminal },
        fetch: { action: noop, onError: "report", next: "measure" },
      },
      { entry: "fetch" },
    ),
  },
  {
    what: "a destructive action without onError",
    rule: "destructive-without-on-error",
    says: /"drop"/,
    definition: plain({ drop: { prompt: "Drop.", action: noop, destructive: true, next: terminal } }),
  },
  {
    what: "a reusable destructive action without onError",
    rule: "destructive-without-on-error",
    says: /"publish"/,
    definition: plain({
      publish: {
        prompt: "Publish.",
        response: ok,
        action: { run: { kind: "action", name: "publish", input: ok, output: ok, run: noop, destructive: true } },
        next: terminal,
      },
    }),
  },
  {
    what: "a destructive action in a part",
    rule: "destructive-without-on-error",
    says: /"clean"/,
    definition: plain({
      clean: {
        parallel: {
          branches: {
            disk: {
              prompt: "Clean the disk.",
              response: ok,
              action: { run: { kind: "action", name: "wipe", input: ok, output: ok, run: noop, destructive: true } },
            },
          },
        },
        next: terminal,
      },
    }),
  },
];
