// The main job, shown on the skills that ship with the repository: check them, then print the catalog that an agent would
// see of them.

import { join } from "node:path";
import { parseSkill } from "@tradecraft/sdk";
import { findSkillFiles, readSkillFile } from "@tradecraft/sdk/node";
import { root, runNode } from "./run.mjs";

const examples = join(root, "examples", "skills");
const { code } = runNode("packages/cli/dist/bin.js", ["check", "examples/skills"], { cwd: root, show: true });

const skills = [];
for await (const found of findSkillFiles([examples])) {
  if (found.kind !== "skill") continue;
  const { text } = await readSkillFile(found.path);
  skills.push(parseSkill(text).manifest);
}
skills.sort((a, b) => (a.name < b.name ? -1 : 1));
console.log("\nThe catalog an agent would see:\n");
for (const { name, description } of skills) console.log(`- ${name}: ${description.replaceAll(/\s+/g, " ")}`);
console.log("\nNext: `npx tradecraft check <folder>` on your own skills, or docs/guide/reading.md.");
process.exitCode = code;
