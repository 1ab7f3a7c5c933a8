// The main job, shown on the skills that ship with the repository: check them, list what an agent would see of them, and
// find the one that fits a task.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSkillRegistry } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { root, runNode } from "./run.mjs";

const { code } = runNode("packages/cli/dist/bin.js", ["check", "examples/skills"], { cwd: root, show: true });

const index = { folder: join(tmpdir(), "tradecraft-start") };
const registry = createSkillRegistry(folderSkillSource(join(root, "examples", "skills"), { index }));
console.log("\nThe catalog an agent would see:\n");
for (const { id, description } of await registry.catalog()) {
  console.log(`- ${id}: ${description.replaceAll(/\s+/g, " ")}`);
}

const task = "draft the changelog for the next version";
const [best] = await registry.match(task, { topK: 1 });
if (best === undefined) throw new Error(`No skill fits "${task}"; the examples are not what they were.`);
const { body } = await registry.trigger(best.id);
console.log(`\nFor "${task}" the best fit is ${best.id}; its instructions begin:\n`);
console.log(body.split("\n").slice(0, 5).join("\n"));
console.log("\nNext: `npx tradecraft list <folder>` on your own skills, or docs/guide/registry.md.");
process.exitCode = code;
