import { crc32 } from "node:zlib";
import { tooManyBytes } from "../checked-entries.ts";
import type { FetchLimits } from "../skill-fetcher.ts";
import { archiveRefused } from "./archive-refused.ts";
import { inflateEntry } from "./inflate.ts";
import type { ArchiveEntry } from "./read-tar.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const localSignature = 0x04034b50;
const localSize = 30;
const encrypted = 0x0001 | 0x0040 | 0x2000;
const patched = 0x0020;
const sizesFollow = 0x0008;
const kindOfMode = 0o170000;

/** Reads a zip: what its directory lists, if the entries themselves say the same. Links and devices are refused. */
export async function readZip(bytes: Uint8Array, limits: FetchLimits, where: string): Promise<ArchiveEntry[]> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { start, entries } = readZipDirectory(zip, { maxEntries: limits.maxEntries, where });
  const placed = entries.map((entry) => ({ entry, data: locate(zip, entry, start, where) }));
  assertApart(placed, where);
  let left = limits.maxUnpackedBytes;
  const read: ArchiveEntry[] = [];
  for (const { entry, data } of placed) {
    const content = await unpack(entry, zip.subarray(data.start, data.end), left, { where, limits });
    left -= content.length;
    if (left < 0) throw tooManyBytes(where, limits.maxUnpackedBytes);
    const executable = !entry.isFolder && (entry.mode & 0o111) !== 0;
    const kind = entry.isFolder ? "folder" : "file";
    read.push({ path: entry.name, kind, size: content.length, executable, bytes: content });
  }
  return read;
}

interface Place {
  readonly begin: number;
  readonly start: number;
  readonly end: number;
}

/** Where an entry's data is, by its own header, which must say what the directory says. */
function locate(zip: Buffer, entry: ZipEntry, directory: number, where: string): Place {
  const { name, rawName, flags, method, offset } = entry;
  const refuse = (problem: string): never => {
    throw archiveRefused(where, problem, name);
  };
  if ((flags & encrypted) !== 0) refuse("is encrypted");
  if ((flags & patched) !== 0 || (method !== 0 && method !== 8)) refuse("is packed in a way that is not unpacked");
  const kind = entry.mode & kindOfMode;
  if (kind === 0o120000) refuse("is a link");
  if (kind !== 0 && kind !== (entry.isFolder ? 0o040000 : 0o100000)) refuse("is neither a file nor a folder");
  if (entry.compressedSize === 0xffffffff || entry.size === 0xffffffff)
    refuse("is a zip64 entry, which is not unpacked");
  if (offset + localSize > directory || zip.readUInt32LE(offset) !== localSignature)
    refuse("is not where the directory says");
  const nameEnd = offset + localSize + zip.readUInt16LE(offset + 26);
  const start = nameEnd + zip.readUInt16LE(offset + 28);
  const end = start + entry.compressedSize;
  if (end > directory) refuse("is cut off");
  if (!zip.subarray(offset + localSize, nameEnd).equals(rawName)) refuse("has another name in its own header");
  const ownFlags = zip.readUInt16LE(offset + 6);
  if (((ownFlags ^ flags) & (encrypted | sizesFollow)) !== 0 || zip.readUInt16LE(offset + 8) !== method) {
    refuse("is described in two ways");
  }
  const own = [14, 18, 22].map((field) => zip.readUInt32LE(offset + field));
  const listed = [entry.crc, entry.compressedSize, entry.size];
  const isSame = own.every((value, at) => value === listed[at] || ((flags & sizesFollow) !== 0 && value === 0));
  if (!isSame) refuse("has another size or checksum in its own header");
  return { begin: offset, start, end };
}

/** Entries that share data are how a small zip becomes a large one. */
function assertApart(placed: readonly { readonly entry: ZipEntry; readonly data: Place }[], where: string): void {
  const sorted = [...placed].sort((a, b) => a.data.begin - b.data.begin);
  for (const [at, { entry, data }] of sorted.entries()) {
    if (at > 0 && data.begin < (sorted[at - 1]?.data.end ?? 0))
      throw archiveRefused(where, "overlaps another entry", entry.name);
  }
}

async function unpack(
  { name, method, size, crc, isFolder }: ZipEntry,
  packed: Buffer,
  left: number,
  { where, limits }: { readonly where: string; readonly limits: FetchLimits },
): Promise<Uint8Array> {
  if (size > left) throw tooManyBytes(where, limits.maxUnpackedBytes);
  if (isFolder && size !== 0) throw archiveRefused(where, "is a folder with content", name);
  const content = method === 0 ? new Uint8Array(packed) : await inflateEntry(packed, left, { where, path: name });
  if (content.length !== size) throw archiveRefused(where, "has another size than it says", name);
  if (crc32(content) !== crc) throw archiveRefused(where, "is damaged: its checksum is wrong", name);
  return content;
}
