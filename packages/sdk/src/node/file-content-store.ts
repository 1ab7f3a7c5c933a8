import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { userCacheFolder } from "./user-cache-folder.ts";

/** Files of servers, kept for the next process; the `cache` of `mcpSkillSource`. */
export interface FileContentStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Forgets everything whose name begins with this. */
  remove(prefix: string): Promise<void>;
}

/**
 * Keeps content in the user's cache folder, where nobody looks for skills. A name never becomes a path: its first two
 * parts are a folder each, hashed, and so is the rest. Who uses what it gives must verify it.
 */
export function fileContentStore(options: { readonly folder?: string } = {}): FileContentStore {
  const root = options.folder ?? defaultFolder();
  const folderOf = (name: string): string => join(root, ...name.split("/").slice(0, 2).map(hash));
  const fileOf = (name: string): string => join(folderOf(name), hash(name));
  return {
    load: async (name) => {
      try {
        return new Uint8Array(await readFile(fileOf(name)));
      } catch (error) {
        if (fileErrorCode(error) === "ENOENT") return undefined;
        throw unusable(root, error);
      }
    },
    save: async (name, bytes) => {
      const path = fileOf(name);
      const draft = `${path}.${randomUUID()}`;
      try {
        await mkdir(folderOf(name), { recursive: true, mode: 0o700 });
        // Whole or not at all, also for those who read it meanwhile.
        await writeFile(draft, bytes, { mode: 0o600, flag: "wx" });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw unusable(root, error);
      }
    },
    remove: async (prefix) => {
      const parts = prefix.split("/").filter((part) => part !== "");
      await rm(join(root, ...parts.slice(0, 2).map(hash)), { recursive: true, force: true });
    },
  };
}

function defaultFolder(): string {
  const cache = userCacheFolder();
  if (cache !== undefined) return join(cache, "content");
  throw new SkillError("file-missing", "This user has no cache folder; give fileContentStore a `folder`.");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

function unusable(folder: string, cause: unknown): SkillError {
  const message = `The cache ${folder} cannot be used: ${describeFileError(cause)}.`;
  return new SkillError("file-unreadable", message, { facts: { folder }, cause });
}
