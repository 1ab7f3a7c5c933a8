/** A skill with two tools and a state. */
export function codeSource(name: string): string {
  const words = name.replaceAll("-", " ");
  return `import { defineSkill, type SkillDefinition } from "@tradecraft/sdk";
import { type } from "@tradecraft/sdk/workflow";

const state = type({ notes: type({ text: "string", done: "boolean" }).array().default(() => []) });

const skill = defineSkill({
  name: ${JSON.stringify(name)},
  description: "Keeps notes on what is to be done, and ticks them off. Use when somebody asks for ${words}.",
  body: "Call \`add\` for each thing to be done and \`finish\` when it is. Answer with what is left.",
  state: { namespace: "notes", schema: state },
  tools: {
    add: {
      description: "Adds a note; gives its number.",
      input: type({ text: "string > 0" }),
      execute: ({ text }, { state }) => state.notes.push({ text, done: false }),
    },
    finish: {
      description: "Ticks off a note by its number; gives the notes that are left.",
      input: type({ number: "number.integer >= 1" }),
      execute: ({ number }, { state }) => {
        const note = state.notes[number - 1];
        if (note === undefined) throw new RangeError(\`there is no note \${number}\`);
        note.done = true;
        return state.notes.filter(({ done }) => !done).map(({ text }) => text);
      },
    },
  },
});

/** Every skill of this package. */
export const skills: readonly SkillDefinition[] = [skill];
`;
}

/** Tests of that skill, called as agents do. */
export function codeTestSource(name: string): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createSkillset, runToolCall } from "@tradecraft/sdk";
import { skills } from "./skills.ts";

const skill = ${JSON.stringify(name)};

test("notes are kept and ticked off", async () => {
  const skillset = await createSkillset(skills);
  const call = (tool: string, input: object) =>
    runToolCall(skillset, "execute_skill_tool", { skill, tool, arguments: input });
  await call("add", { text: "write" });
  await call("add", { text: "send" });
  await call("finish", { number: 1 });
  assert.deepEqual(skillset.state.namespace("notes"), {
    notes: [
      { text: "write", done: true },
      { text: "send", done: false },
    ],
  });
});

test("a mistake is told to the model, and changes nothing", async () => {
  const skillset = await createSkillset(skills);
  const result = await runToolCall(skillset, "execute_skill_tool", { skill, tool: "finish", arguments: { number: 7 } });
  assert.match(JSON.stringify(result), /there is no note 7/);
  assert.deepEqual(skillset.state.namespace("notes"), { notes: [] });
});
`;
}
