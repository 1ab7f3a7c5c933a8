import { prompt, render, skill, terminal, type, view } from "@tradecraft/sdk/workflow";

/** What an attempt to see the fault for ourselves has shown. */
export const reproduction = type({ reproduced: "boolean", steps: "string[]", environment: "string" });

/** Tries to see a fault for ourselves. It also runs alone. */
export const reproduce = skill({
  name: "reproduce",
  description:
    "Reproduces a reported fault with as few steps as possible. Use it when a report says that something broke.",
  entry: "prepare",
  params: type({ report: "string", "version?": "string" }),
  finalOutput: reproduction,
})
  .step("prepare", {
    prompt: ({ params }) => [
      view("Report", params.report),
      prompt`
        Before you try anything, write down what the reporter did, what they expected and what they saw instead. Where the
        report leaves one of these out, say "not told" rather than guessing.
        ${params.version === undefined ? "The version is not known: note which one you are going to use." : `Use version ${params.version}.`}
      `,
    ],
    response: type({ did: "string", expected: "string", saw: "string" }),
    next: "attempt",
  })
  .step("attempt", {
    prompt: ({ store, attempts }) => [
      view(render.kv(store.steps.prepare)),
      attempts === 0
        ? prompt`
            Follow the reporter's steps in a fresh environment, and write down each step as you do it. If the fault shows
            up, take away one step after the other as long as it still does.
          `
        : prompt`
            That did not show the fault. Change one thing, the likeliest first: version, platform, settings, amount of
            data. If nothing is left to change, say that you are done.
          `,
    ],
    response: reproduction.and({ done: "boolean" }),
    maxVisits: 4,
    onMaxVisits: "conclude",
    next: [{ to: "self", when: ({ response }) => !response.reproduced && !response.done }, { to: "conclude" }],
  })
  .step("conclude", {
    prompt: ({ store }) => prompt`
      You have tried ${store.steps.all("attempt").length} times. Give the shortest list of steps that somebody else can
      follow, and the environment you saw it in. Where it was never seen, list what you tried.
    `,
    response: reproduction,
    next: terminal,
  })
  .build();
