import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { SkillEntry, SkillListOptions, SkillSource, SourceDiagnostic } from "@tradecraft/sdk";

/** A SKILL.md; more frontmatter lines may follow the description. */
export function skillMd(name: string, description = `About ${name}.`, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}

/** Files for `tempFolder`: a SKILL.md in each folder, named after it. */
export function skillsAt(...folders: string[]): Record<string, string> {
  return Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillMd(folder.split("/").at(-1) ?? "")]));
}

export interface Listing {
  readonly entries: readonly SkillEntry[];
  /** Sorted. */
  readonly ids: string[];
  readonly diagnostics: SourceDiagnostic[];
  readonly codes: string[];
}

/** Lists a source, with what it had to say. */
export async function listing(source: SkillSource, options: SkillListOptions = {}): Promise<Listing> {
  const diagnostics: SourceDiagnostic[] = [];
  const entries = await source.list({ ...options, onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) });
  return {
    entries,
    ids: entries.map(({ id }) => id).sort(),
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
  };
}

export const isRoot: boolean = process.getuid?.() === 0;

/** Does something without root's right to read everything; the folder must be one that nobody else needs. */
export async function asNobody<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  if (!isRoot) return work();
  chmodSync(folder, 0o777);
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Files are trusted by their times once these are older than a tick of the file system's clock. */
export async function age(): Promise<void> {
  await setTimeout(80);
}

/** Waits until something is so; false if it is not within the time. */
export async function within(milliseconds: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > end) return false;
    await setTimeout(5);
  }
}

/** As `tempFolder`, for a folder in which an index may still be written while it is removed. */
export function cachedFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
