import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { describeFileError, fileErrorCode } from "../../node/describe-file-error.ts";
import { userCacheFolder } from "../../node/user-cache-folder.ts";
import type { BlobCache } from "./blob-cache.ts";

export interface FileBlobCacheOptions {
  /** Default: `supply/blobs` in the user's cache. */
  readonly folder?: string;
}

/** Keeps contents in a folder, a file for each, named by its digest: `ab/cdef…`. What is no longer what its name says is removed. */
export function fileBlobCache(options: FileBlobCacheOptions = {}): BlobCache {
  const root = options.folder ?? defaultFolder();
  const made = new Map<string, Promise<unknown>>();

  const folderOf = (digest: string): string => join(root, digest.slice(0, 2));
  const fileOf = (digest: string): string => join(folderOf(digest), digest.slice(2));
  const makeFolder = (digest: string): Promise<unknown> => {
    const folder = folderOf(digest);
    let making = made.get(folder);
    if (making === undefined) {
      making = mkdir(folder, { recursive: true, mode: 0o700 });
      made.set(folder, making);
    }
    return making;
  };

  async function get(digest: string): Promise<Uint8Array | undefined> {
    assertDigest(digest);
    const path = fileOf(digest);
    let bytes: Buffer;
    try {
      bytes = await readFile(path);
    } catch (error) {
      const code = fileErrorCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw unusable(root, error);
    }
    if (sha256Of(bytes) === digest) return bytes;
    await rm(path, { force: true }).catch(() => undefined);
    return undefined;
  }

  async function write(digest: string, bytes: Uint8Array): Promise<void> {
    const draft = `${fileOf(digest)}.${randomUUID()}`;
    try {
      await makeFolder(digest);
      // Whole or not at all, also for those who read it meanwhile.
      await writeFile(draft, bytes, { mode: 0o600, flag: "wx" });
      await rename(draft, fileOf(digest));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      made.delete(folderOf(digest));
      throw error;
    }
  }

  return {
    get,
    has: async (digest, size) => {
      assertDigest(digest);
      try {
        const stats = await stat(fileOf(digest));
        return stats.isFile() && stats.size === size;
      } catch {
        return false;
      }
    },
    put: async (bytes) => {
      const digest = sha256Of(bytes);
      // Read, not only looked at: content that went bad must not stay because new content came.
      if ((await get(digest)) !== undefined) return digest;
      try {
        // Somebody may have cleared the cache since its folder was made.
        await write(digest, bytes).catch((error: unknown) => {
          if (fileErrorCode(error) === "ENOENT") return write(digest, bytes);
          throw error;
        });
      } catch (error) {
        // On Windows a file that another process has just written, and reads, cannot be replaced; it is the same.
        if ((await get(digest)) === undefined) throw unusable(root, error);
      }
      return digest;
    },
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function assertDigest(digest: string): void {
  if (/^[0-9a-f]{64}$/.test(digest)) return;
  throw new SkillError("path-refused", "This is no sha256 in lower-case hexadecimal.", {
    facts: { digest: String(digest).slice(0, 100) },
  });
}

function defaultFolder(): string {
  const cache = userCacheFolder();
  if (cache !== undefined) return join(cache, "supply", "blobs");
  throw new SkillError("file-missing", "This user has no cache folder; give fileBlobCache a `folder`.");
}

function unusable(folder: string, cause: unknown): SkillError {
  const message = `The cache ${folder} cannot be used: ${describeFileError(cause)}.`;
  return new SkillError("file-unreadable", message, { facts: { folder }, cause });
}
