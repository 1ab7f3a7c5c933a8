import assert from "node:assert/strict";
import { mockModel, runSkill } from "@tradecraft/sdk/testing";
import type { Demo } from "../demo.ts";
import onboardingSurvey from "./skill.ts";

const params = { team: "Parcel Labs", mentor: "Noor" };
const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

const answers = {
  survey: {
    role: "backend",
    experience: "some",
    interests: ["reliability", "tooling"],
    hopes: "That something of mine is live by Friday.",
    worries: "I get lost in large meetings.",
  },
  introduce: [
    { name: "Ada Byron", email: "ada@parcel.example", timeZone: "Europe/Madrid" },
    { name: "Ada Byron", email: "ada.byron@parcel.example", timeZone: "Europe/Madrid" },
  ],
  "read-back": [{ right: false }, { right: true }],
  "plan-week": { days: days.map((day) => ({ day, task: `Something small for ${day}`, who: "Noor" })) },
  agree: [{ answer: "change", wish: "A shorter Friday." }, { answer: "yes" }],
  "write-down": { written: "onboarding/ada-byron.md", summary: "Ada begins with five small tasks." },
};

export const demo: Demo = async function* () {
  const files = { "claude-code": "CLAUDE.md", "gemini-cli": "GEMINI.md", generic: "AGENTS.md" };
  for (const [host, file] of Object.entries(files)) {
    const run = await runSkill(onboardingSurvey, { params, host, model: mockModel(answers) });
    assert.equal(run.store.contact?.email, "ada.byron@parcel.example");
    assert.equal(run.store.profile?.role, "backend");
    assert.ok(
      run.prompts.some(
        ({ step, visit, prompt }) => step === "plan-week" && visit === 2 && prompt.includes("A shorter Friday."),
      ),
    );
    const last = run.prompts.at(-1)?.prompt ?? "";
    assert.ok(last.includes(file), last);
    yield { title: `On ${host}: the note goes to ${file}`, ...run };
  }
};
