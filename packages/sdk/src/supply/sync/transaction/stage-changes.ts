import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { realOf } from "../../install/real-path.ts";
import type { Change } from "./change.ts";
import type { Step } from "./journal.ts";
import { stateOf } from "./state-of.ts";

/** Writes every new thing into its stage, and says which moves put them in place; the last change is moved last. */
export async function stageChanges(
  changes: readonly Change[],
  stageOf: (change: Change) => string,
  signal?: AbortSignal,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [at, change] of changes.entries()) {
    signal?.throwIfAborted();
    const stage = stageOf(change);
    const staged = change.kind === "remove" ? "" : join(stage, `new-${at}`);
    if (change.kind === "file") await writeFile(staged, change.contents, { mode: 0o644, flag: "wx", flush: true });
    if (change.kind === "link") await symlink(change.target, staged, "junction");
    if (change.kind === "folder") await stageFolder(staged, change);
    const was = await stateOf(change.path);
    if (change.was !== undefined && change.was !== was) throw changedMeanwhile(change.path);
    const parent = await realOf(dirname(change.path));
    steps.push({ kind: change.kind, target: change.path, staged, old: join(stage, `old-${at}`), was, parent });
  }
  return steps;
}

function changedMeanwhile(path: string): SkillError {
  const message = `${path} was changed while you were asked, and that would be lost. Nothing was written; try again.`;
  return new SkillError("sync-conflict", message, { facts: { path } });
}

async function stageFolder(staged: string, { files }: Extract<Change, { kind: "folder" }>): Promise<void> {
  const made = new Set<string>();
  await mkdir(staged, { mode: 0o755 });
  for (const { path, executable, bytes } of await files()) {
    const file = join(staged, ...path.split("/"));
    const folder = dirname(file);
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o755 });
    made.add(folder);
    const mode = executable ? 0o755 : 0o644;
    await writeFile(file, bytes, { mode, flag: "wx" });
    // What the process masks out of a new file's mode is part of what is pinned.
    if (executable) await chmod(file, mode);
  }
}
