import { act, fragment, prompt, render, skill, system, terminal, type, view } from "@tradecraft/sdk/workflow";
import { change, listChanges, publishTag } from "./actions.ts";

const bump = type("'patch' | 'minor' | 'major'");

const voice = fragment(
  "voice",
  `
Write for the people who upgrade, not for those who made the change. Begin with what they can do now or must do, then why.
No commit hashes, no ticket numbers, no praise of our own work.
`,
);

const checks = [
  { title: "The tests pass on a clean checkout", status: "pending" },
  { title: "The changelog has an entry for this version", status: "pending" },
  { title: "Every breaking change says how to migrate", status: "pending" },
  { title: "The package holds what it should, and nothing else", status: "pending" },
];

export default skill({
  name: "release-assistant",
  description:
    "Prepares and publishes a release: reads what changed, agrees on the version, writes the notes, goes through the checks and publishes after an explicit yes. Use it when a new version of a package is to go out.",
  triggers: ["release", "publish a version", "cut a release"],
  entry: "changes",
  system: "You prepare a release. Nothing is published before the user has said yes to it in so many words.",
  params: type({ repository: "string >= 1", current: /^\d+\.\d+\.\d+$/ }),
  finalOutput: type({ released: "boolean", version: "string", summary: "string" }),
})
  // Without a prompt: the engine passes such a step by itself, and only its action happens.
  .step("changes", {
    action: {
      run: listChanges,
      mapInput: ({ params }) => ({ repository: params.repository, since: params.current }),
    },
    onError: "ask-for-changes",
    next: [{ to: "nothing-to-do", when: ({ actionResult }) => actionResult.length === 0 }, { to: "choose-version" }],
  })
  .step("ask-for-changes", {
    prompt: ({ params }) => [
      prompt`
        The commits since version ${params.current} could not be read; perhaps its tag is missing. Ask the user
        what has changed, and sort each change into one of three kinds: feature, fix or breaking.
      `,
      act.askUser({ question: `What has changed since ${params.current}?` }),
    ],
    response: type({ changes: change.array().atLeastLength(1) }),
    save: ({ response }) => ({ step: response.changes }),
    next: "choose-version",
  })
  .step("choose-version", {
    prompt: ({ store, params }) => [
      view("Changes", render.table(store.steps.changes ?? store.steps["ask-for-changes"] ?? [])),
      prompt`
        The version now is ${params.current}. Recommend how to count up, by the rules of semantic versioning: anything
        that breaks a caller is major, anything new is minor, the rest is a patch. Say in one sentence which change decides
        it, and let the user choose.
      `,
      act.askUser({
        header: "Version",
        question: "Which part of the version goes up?",
        options: [
          { value: "patch", label: "Patch", description: nextVersion(params.current, "patch") },
          { value: "minor", label: "Minor", description: nextVersion(params.current, "minor") },
          { value: "major", label: "Major", description: nextVersion(params.current, "major") },
        ],
      }),
    ],
    response: type({ bump, because: "string" }),
    save: ({ response, params }) => ({ step: { version: nextVersion(params.current, response.bump), ...response } }),
    next: "write-notes",
  })
  .step("write-notes", {
    prompt: ({ store }) => prompt`
      Write the release notes of ${store.steps["choose-version"].version} in Markdown.

      ${voice}

      Put breaking changes first, each with what to write instead. Leave out a heading that would stand over nothing.
    `,
    response: type({ headline: "1 <= string <= 80", notes: "string >= 1" }),
    next: "run-checks",
  })
  .step("run-checks", {
    prompt: ({ attempts }) => [
      act.checklist(attempts === 0 ? { create: checks } : { update: checks }),
      prompt`
        Go through the list${attempts === 0 ? "" : " again, from the top"}. Look for yourself; do not take a thing for done
        because it usually is. Answer with what stands in the way of the release: one sentence each, or an empty list.
      `,
    ],
    response: type({ blockers: "string[]" }),
    maxVisits: 3,
    onMaxVisits: "call-off",
    next: [{ to: "clear-blockers", when: ({ response }) => response.blockers.length > 0 }, { to: "approve" }],
  })
  .step("clear-blockers", {
    prompt: ({ store }) => [
      view("In the way", render.checklist(store.steps["run-checks"].blockers.map((text) => ({ text, done: false })))),
      prompt`Settle these with the user, smallest first. Answer with what you did about each.`,
    ],
    response: type({ done: "string[]" }),
    next: "run-checks",
  })
  .step("approve", {
    prompt: ({ store }) => [
      view(store.steps["write-notes"].headline, store.steps["write-notes"].notes),
      act.confirm({
        message: `Publish version ${store.steps["choose-version"].version}? A tag that was pushed cannot be taken back.`,
        destructive: true,
      }),
    ],
    response: type({ approved: "boolean" }),
    next: ({ response }) => (response.approved ? "publish" : "call-off"),
  })
  .step("publish", {
    action: {
      run: publishTag,
      mapInput: ({ store, params }) => ({
        repository: params.repository,
        version: store.steps["choose-version"].version,
        notes: store.steps["write-notes"].notes,
      }),
    },
    maxVisits: 3,
    onMaxVisits: "call-off",
    onError: "publish-failed",
    next: "announce",
  })
  .step("publish-failed", {
    prompt: ({ store }) => [
      system`Nothing was published, as far as we know. Do not try to publish in any other way.`,
      prompt`
        Publishing ${store.steps["choose-version"].version} failed. Tell the user so, with the reason that the last result
        gives, and whether waiting is likely to help.
      `,
      act.confirm({ message: "Try again now?", defaultAnswer: "no" }),
    ],
    response: type({ again: "boolean" }),
    next: ({ response }) => (response.again ? "publish" : "call-off"),
  })
  .step("announce", {
    prompt: ({ store }) => prompt`
      Version ${store.steps["choose-version"].version} is out: tag ${store.steps.publish.tag}, at ${store.steps.publish.commit}.

      Tell the user. Answer with a summary of two sentences that could stand in a chat.
    `,
    response: type({ released: "true", version: "string", summary: "string" }),
    next: terminal,
  })
  .step("call-off", {
    prompt: ({ params }) => prompt`
      The release is off, and ${params.current} remains the latest version. Say what would have to be different for it to go
      out, and answer with that in two sentences.
    `,
    response: type({ released: "false", version: "string", summary: "string" }),
    next: terminal,
  })
  .step("nothing-to-do", {
    prompt: ({ params }) => prompt`
      Nothing has changed since ${params.current}: there is nothing to release. Tell the user when the last change was.
    `,
    response: type({ released: "false", version: "string", summary: "string" }),
    next: terminal,
  })
  .build();

function nextVersion(current: string, part: typeof bump.infer): string {
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  if (part === "major") return `${major + 1}.0.0`;
  return part === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
