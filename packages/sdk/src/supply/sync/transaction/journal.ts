import { createHash } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { describeFileError, fileErrorCode } from "../../../node/describe-file-error.ts";
import { userStateFolder } from "../../../node/run/user-state-folder.ts";

/** One move of a commit: what was staged takes the place of what is there, which is kept until all is done. */
export interface Step {
  readonly kind: "file" | "folder" | "link" | "remove";
  readonly target: string;
  /** Where the new thing waits; empty for `remove`. */
  readonly staged: string;
  /** Where the old thing goes. */
  readonly old: string;
  /** What was at `target` when the journal was written, as `stateOf` tells it; earlier versions did not say. */
  readonly was?: string;
  /** Real path of the folder that `target` is in. */
  readonly parent?: string;
}

/** What is known about a change that is under way: enough to undo it, or to finish it. */
export type Journal =
  | { readonly phase: "stage"; readonly stages: readonly string[]; readonly created: readonly string[] }
  | { readonly phase: "commit"; readonly stages: readonly string[]; readonly steps: readonly Step[] };

/**
 * Where the journal of a project is kept: in the user's own state folder. In the project it would come with a clone, and
 * whoever wrote it there could have any file moved anywhere.
 */
export async function journalPath(directory: string, env: NodeJS.ProcessEnv): Promise<string> {
  const project = await realpath(directory);
  const name = createHash("sha256").update(project).digest("hex").slice(0, 32);
  return join(userStateFolder(env), "sync", `${name}.json`);
}

/** The journal of a change that was cut off; undefined if none was. */
export async function readJournal(path: string): Promise<Journal | undefined> {
  try {
    const journal = JSON.parse(await readFile(path, "utf8")) as Journal;
    if (isJournal(journal)) return journal;
    throw new Error("it is not a journal; delete it");
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return undefined;
    throw unusable(path, error);
  }
}

/** Replaces the journal in one step, on disk before this resolves. */
export async function writeJournal(path: string, journal: Journal): Promise<void> {
  const draft = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(JSON.stringify(journal));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw unusable(path, error);
  }
}

/** Forgets a change that is done or undone. */
export async function removeJournal(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeDraft(path);
}

/** Removes what a process left that was killed while it wrote. */
export async function removeDraft(path: string): Promise<void> {
  await rm(`${path}.new`, { force: true });
}

function isJournal(value: unknown): boolean {
  const { phase, stages, created, steps } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isStaging = phase === "stage" && Array.isArray(created);
  return Array.isArray(stages) && (isStaging || (phase === "commit" && Array.isArray(steps)));
}

function unusable(path: string, cause: unknown): SkillError {
  const message = `${path}, which keeps a change whole, cannot be used: ${describeFileError(cause)}.`;
  return new SkillError("file-unreadable", message, { facts: { path }, cause });
}
