import assert from "node:assert/strict";
import { mockModel, runSkill } from "@tradecraft/sdk/testing";
import type { Demo } from "../demo.ts";
import { skillFiles } from "../skill-files.ts";
import triageDesk from "./skill.ts";

const refs = skillFiles(new URL("./", import.meta.url));

export const demo: Demo = async function* () {
  const steps = ["Open two tabs", "Save in one", "Save in the other"];
  const fault = await runSkill(triageDesk, {
    refs,
    params: { report: "Since yesterday my notes are gone after I save them!" },
    model: mockModel({
      sort: { kind: "fault", summary: "Notes are gone after saving." },
      // Steps of a sub-skill carry its name.
      "reproduce/prepare": { did: "Saved a note", expected: "It is kept", saw: "It was gone" },
      "reproduce/attempt": [
        { reproduced: false, steps: ["Save a note"], environment: "Linux, one tab", done: false },
        { reproduced: true, steps, environment: "Linux, two tabs", done: true },
      ],
      "reproduce/conclude": { reproduced: true, steps, environment: "Two tabs, any system" },
      // It has come back: the dispatcher goes on with what it found.
      assess: { severity: "critical", remark: "Until it is mended, use one tab." },
      reply: { outcome: "accepted", reply: "We see it too: two tabs overwrite each other. Please use one for now." },
    }),
  });
  assert.deepEqual(fault.store.steps.reproduce, { reproduced: true, steps, environment: "Two tabs, any system" });
  assert.equal(fault.path.at(-1), "reply");
  yield { title: "A fault: a sub-skill reproduces it and comes back", ...fault };

  const outage = await runSkill(triageDesk, {
    refs,
    params: { report: "Nobody in our company can log in." },
    model: mockModel({
      sort: { kind: "incident", summary: "A whole company cannot log in.", since: "09:40 UTC" },
      "incident/message": { message: "Nobody at Acme can log in since 09:40 UTC.", send: true },
      "incident/hand-over": { outcome: "handed-over", message: "Nobody at Acme can log in since 09:40 UTC." },
    }),
  });
  assert.deepEqual(outage.path, ["sort", "incident/message", "incident/hand-over"]);
  yield { title: "An incident: a sub-skill takes over, and ends the run", ...outage };

  const question = await runSkill(triageDesk, {
    refs,
    params: { report: "Where do I find my invoices?" },
    model: mockModel({ sort: { kind: "question", summary: "Where are invoices?" } }),
  });
  assert.ok("topic" in question.finalOutput && question.finalOutput.content.includes("invoices"));
  yield { title: "A question: a topic answers it", ...question };
};
