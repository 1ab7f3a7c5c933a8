import { action, skill, terminal, type } from "@tradecraft/sdk/workflow";

/** What really happened; stubs must keep it empty. */
export const effects: string[] = [];

export const publish = action({
  name: "publish",
  input: type({ version: "string" }),
  output: type({ url: "string" }),
  run: ({ input }) => {
    effects.push(`publish ${input.version}`);
    return { url: `https://example.com/${input.version}` };
  },
});

/** A loop, branches, an inline and a reusable action, an error exit, a store and a final output. */
export const release = skill({
  name: "release",
  entry: "plan",
  params: type({ repo: "string" }),
  stores: { notes: type({ last: "string", count: "number" }) },
  finalOutput: type({ text: "string" }),
})
  .step("plan", {
    prompt: ({ params, attempts, act }) => [
      `Plan ${params.repo}, round ${attempts + 1}.`,
      act.confirm({ message: "Go?" }),
    ],
    response: type({ version: "/^\\d+\\.\\d+$/", ready: "boolean" }),
    action: ({ response }) => {
      effects.push(`plan ${response.version}`);
      return { length: response.version.length };
    },
    save: ({ response, attempts }) => ({ step: response.version, notes: { last: response.version, count: attempts } }),
    next: [
      { to: "push", when: ({ response }) => response.ready },
      { to: "give-up", when: ({ attempts }) => attempts > 2 },
      { to: "plan" },
    ],
  })
  .step("push", {
    prompt: ({ store }) => `Push ${store.steps.plan}.`,
    response: type({ version: "string" }),
    action: { run: publish },
    onError: "give-up",
    retries: 1,
    next: "announce",
  })
  .step("announce", {
    prompt: ({ store }) => `Announce ${store.steps.push.url}.`,
    response: type({ text: "string" }),
    next: terminal,
  })
  .step("give-up", { prompt: "Say why not.", response: type({ text: "string" }), next: terminal })
  .build();

const doctor = skill({
  name: "doctor",
  entry: "diagnose",
  params: type({ complaint: "string" }),
  finalOutput: type({ cure: "string" }),
})
  .step("diagnose", {
    prompt: ({ params }) => `Diagnose ${params.complaint}.`,
    response: type({ cause: "string" }),
    next: "look-up",
  })
  .step("look-up", {
    action: () => {
      effects.push("look-up");
      return { found: 1 };
    },
    next: "cure",
  })
  .step("cure", { prompt: "Cure it.", response: type({ cure: "string" }), next: terminal })
  .build();

const nurse = skill({ name: "nurse", entry: "care" })
  .step("care", { prompt: "Care.", response: type({ done: "boolean" }), next: terminal })
  .build();

/** A dispatcher with a sub-skill that comes back, one that does not, and a topic. */
export const triage = skill({ name: "triage", entry: "route" })
  .step("route", {
    prompt: "Where to?",
    response: type({ to: "'doctor' | 'nurse' | 'help' | 'nowhere'" }),
    next: ({ response }) =>
      response.to === "doctor"
        ? "subskill:doctor"
        : response.to === "nurse"
          ? "subskill:nurse"
          : response.to === "help"
            ? "topic:help"
            : terminal,
  })
  .subskill("doctor", doctor, { params: () => ({ complaint: "a cough" }), next: "thank" })
  .subskill("nurse", nurse)
  .step("thank", {
    prompt: ({ store }) => `Thank for ${JSON.stringify(store.steps.doctor)}.`,
    response: type({ thanks: "string" }),
    next: terminal,
  })
  .topic("help", { label: "Help", content: "Ask." })
  .build();

/** Parts over a list, then named parts. */
export const research = skill({ name: "research", entry: "ask", params: type({ topics: "string[]" }) })
  .parallel("ask", {
    over: ({ params }) => params.topics,
    each: {
      prompt: ({ item }) => `What of ${item}?`,
      response: type({ answer: "string" }),
      action: ({ response, item }) => {
        effects.push(`ask ${item}`);
        return `${item}: ${response.answer}`;
      },
    },
    next: "check",
  })
  .parallel("check", {
    branches: {
      lint: { prompt: "Lint.", response: type("string[]") },
      types: { prompt: "Types.", response: type({ ok: "boolean" }) },
    },
    next: [{ to: "ask", when: ({ response }) => !response.types.ok }, { to: terminal }],
  })
  .build();
