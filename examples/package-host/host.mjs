import assert from "node:assert/strict";
import { createSkillRegistry, defineSkill, mergeSkillSources } from "@tradecraft/sdk";
import { packageSkills } from "@tradecraft/sdk/node";

const mine = defineSkill({
  name: "headline-case",
  description: "Writes headlines as this house does. Use when someone asks for a headline.",
  body: "Sentence case, no full stop.",
});

// Explicit skills come first, so they win.
const registry = createSkillRegistry(mergeSkillSources([[mine], packageSkills({ from: import.meta.url })]));

for (const { id, location = "in code" } of await registry.catalog()) console.log(`found ${id}: ${location}`);
assert.equal((await registry.trigger("headline-case")).body, mine.body);

const id = "reading-time";
const skill = await registry.skill(id);
assert.match(skill.entry.location ?? "", /^example-skill-package@1\.0\.0\//);
assert.match((await registry.trigger(id)).body, /Call `reading_time`/);
assert.match(String(await registry.resource(id, "references/languages.md")), /Words per minute/);
assert.deepEqual((await registry.listResources(id)).scripts, ["scripts/count.mjs"]);
assert.match((await registry.directory(id)) ?? "", /reading-time$/);
console.log(`loaded ${id}, with its files`);

/** Calls the tool as a session would. */
async function minutes(text) {
  const tool = (await registry.definitions()).get(id)?.tools?.reading_time;
  const state = { words: 0 };
  return (await tool.execute({ text }, { state })).minutes;
}
const text = "word ".repeat(460);
assert.equal(await minutes(text), 2);

await skill.reconfigure({ wordsPerMinute: 460 });
assert.equal(await minutes(text), 1);
assert.deepEqual((await registry.skill(id)).extras, { wordsPerMinute: 460 });
assert.match((await registry.directory(id)) ?? "", /reading-time$/);
assert.match(String(await registry.resource(id, "references/languages.md")), /Words per minute/);
console.log(`reconfigured ${id}: 1 minute instead of 2`);

await assert.rejects((await registry.skill("headline-case")).reconfigure({}), { code: "not-configurable" });

for (const { code, message } of await registry.diagnostics()) console.log(`${code}: ${message}`);
