/** Answers to the steps of an example; of a list each visit takes the next. */
export interface ExampleRun {
  readonly params: object;
  readonly answers: Readonly<Record<string, object | readonly object[]>>;
  readonly finalOutput: unknown;
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const finding = { answer: "Some.", claims: [{ text: "A claim.", source: "https://a.example/1" }], confidence: "low" };
const report = { answer: "A little.", confidence: "low", sources: ["https://a.example/1"], open: [] };
const week = { written: "onboarding/ada.md", summary: "Five small tasks." };
const migrated = { migrated: ["a.ts", "b.ts"], left: [], summary: "Two files." };
const off = { released: false, version: "9.9.9", summary: "Not now." };
const reply = { outcome: "accepted", reply: "We see it too." };
const steps = ["Open two tabs", "Save in both"];

/** A whole run of each example. */
export function exampleRuns(folder: string): Readonly<Record<string, ExampleRun>> {
  return {
    "migration-plan": {
      params: { from: "moment", to: "date-fns", folder },
      answers: {
        "take-stock": { files: [{ path: "a.ts", uses: 3, hard: false }], example: { before: "a", after: "b" } },
        draft: {
          summary: "One by one",
          batches: [
            { title: "A", files: ["a.ts"] },
            { title: "B", files: ["b.ts"] },
          ],
        },
        approve: { approved: true },
        migrate: { tests: "pass", note: "Fine." },
        finish: migrated,
      },
      finalOutput: migrated,
    },
    "onboarding-survey": {
      params: { team: "Parcel Labs", mentor: "Noor" },
      answers: {
        survey: {
          role: "backend",
          experience: "some",
          interests: ["tooling"],
          hopes: "Shipping.",
          worries: "Meetings.",
        },
        introduce: { name: "Ada", email: "ada@parcel.example", timeZone: "Europe/Madrid" },
        "read-back": { right: true },
        "plan-week": { days: days.map((day) => ({ day, task: "Something small", who: "Noor" })) },
        agree: { answer: "yes" },
        "write-down": week,
      },
      finalOutput: week,
    },
    // No such repository: the action of its prompt-less entry fails, and the user is asked instead.
    "release-assistant": {
      params: { repository: `${folder}/none`, current: "9.9.9" },
      answers: {
        "ask-for-changes": { changes: [{ kind: "fix", text: "Umlauts are printed." }] },
        "choose-version": { bump: "patch", because: "It is a fix." },
        "write-notes": { headline: "Umlauts", notes: "They are printed." },
        "run-checks": [{ blockers: ["No changelog."] }, { blockers: [] }],
        "clear-blockers": { done: ["Wrote it."] },
        approve: { approved: false },
        "call-off": off,
      },
      finalOutput: off,
    },
    "research-fan-out": {
      params: { question: "Do standing desks help?" },
      answers: {
        split: { angles: ["Trials", "Habits", "Harm"].map((title) => ({ title, question: `What about ${title}?` })) },
        "gather#0": finding,
        "gather#1": finding,
        "gather#2": finding,
        "review#contradictions": { pairs: [] },
        "review#gaps": { missing: [] },
        report,
      },
      finalOutput: report,
    },
    "triage-desk": {
      params: { report: "My notes are gone after I save them!" },
      answers: {
        sort: { kind: "fault", summary: "Notes are gone after saving." },
        "reproduce/prepare": { did: "Saved a note", expected: "It is kept", saw: "It was gone" },
        "reproduce/attempt": { reproduced: true, steps, environment: "Linux, two tabs", done: true },
        "reproduce/conclude": { reproduced: true, steps, environment: "Two tabs" },
        assess: { severity: "critical", remark: "Use one tab." },
        reply,
      },
      finalOutput: reply,
    },
  };
}
