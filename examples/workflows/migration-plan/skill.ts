import { act, prompt, render, skill, terminal, type, view } from "@tradecraft/sdk/workflow";
import { recordBatch } from "./record-batch.ts";

// A plan shows these: they must not be blank.
const text = type(/\S/);
const batch = type({ title: text, files: "string[] >= 1" });

export default skill({
  name: "migration-plan",
  description:
    "Moves a code base from one interface to another in small batches: takes stock, agrees on a plan, then migrates, checks and records one batch after the other. Use it for changes too large for one commit; it can be interrupted at any time and taken up again.",
  triggers: ["migrate", "replace a library", "move to the new API"],
  entry: "take-stock",
  params: type({ from: "string", to: "string", folder: "string = '.'" }),
  stores: {
    // A step sees the results of steps before it. What it tells an earlier one, or itself, goes through a store.
    review: type({ remarks: "string" }),
    progress: type({ done: "number.integer" }),
  },
  finalOutput: type({ migrated: "string[]", left: "string[]", summary: "string" }),
})
  .step("take-stock", {
    prompt: ({ params }) => prompt`
      Find every file below ${params.folder} that uses ${params.from}. Count the uses in each, and mark those where ${params.to}
      has nothing that does the same: these decide how hard this will be. Change nothing yet.
    `,
    response: type({
      files: type({ path: "string", uses: "number.integer >= 1", hard: "boolean" }).array(),
      example: { before: "string", after: "string" },
    }),
    next: [{ to: "nothing-found", when: ({ response }) => response.files.length === 0 }, { to: "draft" }],
  })
  .step("draft", {
    prompt: ({ store, params }) => [
      view("Where it is used", render.table(store.steps["take-stock"].files)),
      prompt`
        Divide the files into batches. After each batch everything works, with ${params.from} and ${params.to} side by side.
        Easy files that many others depend on come first, hard ones last and alone.
        ${store.review.remarks === undefined ? "" : `The last plan was refused: ${store.review.remarks}`}
      `,
    ],
    response: type({ summary: text, batches: batch.array().atLeastLength(1).atMostLength(30) }),
    maxVisits: 3,
    onMaxVisits: "stop",
    next: "approve",
  })
  .step("approve", {
    prompt: ({ store }) => {
      const { before, after } = store.steps["take-stock"].example;
      const { summary, batches } = store.steps.draft;
      return [
        view("A typical change", render.code(render.diff(before, after), "diff")),
        act.plan({ summary, steps: batches.map(({ title, files }) => `${title} (${files.join(", ")})`) }),
      ];
    },
    response: type({ approved: "boolean", remarks: "string = ''" }),
    save: ({ response }) => ({ review: { remarks: response.remarks } }),
    next: ({ response }) => (response.approved ? "migrate" : "draft"),
  })
  // Comes round once for each batch. That its action has run is on record: however the run is interrupted, a batch that was
  // written down is not written down again.
  .step("migrate", {
    prompt: ({ store, params }) => {
      const { batches } = store.steps.draft;
      const { done = 0 } = store.progress;
      return [
        view("Batches", render.table(withStatus(batches, done))),
        prompt`
          Migrate this batch from ${params.from} to ${params.to}, and nothing else:

          ${(batches[done]?.files ?? []).map((file) => `- ${file}`).join("\n")}

          Run the tests. If they fail and the reason is not in these files, put the batch back as it was and say so.
        `,
      ];
    },
    response: type({ tests: "'pass' | 'fail'", note: "string" }),
    action: {
      run: recordBatch,
      mapInput: ({ response, store, params }) => ({
        folder: params.folder,
        title: store.steps.draft.batches[store.progress.done ?? 0]?.title ?? "Rest",
        ...response,
      }),
    },
    save: ({ attempts }) => ({ progress: { done: attempts } }),
    maxVisits: 30,
    onMaxVisits: "stop",
    onError: "stop",
    next: ({ store, attempts, actionResult }) => {
      if (actionResult.status === "fail") return "stop";
      return attempts < store.steps.draft.batches.length ? "self" : "finish";
    },
  })
  .step("finish", {
    prompt: ({ store, params }) => [
      view("Batches", render.table(store.steps.all("migrate"))),
      prompt`
        Every batch is in. Take ${params.from} out of the dependencies, run everything once more, and answer with what was
        migrated. Nothing should be left; if something is, name it.
      `,
    ],
    response: type({ migrated: "string[]", left: "string[]", summary: "string" }),
    next: terminal,
  })
  .step("stop", {
    prompt: ({ store, params }) => [
      view("Batches", render.table(store.steps.all("migrate"))),
      prompt`
        We stop here, with ${params.from} and ${params.to} side by side. Answer with what was migrated, what is left, and what
        has to be decided before somebody goes on.
      `,
    ],
    response: type({ migrated: "string[]", left: "string[]", summary: "string" }),
    next: terminal,
  })
  .step("nothing-found", {
    prompt: ({ params }) => prompt`
      Nothing below ${params.folder} uses ${params.from}. Say how you looked, so that the user can judge whether to believe it.
    `,
    response: type({ migrated: "string[]", left: "string[]", summary: "string" }),
    next: terminal,
  })
  .build();

function withStatus(batches: readonly (typeof batch.infer)[], done: number): Record<string, unknown>[] {
  return batches.map(({ title, files }, index) => ({
    batch: title,
    files: files.length,
    status: index < done ? "done" : index === done ? "in_progress" : "pending",
  }));
}
