import assert from "node:assert/strict";
import { createSkillRegistry, SkillError } from "@tradecraft/sdk";
import { loadFlatSkills } from "./load-flat-skills.mjs";

const registry = createSkillRegistry(await loadFlatSkills(new URL("skills/", import.meta.url)));

const catalog = await registry.catalog();
for (const { id, description } of catalog) console.log(`${id}: ${description}`);
assert.deepEqual(
  catalog.map(({ id }) => id),
  ["bread", "stock", "tea"],
);

const { body } = await registry.trigger("bread");
assert.match(body, /bread-flour\.csv/);
assert.deepEqual((await registry.listResources("bread")).other, ["bread-flour.csv"]);
assert.match(String(await registry.resource("bread", "bread-flour.csv")), /^flour,protein/);

const [best] = await registry.match("how long do green leaves steep");
console.log(`found by its text: ${best?.id}`);
assert.equal(best?.id, "tea");

const refused = async (work, code) => assert.rejects(work, (error) => SkillError.is(error, code));
await refused(registry.trigger("notes"), "skill-unknown");
await refused(registry.resource("tea", "bread-flour.csv"), "resource-missing");
await refused(registry.resource("tea", "../run.mjs"), "path-refused");

const [draft] = await registry.diagnostics();
console.log(`left out: ${draft?.path} (${draft?.code})`);
assert.equal(draft?.path, "notes");
