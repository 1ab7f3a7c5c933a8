import { tooManyEntries } from "../checked-entries.ts";
import { archiveRefused } from "./archive-refused.ts";

/** An entry as the directory of a zip lists it. */
export interface ZipEntry {
  readonly name: string;
  readonly rawName: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Kind and rights as Unix has them; 0 where the zip comes from elsewhere. */
  readonly mode: number;
  readonly isFolder: boolean;
  readonly offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endSize = 22;
const entrySize = 46;
const unixHosts = new Set([3, 19]);

/** Where the directory of a zip begins, and what is in it. Anything that two readers could see differently is refused. */
export function readZipDirectory(
  zip: Buffer,
  { maxEntries, where }: { readonly maxEntries: number; readonly where: string },
): { readonly start: number; readonly entries: ZipEntry[] } {
  const refuse = (problem: string, path?: string): never => {
    throw archiveRefused(where, problem, path);
  };
  const end = findEnd(zip) ?? refuse("has no end that can be read");
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const start = zip.readUInt32LE(end + 16);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) refuse("is a zip64, which is not unpacked");
  if (zip.readUInt32LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count) refuse("is one of several volumes");
  if (start + size !== end) refuse("has something before or after what its directory lists");
  if (count > maxEntries) throw tooManyEntries(where, maxEntries);
  const entries: ZipEntry[] = [];
  let at = start;
  for (; entries.length < count;) {
    if (at + entrySize > end || zip.readUInt32LE(at) !== entrySignature) refuse("has a damaged directory");
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const nameEnd = at + entrySize + nameSize;
    const next = nameEnd + extraSize + commentSize;
    if (next > end) refuse("has a damaged directory");
    const flags = zip.readUInt16LE(at + 8);
    const rawName = zip.subarray(at + entrySize, nameEnd);
    const name = decodeName(rawName) ?? refuse("has a name that is no UTF-8");
    const attributes = zip.readUInt32LE(at + 38);
    assertPlainExtra(zip.subarray(nameEnd, nameEnd + extraSize), rawName, (problem) => refuse(problem, name));
    const entry: ZipEntry = {
      name,
      rawName,
      flags,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      compressedSize: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      mode: unixHosts.has(zip.readUInt8(at + 5)) ? attributes >>> 16 : (attributes >>> 16) & 0o170000,
      isFolder: name.endsWith("/"),
      offset: zip.readUInt32LE(at + 42),
    };
    if (zip.readUInt16LE(at + 34) !== 0) refuse("is in another volume", name);
    entries.push(entry);
    at = next;
  }
  if (at !== end) refuse("has more in its directory than it says");
  return { start, entries };
}

function findEnd(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - endSize - 0xffff);
  for (let at = zip.length - endSize; at >= first; at--) {
    if (zip.readUInt32LE(at) === endSignature && at + endSize + zip.readUInt16LE(at + 20) === zip.length) return at;
  }
  return undefined;
}

function decodeName(raw: Buffer): string | undefined {
  try {
    // Older tools write UTF-8 without saying so; other character sets are guesswork.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
}

function assertPlainExtra(extra: Buffer, rawName: Buffer, refuse: (problem: string) => never): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const id = extra.readUInt16LE(at);
    const body = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    if (id === 0x0001) refuse("is a zip64 entry, which is not unpacked");
    // A second name, which some readers prefer.
    if (id === 0x7075 && !body.subarray(5).equals(rawName)) refuse("has two names");
    at += 4 + extra.readUInt16LE(at + 2);
  }
}
