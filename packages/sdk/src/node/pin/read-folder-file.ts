import { createHash, hash as hashNow, type Hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { folderCalls, isQuick, timed } from "../folder/folder-calls.ts";
import { openFilePlaces, openFilePlacesNow } from "../folder/open-file-path.ts";

// Windows has neither of the last two; there, undefined counts as nothing.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const chunkSize = 256 * 1024;

/** One file as it was while it was open. */
export interface HashedFile {
  readonly size: number;
  readonly mode: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface FolderFileOptions {
  /** What the path was a moment ago, where the system does not tell where an open file lies: it must be that very one. */
  readonly seen?: Stats | undefined;
  /** Real path that the file must have. */
  readonly realPath: string;
  /** Told of every piece; throws when there is too much. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly signal?: AbortSignal | undefined;
}

const small: Buffer = Buffer.allocUnsafeSlow(chunkSize);

/**
 * As `hashFolderFile`, in one go, for a small file on a quick disk, where the system tells where an open file lies;
 * undefined for any other.
 */
export function hashSmallFile(path: string, options: SmallFileOptions): HashedFile | undefined {
  return isQuick() ? timed(() => hashAtOnce(path, options)) : undefined;
}

export interface SmallFileOptions extends Pick<FolderFileOptions, "onBytes"> {
  /** Do not ask where the open file lies. */
  readonly isBrief: boolean;
}

function hashAtOnce(path: string, { onBytes, isBrief }: SmallFileOptions): HashedFile | undefined {
  const file = openSync(path, flags);
  try {
    const { size, mode } = fstatSync(file);
    if (size >= chunkSize || (mode & constants.S_IFMT) !== constants.S_IFREG) return undefined;
    if (!isBrief && openFilePlacesNow(file)?.includes(path) !== true) return undefined;
    const count = readSync(file, small, 0, chunkSize, null);
    if (count !== size) return undefined;
    const bytes = small.subarray(0, count);
    onBytes(bytes);
    return { size, mode, sha256: hashNow("sha256", bytes, "hex") };
  } finally {
    closeSync(file);
  }
}

/** Hashes a file without following links; undefined if another file took its place, or it changed meanwhile. */
export async function hashFolderFile(path: string, options: FolderFileOptions): Promise<HashedFile | undefined> {
  const { seen, realPath, onBytes, signal } = options;
  const { open, fstat, close } = folderCalls;
  const file = await open(path, flags);
  try {
    const opened = await fstat(file);
    if (!opened.isFile()) return undefined;
    if (seen !== undefined && !isSameFile(seen, opened)) return undefined;
    // A folder on the way may have become a link since it was listed; the kernel knows where the file lies.
    const told = await openFilePlaces(file, folderCalls);
    const places = told ?? [await folderCalls.realpath(path)];
    if (!places.includes(realPath)) return undefined;
    if (told === undefined && !isSameFile(await folderCalls.lstat(realPath), opened)) return undefined;
    const hash = createHash("sha256");
    const size = await hashAll(file, opened.size, hash, onBytes, signal);
    return size === opened.size ? { size, mode: opened.mode, sha256: hash.digest("hex") } : undefined;
  } finally {
    await close(file);
  }
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

async function hashAll(
  file: number,
  expected: number,
  hash: Hash,
  onBytes: (bytes: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  // One byte more than there should be: a short read then says that this was all.
  const buffer = Buffer.allocUnsafe(Math.min(expected + 1, chunkSize));
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const count = await folderCalls.read(file, buffer);
    if (count === 0) return total;
    const bytes = buffer.subarray(0, count);
    total += count;
    onBytes(bytes);
    hash.update(bytes);
    if (total === expected && count < buffer.length) return total;
  }
}
