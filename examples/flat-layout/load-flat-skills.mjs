import { readdir, readFile } from "node:fs/promises";

/**
 * Reads a folder of `<id>.md` files, for `createSkillRegistry`. A file called `<id>-…` that is no skill belongs to the skill
 * `<id>`, and is read when somebody asks for it.
 *
 * @param {URL} folder
 * @returns {Promise<Record<string, import("@tradecraft/sdk").StaticSkill>>}
 */
export async function loadFlatSkills(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const load = (/** @type {string} */ name) => readFile(new URL(encodeURIComponent(name), folder), "utf8");
  /** @type {Record<string, import("@tradecraft/sdk").StaticSkill>} */
  const skills = {};
  for (const file of files.filter((name) => name.endsWith(".md"))) {
    const id = file.slice(0, -".md".length);
    const own = files.filter((name) => name.startsWith(`${id}-`) && !name.endsWith(".md"));
    skills[id] = {
      raw: await load(file),
      resources: Object.fromEntries(own.map((name) => [name, () => load(name)])),
    };
  }
  return skills;
}
