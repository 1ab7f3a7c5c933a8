import fs, { constants } from "node:fs";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ParseSkillResult } from "../../core/format/types.ts";
import { readEntry, type ReadEntryResult } from "../../core/source/read-entry.ts";
import { decodeSkill } from "../read-skill-file.ts";
import { openFilePlacesNow } from "./open-file-path.ts";
import { readInside } from "./read-inside.ts";
import { type Stamp, stampOf } from "./stamp.ts";

const headBytes = 4096;
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const buffer = Buffer.allocUnsafe(headBytes);
const newline = 0x0a;
const hyphen = 0x2d;

/** The beginning of a SKILL.md. */
export interface SkillHead {
  readonly stamp: Stamp;
  readonly isFile: boolean;
  /** The frontmatter with its fences, where the head holds it whole; undefined if the file must be read. */
  readonly frontmatter: string | undefined;
}

/**
 * Reads the first 4 KiB of a file that is no symbolic link, in place: a call on another thread costs more than the read.
 * With `careful`, a file that lies elsewhere, because a folder on the way was swapped for a link, is not there. Throws
 * the system's error.
 */
export function readHead(path: string, careful: boolean): SkillHead {
  const file = careful ? openInPlace(path) : fs.openSync(path, flags);
  try {
    const stats = fs.fstatSync(file);
    if (!stats.isFile()) return { stamp: stampOf(stats), isFile: false, frontmatter: undefined };
    const length = fs.readSync(file, buffer, 0, headBytes, 0);
    return { stamp: stampOf(stats), isFile: true, frontmatter: cutFrontmatter(length) };
  } finally {
    fs.closeSync(file);
  }
}

function openInPlace(path: string): number {
  const file = fs.openSync(path, flags);
  const places = openFilePlacesNow(file) ?? [fs.realpathSync.native(path)];
  if (places.includes(path)) return file;
  fs.closeSync(file);
  throw Object.assign(new Error("The file lies elsewhere."), { code: "ENOENT" });
}

function cutFrontmatter(length: number): string | undefined {
  if (length < 8 || buffer[0] !== hyphen || buffer[1] !== hyphen || buffer[2] !== hyphen) return undefined;
  const end = buffer.indexOf("\n---", 3);
  if (end < 0 || end + 5 > length) return undefined;
  // Whatever else stands in the fence's line is for the reader of whole files.
  const after = buffer[end + 4];
  if (after !== newline && !(after === 0x0d && buffer[end + 5] === newline)) return undefined;
  const text = buffer.toString("utf8", 0, end + 5);
  return text.includes("\u0000") || text.includes("\uFFFD") ? undefined : text;
}

export interface ReadHeadOptions {
  readonly parse: ((raw: string) => ParseSkillResult) | undefined;
  /** Name of the skill's folder. */
  readonly fallbackId: string;
}

/** Level 1 of a skill, if its head leaves no question open. */
export function quickEntry({ frontmatter }: SkillHead, options: ReadHeadOptions): ReadEntryResult | undefined {
  if (frontmatter === undefined) return undefined;
  const read = readEntry(frontmatter, options);
  return read.entry === undefined || read.diagnostics.length > 0 ? undefined : read;
}

/** Level 1 of a skill from its whole file, which must lie at this real path. */
export async function readWholeEntry(path: string, options: ReadHeadOptions): Promise<ReadEntryResult> {
  const bytes = await readInside(path, {
    allows: (real) => real === path,
    maxBytes: 16 * 1024 * 1024,
    shownAs: "SKILL.md",
  });
  const { text, diagnostics } = decodeSkill(bytes, path);
  const read = readEntry(text, options);
  const lenient: Diagnostic[] = diagnostics.map((diagnostic) => ({ ...diagnostic, severity: "warning" }));
  return { entry: read.entry, diagnostics: [...lenient, ...read.diagnostics] };
}
