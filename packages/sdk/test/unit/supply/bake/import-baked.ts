import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SkillDefinition } from "@tradecraft/sdk";
import { onTestFinished } from "vitest";
import { bakeSkills } from "../../../../src/supply/bake/bake-skills.ts";
import type { BakedInput } from "../../../../src/supply/bake/baked-input.ts";

export interface BakedModule {
  readonly skills: SkillDefinition[];
  readonly digests: Readonly<Record<string, string>>;
  readonly code: string;
}

/** Bakes skills, and imports the module as a program would. */
export async function importBaked(skills: readonly BakedInput[]): Promise<BakedModule> {
  const { code } = await bakeSkills(skills, { file: "skills.generated.mjs" });
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-baked-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "skills.generated.mjs");
  writeFileSync(file, code);
  const { skills: found, digests } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as BakedModule;
  return { skills: found, digests, code };
}

/** A skill with a SKILL.md of two lines, unless something else is given. */
export function input(name: string, parts: Partial<BakedInput> & { readonly body?: string } = {}): BakedInput {
  const { body = "Do it.", ...rest } = parts;
  return { name, manifest: `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`, files: [], ...rest };
}

/** A file of a skill. */
export function file(path: string, content: string | Uint8Array, executable = false): BakedInput["files"][number] {
  return { path, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content, executable };
}
