import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { bakeSkills, isBakedModule } from "../bake/bake-skills.ts";
import type { BakedInput } from "../bake/baked-input.ts";
import { realInside } from "../install/real-path.ts";
import type { LockedSkill } from "../lock/lock.ts";
import { bakedKey, isBaked, loadBakedRecord } from "./baked-record.ts";
import { contentsOf } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";

/** A module that is to be there. */
export interface PlannedBake {
  readonly out: string;
  readonly key: string;
  /** What is there now. */
  readonly present: Uint8Array | undefined;
  /** False if what is there is known to be what the skills make. */
  readonly isNeeded: boolean;
}

/** Looks at the module that is there; undefined if none is wanted. */
export async function planBake(
  directory: string,
  out: string | undefined,
  skills: readonly LockedSkill[],
  { journal, force }: { readonly journal: string; readonly force: boolean },
): Promise<PlannedBake | undefined> {
  if (out === undefined) return undefined;
  await realInside(directory, out);
  const key = bakedKey(skills, out);
  const present = await presentBytes(directory, out);
  if (present !== undefined && !isBakedModule(present) && !force) throw handWritten(out);
  const isNeeded = !isBaked(present, key, await loadBakedRecord(journal));
  return { out, key, present, isNeeded };
}

function handWritten(out: string): SkillError {
  const message = `${out} is there already, and was not written by tradecraft. Name another file, or replace it with --force.`;
  return new SkillError("sync-conflict", message, { facts: { path: out } });
}

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

async function presentBytes(directory: string, path: string): Promise<Uint8Array | undefined> {
  return readFile(resolve(directory, path)).catch(() => undefined);
}

/** What a file holds now; undefined when there is none. */
export async function presentText(directory: string, path: string): Promise<string | undefined> {
  return readFile(resolve(directory, path), "utf8").catch(() => undefined);
}
