import { unpackTar } from "modern-tar";
import { SkillError } from "../../../core/errors.ts";
import type { FetchLimits } from "../skill-fetcher.ts";
import { archiveRefused } from "./archive-refused.ts";
import { assertPlainTar } from "./assert-plain-tar.ts";

/** An entry of an archive with its content; a folder has none. */
export interface ArchiveEntry {
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly size: number;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
}

const nothing = new Uint8Array();

/** Reads a tar. Links and devices are refused. */
export async function readTar(tar: Uint8Array, limits: FetchLimits, where: string): Promise<ArchiveEntry[]> {
  const fileBytes = assertPlainTar(tar, { maxEntries: limits.maxEntries, where });
  let unpacked: Awaited<ReturnType<typeof unpackTar>>;
  try {
    unpacked = await unpackTar(tar, { strict: true });
  } catch (error) {
    if (SkillError.is(error)) throw error;
    throw archiveRefused(where, `cannot be read: ${error instanceof Error ? error.message.replace(/\.$/, "") : "?"}`);
  }
  const entries = unpacked.map(({ header: { name, type = "file", mode = 0 }, data = nothing }): ArchiveEntry => {
    if (type === "symlink" || type === "link") throw archiveRefused(where, "is a link", name);
    if (type !== "file" && type !== "directory") throw archiveRefused(where, `is a ${type.replace("-", " ")}`, name);
    const kind = type === "file" ? "file" : "folder";
    return { path: name, kind, size: data.length, executable: kind === "file" && (mode & 0o111) !== 0, bytes: data };
  });
  // Some readers take a file whose name ends in a slash for a folder, and lose its content.
  const read = entries.reduce((sum, { size }) => sum + size, 0);
  if (read !== fileBytes) throw archiveRefused(where, "has content that belongs to no file");
  return entries;
}
