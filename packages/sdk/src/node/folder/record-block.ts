import type { Diagnostic } from "../../core/diagnostic.ts";
import type { SkillEntry } from "../../core/source/skill-source.ts";
import type { FolderRecords, PlainRecord, SkillRecord } from "./folder-record.ts";
import type { Stamp } from "./stamp.ts";

// Layout of a block: a magic number and two lengths, the stamps as doubles, the texts as JSON, zeros up to a multiple of
// eight. Stamps are most of what a warm start looks at, and doubles need no parsing.

const magic = 0x54_43_58_04;
const headerBytes = 16;
const stampNumbers = 4;
const none: readonly Diagnostic[] = [];

/** Columns, because they are quicker to parse than objects; an entry's id is left out where it is the name. */
interface Texts {
  readonly skills: readonly string[];
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** What few skills have, by position. */
  readonly more: Readonly<Record<string, { entry: Partial<SkillEntry> | null; diagnostics: readonly Diagnostic[] }>>;
  readonly plain: readonly string[];
  readonly folders: readonly (readonly string[])[];
  readonly links: readonly (readonly string[])[];
  readonly problems: Readonly<Record<string, readonly Diagnostic[]>>;
}

/** Some records as bytes. */
export function encodeBlock(
  skills: readonly (readonly [string, SkillRecord])[],
  plain: readonly (readonly [string, PlainRecord])[],
): Uint8Array {
  const stamps = [...skills, ...plain].flatMap(([, { stamp }]) => stamp);
  const texts: Texts = {
    skills: skills.map(([key]) => key),
    names: skills.map(([, { entry }]) => entry?.name ?? ""),
    descriptions: skills.map(([, { entry }]) => entry?.description ?? ""),
    more: Object.fromEntries(skills.flatMap(([, record], at) => moreOf(record, at))),
    plain: plain.map(([key]) => key),
    folders: plain.map(([, { folders }]) => folders),
    links: plain.map(([, { links }]) => links),
    problems: Object.fromEntries(
      plain.flatMap(([, { diagnostics }], at) => (diagnostics.length > 0 ? [[at, diagnostics]] : [])),
    ),
  };
  const json = Buffer.from(toAscii(JSON.stringify(texts)), "latin1");
  const block = Buffer.alloc(sizeOf(stamps.length, json.length));
  new Uint32Array(block.buffer, block.byteOffset, 3).set([magic, stamps.length, json.length]);
  new Float64Array(block.buffer, block.byteOffset + headerBytes, stamps.length).set(stamps);
  json.copy(block, headerBytes + 8 * stamps.length);
  return block;
}

/** JSON without any character beyond ASCII: several times faster to read back. */
function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function moreOf({ entry, diagnostics }: SkillRecord, at: number): [number, Texts["more"][string]][] {
  if (entry === undefined) return [[at, { entry: null, diagnostics }]];
  const { id, name, description: _, ...rest } = entry;
  const partial = id === name ? rest : { id, ...rest };
  return diagnostics.length > 0 || Object.keys(partial).length > 0 ? [[at, { entry: partial, diagnostics }]] : [];
}

/** Adds the records of the block at an offset, and returns how long it is. Throws on anything that is not sound. */
export function decodeBlock(bytes: Uint8Array, at: number, records: FolderRecords): number {
  const [found, count = 0, length = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + at, 3);
  const size = sizeOf(count, length);
  if (found !== magic || at + size > bytes.length) throw new TypeError("not a block");
  const start = bytes.byteOffset + at + headerBytes;
  const stamps = new Float64Array(bytes.buffer, start, count);
  const json = Buffer.from(bytes.buffer, start + 8 * count, length).toString("latin1");
  addRecords(JSON.parse(json) as Texts, stamps, records);
  return size;
}

function sizeOf(stampCount: number, jsonLength: number): number {
  return headerBytes + 8 * stampCount + 8 * Math.ceil(jsonLength / 8);
}

function addRecords(texts: Texts, stamps: Float64Array, records: FolderRecords): void {
  const { skills, names, descriptions, more, plain, folders, links, problems } = texts;
  if (stamps.length !== stampNumbers * (skills.length + plain.length)) throw new TypeError("not the stamps");
  for (let at = 0; at < skills.length; at++) {
    const extra = more[at];
    const name = text(names[at]);
    const usual = { id: name, name, description: text(descriptions[at]) };
    const entry = extra === undefined ? usual : extra.entry === null ? undefined : { ...usual, ...extra.entry };
    const diagnostics = extra?.diagnostics ?? none;
    records.skills.set(text(skills[at]), { kind: "skill", stamp: stampAt(stamps, at), entry, diagnostics });
  }
  for (let at = 0; at < plain.length; at++) {
    records.plain.set(text(plain[at]), {
      kind: "plain",
      stamp: stampAt(stamps, skills.length + at),
      folders: (folders[at] ?? []).map(folderName),
      links: (links[at] ?? []).map(folderName),
      diagnostics: problems[at] ?? [],
    });
  }
}

function stampAt(stamps: Float64Array, at: number): Stamp {
  const from = stampNumbers * at;
  return [stamps[from] ?? 0, stamps[from + 1] ?? 0, stamps[from + 2] ?? 0, stamps[from + 3] ?? 0];
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("not a text");
  return value;
}

/** Names become paths, so an index that somebody changed must not lead anywhere else. */
function folderName(value: unknown): string {
  const name = text(value);
  if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) throw new TypeError("not a name");
  return name;
}
