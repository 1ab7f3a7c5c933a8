import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { freshMs, sweepContent } from "./sweep-content.ts";
import { userCacheFolder } from "./user-cache-folder.ts";

/** Files of servers, kept for the next process; the `cache` of `mcpSkillSource`. */
export interface FileContentStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Forgets everything whose name begins with this, one or two parts such as `mcp/hub/`; never everything there is. */
  remove(prefix: string): Promise<void>;
}

export interface FileContentStoreOptions {
  /** Where the files lie. Default: `content` in the user's cache folder. */
  readonly folder?: string;
  /** Bytes of all files together. Default 256 MiB. */
  readonly maxBytes?: number;
  /** Default 10,000 files. */
  readonly maxEntries?: number;
}

/** So much of each limit may be written before the folder is looked at again: others write to it, too. */
const slack = 1 / 16;
/** So often may others remove what is needed for a write. */
const maxAttempts = 20;

/**
 * Keeps content in the user's cache folder, where nobody looks for skills. A name never becomes a path: its first two
 * parts are a folder each, hashed, and so is the rest. Who uses what it gives must verify it. Beyond the limits, what was not
 * used for longest goes, but nothing that was written or used in the last ten seconds. Several processes may share a folder.
 */
export function fileContentStore(options: FileContentStoreOptions = {}): FileContentStore {
  const { folder: root = defaultFolder(), maxBytes = 256 * 1024 * 1024, maxEntries = 10_000 } = options;
  for (const [name, value] of Object.entries({ maxBytes, maxEntries }))
    if (!(value > 0)) throw new TypeError(`${name} must be a positive number`);
  const spare = { bytes: Math.floor(maxBytes * slack), entries: Math.floor(maxEntries * slack) };
  const limits = { bytes: Math.ceil(maxBytes * (1 - slack)), entries: Math.ceil(maxEntries * (1 - slack)) };
  const folderOf = (name: string): string => join(root, ...name.split("/").slice(0, 2).map(hash));
  const fileOf = (name: string): string => join(folderOf(name), hash(name));
  /** A folder that nobody removes, named like those of content, so that a sweep looks into it. */
  const drafts = join(root, hash(""));
  /** What was written since the folder was looked at; nobody knows at first. */
  let written = { bytes: Infinity, entries: Infinity };
  /** Before that, another look would find the same things too fresh to go. */
  let nextSweep = 0;
  let sweeping: Promise<void> | undefined;

  const sweep = async (): Promise<void> => {
    written = { bytes: 0, entries: 0 };
    const isWithin = await sweepContent(root, limits);
    if (isWithin) return;
    written = { bytes: Infinity, entries: Infinity };
    nextSweep = performance.now() + freshMs;
  };
  const count = async (bytes: number): Promise<void> => {
    written = { bytes: written.bytes + bytes, entries: written.entries + 1 };
    const isDue = written.bytes > spare.bytes || written.entries > spare.entries;
    if (!isDue || performance.now() < nextSweep) return;
    sweeping ??= sweep().finally(() => (sweeping = undefined));
    await sweeping;
  };

  return {
    load: async (name) => {
      const path = fileOf(name);
      try {
        const bytes = new Uint8Array(await readFile(path));
        // The time of its last use; that of reading is not kept on every disk.
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return bytes;
      } catch (error) {
        if (fileErrorCode(error) === "ENOENT") return undefined;
        throw unusable(root, error);
      }
    },
    save: async (name, bytes) => {
      // All the others would have to go for it.
      if (bytes.length > maxBytes) return;
      try {
        await writeWhole(drafts, folderOf(name), hash(name), bytes);
      } catch (error) {
        throw unusable(root, error);
      }
      await count(bytes.length);
    },
    remove: async (prefix) => {
      const parts = prefix.split("/").filter((part) => part !== "");
      if (parts.length === 0) throw new SkillError("options-invalid", "What is to be forgotten must be named.");
      try {
        await removeFolder(join(root, ...parts.slice(0, 2).map(hash)));
      } catch (error) {
        throw unusable(root, error);
      }
    },
  };
}

/** Whole or not at all, also for those who read it meanwhile. */
async function writeWhole(drafts: string, folder: string, name: string, bytes: Uint8Array): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const draft = join(drafts, `${name}.${randomUUID()}`);
    try {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      await writeFile(draft, bytes, { mode: 0o600, flag: "wx" });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(draft, join(folder, name));
      return;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      // Another process removed the folder, or the draft.
      if (fileErrorCode(error) !== "ENOENT" || attempt === maxAttempts) throw error;
    }
  }
}

/** Takes a folder away, then empties it: where it was, other processes may go on to write. */
async function removeFolder(folder: string): Promise<void> {
  // A name like those of content: if this process is killed now, a sweep finds what is left.
  const aside = join(dirname(folder), hash(randomUUID()));
  try {
    await rename(folder, aside);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return;
    // Windows keeps a folder in its place while a file in it is open.
    if (!["EPERM", "EACCES", "EBUSY"].includes(fileErrorCode(error) ?? "")) throw error;
    return rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(aside, { recursive: true, force: true, maxRetries: 5 });
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
