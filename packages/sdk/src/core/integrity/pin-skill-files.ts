import { SkillError } from "../errors.ts";
import { mapLimited } from "../map-limited.ts";
import { sha256 } from "../sha256.ts";
import { normalizeResourcePath, refusedPath } from "../source/normalize-resource-path.ts";
import type { SkillResource, SourceCallOptions } from "../source/skill-source.ts";
import type { PinnedFile, SkillFileList } from "./skill-file-list.ts";

/** A skill whose files can all be read. */
export interface PinnableSkill {
  /** The text of the SKILL.md. */
  readSkill(options?: SourceCallOptions): Promise<Uint8Array | string>;
  listResources(options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  readResource(path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
}

export interface PinSkillFilesOptions extends SourceCallOptions {
  /** More files are refused with `file-too-large`. Default 20,000. */
  readonly maxFiles?: number;
  /** More bytes, all files together, are refused with `file-too-large`. Default 256 MiB. */
  readonly maxBytes?: number;
}

/** Reads every file of a skill, and says what each one holds now. */
export async function pinSkillFiles(skill: PinnableSkill, options: PinSkillFilesOptions = {}): Promise<SkillFileList> {
  const { maxFiles = 20_000, maxBytes = 256 * 1024 * 1024, signal } = options;
  const call: SourceCallOptions = signal === undefined ? {} : { signal };
  const resources = await skill.listResources(call);
  if (resources.length >= maxFiles) throw tooMuch(`more than ${maxFiles} files`);
  assertPaths(resources);
  let total = 0;
  const pin = async (path: string, executable: boolean, content: Uint8Array | string): Promise<PinnedFile> => {
    const bytes = bytesOf(content);
    total += bytes.length;
    if (total > maxBytes) throw tooMuch(`more than ${maxBytes} bytes`);
    return { path, size: bytes.length, executable, sha256: (await sha256(bytes)).slice("sha256:".length) };
  };
  const first = await pin("SKILL.md", false, await skill.readSkill(call));
  const others = await mapLimited(resources, 8, async ({ path, executable = false }) => {
    signal?.throwIfAborted();
    return pin(path, executable, await skill.readResource(path, call));
  });
  return [first, ...others].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function assertPaths(resources: readonly SkillResource[]): void {
  const seen = new Set(["SKILL.md"]);
  for (const { path } of resources) {
    if (normalizeResourcePath(path) !== path) throw refusedPath(path, "it can be written in another way");
    if (seen.has(path)) throw refusedPath(path, "two files have it");
    seen.add(path);
  }
}

function bytesOf(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  return content.buffer instanceof ArrayBuffer ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content);
}

function tooMuch(what: string): SkillError {
  return new SkillError("file-too-large", `This skill has ${what}, too much to pin.`);
}
