import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { mapLimited } from "../../core/map-limited.ts";
import type { ScriptSkill } from "../../core/skillset/script-runner.ts";
import { foldName } from "../../core/source/collisions.ts";
import { normalizeResourcePath, refusedPath } from "../../core/source/normalize-resource-path.ts";
import type { SkillResource, SourceCallOptions } from "../../core/source/skill-source.ts";

const maxFiles = 5_000;
const maxBytes = 256 * 1024 * 1024;

/** A folder that nobody else can read; whoever made it removes it. */
export function makeScratch(purpose: "run" | "skill"): string {
  return mkdtempSync(join(realpathSync.native(tmpdir()), `tradecraft-${purpose}-`));
}

/** Puts the files of a skill into a folder of their own; its real path. */
export async function materializeSkill(skill: ScriptSkill, signal: AbortSignal | undefined): Promise<string> {
  const call: SourceCallOptions = signal === undefined ? {} : { signal };
  const resources = await skill.listResources(call);
  assertNames(skill.id, resources);
  const parent = makeScratch("skill");
  // A folder in the folder: scripts that look at its name find the skill's.
  const folder = join(parent, /^[\w-]{1,64}$/.test(skill.name) ? skill.name : "skill");
  try {
    mkdirSync(folder, { mode: 0o700 });
    let total = 0;
    await mapLimited(resources, 8, async ({ path, executable }) => {
      signal?.throwIfAborted();
      const content = await skill.readResource(path, call);
      total += Buffer.byteLength(content);
      if (total > maxBytes) throw tooMuch(skill.id, `more than ${maxBytes} bytes`);
      const file = join(folder, ...path.split("/"));
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, content, { flag: "wx", mode: executable === true ? 0o700 : 0o600 });
    });
    return folder;
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw error;
  }
}

/** Names that are safe on this system, and that are still different names on it. */
function assertNames(id: string, resources: readonly SkillResource[]): void {
  if (resources.length > maxFiles) throw tooMuch(id, `more than ${maxFiles} files`);
  const seen = new Set<string>();
  for (const { path } of resources) {
    if (normalizeResourcePath(path) !== path) throw refusedPath(path, "it can be written in another way");
    const folded = foldName(path);
    if (seen.has(folded)) throw refusedPath(path, "another file's name differs from it in case or Unicode form only");
    seen.add(folded);
  }
}

function tooMuch(id: string, what: string): SkillError {
  return new SkillError("file-too-large", `The skill "${id}" has ${what}, too much to put into a folder.`, {
    facts: { id },
  });
}
