import { checkedEntries, tooManyBytes } from "../checked-entries.ts";
import type { FetchLimits } from "../skill-fetcher.ts";
import type { SourceTree } from "../source-tree.ts";
import { archiveRefused } from "./archive-refused.ts";
import { inflateGzip } from "./inflate.ts";
import { memoryTree } from "./memory-tree.ts";
import { type ArchiveEntry, readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

export interface ReadArchiveOptions {
  readonly limits: FetchLimits;
  /** Take the content of the one folder that everything is in: `package/`, `repo-1.2.3/`. Default false. */
  readonly stripTopFolder?: boolean;
  /** Begins messages. Default `This archive`. */
  readonly where?: string;
}

/**
 * Unpacks a tar, a tar.gz or a zip in memory. Refuses the whole of it for a path that leaves it, a link, a device, two
 * paths that are one on some system, data that is damaged or means two things, and for more than the limits.
 */
export async function readArchive(bytes: Uint8Array, options: ReadArchiveOptions): Promise<SourceTree> {
  const { limits, where = "This archive", stripTopFolder = false } = options;
  if (bytes.length > limits.maxDownloadBytes) throw tooManyBytes(where, limits.maxDownloadBytes);
  const raw = await unpack(bytes, limits, where);
  const { entries } = checkedEntries(raw, { limits, where, unsafe: "refuse" });
  if (!stripTopFolder) return memoryTree(entries);
  const top = topFolder(entries.map(({ path }) => path));
  if (top === undefined) return memoryTree(entries);
  return memoryTree(entries.map((entry) => ({ ...entry, path: entry.path.slice(top.length + 1) })));
}

async function unpack(bytes: Uint8Array, limits: FetchLimits, where: string): Promise<ArchiveEntry[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return readTar(await inflateGzip(bytes, limits.maxUnpackedBytes, where), limits, where);
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, limits, where);
  if (new TextDecoder("latin1").decode(bytes.subarray(257, 262)) === "ustar") return readTar(bytes, limits, where);
  throw archiveRefused(where, "it is no tar, tar.gz or zip");
}

function topFolder(paths: readonly string[]): string | undefined {
  const [first = ""] = paths;
  const end = first.indexOf("/");
  const top = first.slice(0, Math.max(end, 0));
  return end > 0 && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}
