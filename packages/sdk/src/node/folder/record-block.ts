import { sep } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { DIAGNOSTIC_CODES } from "../../core/format/codes.ts";
import { refusedSkillId } from "../../core/source/skill-id.ts";
import type { SkillEntry } from "../../core/source/skill-source.ts";
import type { FolderRecords, PlainRecord, SkillRecord } from "./folder-record.ts";
import type { Stamp } from "./stamp.ts";

// Layout of a block, each part at a multiple of eight:
//   eight numbers    magic, checksum of all that follows them, length of the block, skills, plain folders, length of the
//                    text, bytes per character of it, length of the JSON
//   stamps           four doubles for each skill, then for each plain folder
//   ends             where each skill's four texts end in the text: path, name, description, revision
//   text             all of those in a row, one or two bytes per character
//   JSON             what few skills have, and the plain folders
// A warm start looks at little but stamps and texts, and neither needs parsing.

const magic = 0x54_43_58_06;
const headerNumbers = 8;
const headerBytes = 4 * headerNumbers;
const stampNumbers = 4;
const skillTexts = 4;
const oneByte = /^[\0-\xff]*$/;
const none: readonly Diagnostic[] = [];

interface Rest {
  /** By position; an entry of null is a skill that cannot be listed. */
  readonly more: Readonly<Record<string, { entry: Partial<SkillEntry> | null; diagnostics: readonly Diagnostic[] }>>;
  readonly plain: readonly string[];
  readonly folders: readonly (readonly string[])[];
  readonly links: readonly (readonly string[])[];
  readonly problems: Readonly<Record<string, readonly Diagnostic[]>>;
}

/** Whether a skill's texts fit into one byte per character. */
export function isNarrow(key: string, { entry }: SkillRecord): boolean {
  return oneByte.test(key) && oneByte.test(entry?.name ?? "") && oneByte.test(entry?.description ?? "");
}

/** Some records as bytes. */
export function encodeBlock(
  skills: readonly (readonly [string, SkillRecord])[],
  plain: readonly (readonly [string, PlainRecord])[],
): Uint8Array {
  const texts = skills.flatMap(([key, { entry }]) => [
    key,
    entry?.name ?? "",
    entry?.description ?? "",
    entry?.revision ?? "",
  ]);
  const text = texts.join("");
  const width = oneByte.test(text) ? 1 : 2;
  const json = Buffer.from(JSON.stringify(restOf(skills, plain)));
  const stamps = [...skills, ...plain].flatMap(([, { stamp }]) => stamp);
  let end = 0;
  const ends = texts.map((each) => (end += each.length));
  const block = Buffer.concat(
    [
      Buffer.alloc(headerBytes),
      Buffer.from(new Float64Array(stamps).buffer),
      Buffer.from(new Uint32Array(ends).buffer),
      Buffer.from(text, width === 1 ? "latin1" : "utf16le"),
      json,
    ].map(padded),
  );
  const sizes = [block.length, skills.length, plain.length, text.length, width, json.length];
  const numbers = new Uint32Array(headerNumbers);
  numbers.set([magic, 0, ...sizes]);
  Buffer.from(numbers.buffer).copy(block);
  numbers[1] = checksum(block, 0, block.length);
  Buffer.from(numbers.buffer).copy(block);
  return block;
}

/** Of everything in a block but the magic number and the checksum itself; finds what went wrong, not who did it. */
function checksum(bytes: Uint8Array, at: number, length: number): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at + 8, length / 4 - 2);
  let sum = 0x9e3779b1;
  for (let index = 0; index < words.length; index++) {
    sum = Math.imul(sum ^ (words[index] ?? 0), 0x85ebca6b);
    sum ^= sum >>> 13;
  }
  return sum >>> 0;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], eights(bytes.length));
}

function eights(length: number): number {
  return 8 * Math.ceil(length / 8);
}

function restOf(
  skills: readonly (readonly [string, SkillRecord])[],
  plain: readonly (readonly [string, PlainRecord])[],
): Rest {
  return {
    more: Object.fromEntries(skills.flatMap(([, record], at) => moreOf(record, at))),
    plain: plain.map(([key]) => key),
    folders: plain.map(([, { folders }]) => folders),
    links: plain.map(([, { links }]) => links),
    problems: Object.fromEntries(
      plain.flatMap(([, { diagnostics }], at) => (diagnostics.length > 0 ? [[at, diagnostics]] : [])),
    ),
  };
}

function moreOf({ entry, diagnostics }: SkillRecord, at: number): [number, Rest["more"][string]][] {
  if (entry === undefined) return [[at, { entry: null, diagnostics }]];
  const { id, name, description: _, revision: __, location: ___, ...rest } = entry;
  const partial = id === name ? rest : { id, ...rest };
  return diagnostics.length > 0 || Object.keys(partial).length > 0 ? [[at, { entry: partial, diagnostics }]] : [];
}

