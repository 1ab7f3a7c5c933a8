import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { bakeSkills } from "../bake/bake-skills.ts";
import type { BakedInput } from "../bake/baked-input.ts";
import type { LockedSkill } from "../lock/lock.ts";
import { contentsOf } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";

/** The module that the skills make. */
export async function bakeLocked(skills: readonly LockedSkill[], out: string, context: SupplyContext): Promise<string> {
  const inputs: BakedInput[] = [];
  for (const skill of skills) {
    const contents = await contentsOf(skill, context);
    const main = skill.files.find(({ path }) => /^skill\.md$/i.test(path))?.path ?? "SKILL.md";
    const manifest = new TextDecoder("utf-8", { ignoreBOM: true }).decode(contents.get(main));
    const files = skill.files.map(({ path, executable }) => {
      return { path, executable, bytes: contents.get(path) ?? new Uint8Array() };
    });
    inputs.push({ name: skill.name, manifest, files, digest: skill.digest });
  }
  return (await bakeSkills(inputs, { file: out })).code;
}

/** What a file holds now; undefined when there is none. */
export async function presentText(directory: string, path: string): Promise<string | undefined> {
  return readFile(resolve(directory, path), "utf8").catch(() => undefined);
}
