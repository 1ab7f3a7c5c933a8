import { randomBytes } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { describeFileError, fileErrorCode } from "../../../node/describe-file-error.ts";
import { applyStep, exists, undoStep } from "./apply-step.ts";
import type { Change } from "./change.ts";
import { findConflicts, findMoved } from "./find-conflicts.ts";
import { type Journal, readJournal, removeDraft, removeJournal, type Step, writeJournal } from "./journal.ts";
import { stageChanges } from "./stage-changes.ts";

/**
 * Makes all changes or none. They are staged beside their places first; then a journal says what is to be moved, and it
 * is moved. Whoever is killed before the journal says so leaves things as they were, and afterwards as they should be,
 * as soon as `recoverChanges` has run.
 */
export async function commitChanges(
  changes: readonly Change[],
  journal: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (changes.length === 0) return;
  const id = `.tradecraft-${randomBytes(8).toString("hex")}`;
  const stageOf = (change: Change): string => join(stageParent(change), id);
  const stages = [...new Set(changes.map(stageOf))];
  const created = await missingFolders([...stages, ...changes.map(({ path }) => path)].map(dirname));
  await writeJournal(journal, { phase: "stage", stages, created });
  let steps: readonly Step[];
  try {
    for (const stage of stages) await mkdir(stage, { recursive: true });
    steps = await stageChanges(changes, stageOf, options.signal);
    await writeJournal(journal, { phase: "commit", stages, steps });
  } catch (error) {
    await discard(stages, created, journal);
    throw unwritable(error);
  }
  const done: Step[] = [];
  try {
    for (const step of steps) {
      done.push(step);
      await applyStep(step);
    }
  } catch (error) {
    for (const step of done.reverse()) await undoStep(step);
    await discard(stages, created, journal);
    throw unwritable(error);
  }
  await discard(stages, [], journal);
}

/**
 * Finishes or undoes what a killed process left; says which. What somebody changed since is not overwritten: then nothing
 * is done, and `sync-conflict` names it, unless `force` says to replace it.
 */
export async function recoverChanges(
  journal: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<"none" | "undone" | "finished"> {
  await removeDraft(journal);
  const left: Journal | undefined = await readJournal(journal);
  if (left === undefined) return "none";
  if (left.phase === "commit") {
    const [moved] = await findMoved(left.steps);
    if (moved !== undefined) throw leadsElsewhere(moved.target);
    const conflicts = force ? [] : await findConflicts(left.steps);
    if (conflicts.length > 0) throw changedSince(conflicts.map(({ target }) => target));
    for (const step of left.steps) await applyStep(step);
  }
  await discard(left.stages, left.phase === "stage" ? left.created : [], journal);
  return left.phase === "commit" ? "finished" : "undone";
}

function leadsElsewhere(path: string): SkillError {
  const message = `A command before this one was cut off. To finish it, ${path} would be written, whose folder is another by now, or a link to one. Put the folder back as it was and try again; until then nothing is written.`;
  return new SkillError("path-refused", message, { facts: { path } });
}

function changedSince(paths: readonly string[]): SkillError {
  const [path = ""] = paths;
  const shown = paths.slice(0, 10).map((one) => `  ${one}`);
  const more = paths.length > 10 ? [`  and ${paths.length - 10} more`] : [];
  const message = [
    "A command before this one was cut off. To finish it, these would be overwritten, which were changed since:",
    ...shown,
    ...more,
    "Move them elsewhere and try again, or replace them with --force. Until then nothing is written.",
  ].join("\n");
  return new SkillError("sync-conflict", message, { facts: { path, changes: paths.length } });
}

function unwritable(error: unknown): unknown {
  if (SkillError.is(error) || fileErrorCode(error) === undefined) return error;
  const message = `This cannot be written: ${describeFileError(error)}. Everything is as it was.`;
  return new SkillError("file-unwritable", message, { cause: error });
}

/** New things wait where nobody looks for skills: beside the folder of skills, not in it. */
function stageParent({ kind, path }: Change): string {
  return kind === "file" ? dirname(path) : dirname(dirname(path));
}

async function discard(stages: readonly string[], created: readonly string[], journal: string): Promise<void> {
  for (const stage of stages) await rm(stage, { recursive: true, force: true });
  // Innermost first, and only those that are still empty.
  for (const folder of [...created].sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => undefined);
  await removeJournal(journal);
}

/** The folders above these paths that are yet to be made. */
async function missingFolders(folders: readonly string[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const start of new Set(folders)) {
    for (let folder = start; !missing.has(folder) && !(await exists(folder)); folder = dirname(folder))
      missing.add(folder);
  }
  return [...missing];
}
