import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import type { ScriptSkill } from "../../core/skillset/script-runner.ts";
import { foldName } from "../../core/source/collisions.ts";
import { normalizeResourcePath, refusedPath } from "../../core/source/normalize-resource-path.ts";
import type { SkillResource, SourceCallOptions } from "../../core/source/skill-source.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { assertAgreed } from "./assert-files.ts";

const maxFiles = 5_000;
const maxBytes = 256 * 1024 * 1024;

/** A folder that nobody else can read; whoever made it removes it. */
export function makeScratch(purpose: "run" | "skill" | "probe"): string {
  try {
    return mkdtempSync(join(realpathSync.native(tmpdir()), `tradecraft-${purpose}-`));
  } catch (error) {
    const message = `The script cannot be run: no folder can be made in ${tmpdir()}: ${describeFileError(error)}.`;
    throw new SkillError("script-unavailable", message, { cause: error });
  }
}

export interface MaterializeSkillOptions {
  /** What somebody agreed to: a skill with any other content is refused with `digest-mismatch`. */
  readonly files?: SkillFileList | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Puts the files of a skill into a folder of their own; its real path. */
export async function materializeSkill(
  skill: ScriptSkill,
  { files, signal }: MaterializeSkillOptions = {},
): Promise<string> {
  const call: SourceCallOptions = signal === undefined ? {} : { signal };
  const resources = await skill.listResources(call);
  assertNames(skill.id, resources);
  const agreed = files === undefined ? undefined : assertAgreed(skill.id, resources, files);
  const parent = makeScratch("skill");
  // A folder in the folder: scripts that look at its name find the skill's.
  const folder = join(parent, /^[\w-]{1,64}$/.test(skill.name) ? skill.name : "skill");
  let total = 0;
  const put = async ({ path, executable = false }: SkillResource): Promise<void> => {
    signal?.throwIfAborted();
    const content = await skill.readResource(path, call);
    total += Buffer.byteLength(content);
    if (total > maxBytes) throw tooMuch(skill.id, `more than ${maxBytes} bytes`);
    agreed?.(path, executable, content);
    const file = join(folder, ...path.split("/"));
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, content, { flag: "wx", mode: executable ? 0o700 : 0o600 });
    } catch (error) {
      throw unwritable(skill.id, path, error);
    }
  };
  const failures: unknown[] = [];
  // None is left writing when the folder is removed: it would make it anew.
  await mapLimited(resources, 8, async (resource) => {
    if (failures.length === 0) await put(resource).catch((error: unknown) => failures.push(error));
  });
  if (failures.length === 0) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
  await rm(parent, { recursive: true, force: true });
  throw failures[0];
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

function unwritable(id: string, path: string, error: unknown): SkillError {
  const isNoFolder = fileErrorCode(error) === "EEXIST" || fileErrorCode(error) === "ENOTDIR";
  const reason = isNoFolder ? "another file has the name of its folder" : describeFileError(error);
  const message = `The skill "${id}" cannot be put into a folder: "${path.slice(0, 200)}" cannot be written: ${reason}.`;
  return new SkillError("script-unavailable", message, { facts: { id, path: path.slice(0, 200) }, cause: error });
}
