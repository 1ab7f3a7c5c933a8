import { defineSkill, type SkillSource, staticSkillSource } from "@tradecraft/sdk";
import { rollScript } from "./roll-script.ts";
import { addSchema, scoreSchema } from "./score-schemas.ts";

const dice = `---
name: dice
description: Rolls dice with a script. Use when somebody wants dice, a random number or luck.
---

# Dice

Run \`scripts/roll.mjs\` with the number of dice, 1 to 9. It prints what was rolled and the points.
`;

const score = defineSkill({
  name: "score",
  description: "Keeps the score of a game. Use when points were made, or when somebody asks who leads.",
  body: "Call `add` once for each round, with the points and a note on how they came about.",
  state: { namespace: "score", schema: scoreSchema, initial: { total: 0, rounds: [] }, jsonSchema: scoreSchema.json },
  tools: {
    add: {
      description: "Adds a round to the score, and gives the total.",
      input: addSchema,
      inputJsonSchema: addSchema.json,
      execute: ({ points, note }, context) => {
        const { state } = context;
        state.total += points;
        state.rounds.push(note);
        if (state.total >= 20) context.emit({ name: "milestone", value: { total: state.total } });
        return state.total;
      },
    },
  },
});

/** Two small skills: one as a SKILL.md with a script, one in code with a tool and state. */
export function demoSkills(): SkillSource {
  return staticSkillSource([{ raw: dice, resources: { "scripts/roll.mjs": rollScript } }, score], {
    label: "demonstration",
  });
}