/** Adds the records of the block at an offset, and returns how long it is. Throws on anything that is not sound. */
export function decodeBlock(bytes: Uint8Array, at: number, root: string, records: FolderRecords): number {
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset + at, headerNumbers);
  const [found, sum, length = 0, skillCount = 0, plainCount = 0, textLength = 0, width = 0, jsonLength = 0] = header;
  const isWhole = found === magic && length >= headerBytes && length % 8 === 0 && at + length <= bytes.length;
  if (!isWhole || checksum(bytes, at, length) !== sum) throw new TypeError("not a block");
  let next = at + headerBytes;
  const take = (length: number): number => {
    const start = bytes.byteOffset + next;
    next += eights(length);
    if (next > bytes.length) throw new TypeError("not all of a block");
    return start;
  };
  const stampCount = stampNumbers * (skillCount + plainCount);
  const stamps = new Float64Array(bytes.buffer, take(8 * stampCount), stampCount);
  const ends = new Uint32Array(bytes.buffer, take(4 * skillTexts * skillCount), skillTexts * skillCount);
  const textStart = take(width * textLength);
  const text = Buffer.from(bytes.buffer, textStart, width * textLength).toString(width === 1 ? "latin1" : "utf16le");
  const json = Buffer.from(bytes.buffer, take(jsonLength), jsonLength).toString("utf8");
  const rest = JSON.parse(json) as Rest;
  if (rest.plain.length !== plainCount) throw new TypeError("not the folders");
  addSkills(records, { root, stamps, ends, text, more: rest.more });
  addPlain(records, rest, stamps.subarray(stampNumbers * skillCount));
  return next - at;
}

interface SkillColumns {
  readonly root: string;
  readonly stamps: Float64Array;
  readonly ends: Uint32Array;
  readonly text: string;
  readonly more: Rest["more"];
}

function addSkills({ skills }: FolderRecords, { root, stamps, ends, text, more }: SkillColumns): void {
  let start = 0;
  let position = 0;
  const take = (): string => {
    const end = ends[position++] ?? 0;
    if (end < start || end > text.length) throw new TypeError("not an end");
    const taken = text.slice(start, end);
    start = end;
    return taken;
  };
  for (let at = 0; skillTexts * at < ends.length; at++) {
    const key = take();
    const name = take();
    const description = take();
    const revision = take();
    const location = skillLocation(root, key);
    const usual: SkillEntry = { id: name, name, description, location, revision };
    const extra = more[at];
    const entry = extra === undefined ? usual : extra.entry === null ? undefined : { ...usual, ...extra.entry };
    if (extra !== undefined) assertSound(entry, extra.diagnostics);
    skills.set(key, { kind: "skill", stamp: stampAt(stamps, at), entry, diagnostics: extra?.diagnostics ?? none });
  }
}

function assertSound(entry: SkillEntry | undefined, diagnostics: readonly unknown[]): void {
  const isSound = (found: unknown): boolean =>
    typeof found === "object" &&
    found !== null &&
    "code" in found &&
    Object.hasOwn(DIAGNOSTIC_CODES, String(found.code));
  if (!Array.isArray(diagnostics) || !diagnostics.every(isSound)) throw new TypeError("not diagnostics");
  if (entry !== undefined && refusedSkillId(entry.id) !== undefined) throw new TypeError("not an id");
}

/** Path of the SKILL.md that a record is about. */
export function skillLocation(root: string, key: string): string {
  const folder = key === "" ? root : root + sep + (sep === "/" ? key : key.replaceAll("/", sep));
  return `${folder}${sep}SKILL.md`;
}

function addPlain(records: FolderRecords, { plain, folders, links, problems }: Rest, stamps: Float64Array): void {
  for (const [at, key] of plain.entries()) {
    if (typeof key !== "string") throw new TypeError("not a text");
    records.plain.set(key, {
      kind: "plain",
      stamp: stampAt(stamps, at),
      folders: (folders[at] ?? []).map(folderName),
      links: (links[at] ?? []).map(folderName),
      diagnostics: problems[at] ?? none,
    });
  }
}

function stampAt(stamps: Float64Array, at: number): Stamp {
  const from = stampNumbers * at;
  return [stamps[from] ?? 0, stamps[from + 1] ?? 0, stamps[from + 2] ?? 0, stamps[from + 3] ?? 0];
}

/** Names become paths, so an index that somebody changed must not lead anywhere else. */
function folderName(name: unknown): string {
  if (typeof name !== "string" || name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) {
    throw new TypeError("not a name");
  }
  return name;
}
