import { randomUUID } from "node:crypto";
import { copyFile, link, lstat, mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Step } from "./journal.ts";

/** Makes one move; one that was made already, before a process was killed, is left alone. */
export async function applyStep({ kind, target, staged, old }: Step): Promise<void> {
  if (kind !== "remove" && !(await exists(staged))) return;
  const hasOld = await exists(old);
  if (kind === "remove" && hasOld) return;
  if (kind === "file") {
    // Readers always find a file: the old one until the new one takes its name.
    if (!hasOld && (await exists(target))) await keepCopy(target, old);
  } else if (await exists(target)) {
    // Somebody may have cleaned up since, or put the old thing back.
    await mkdir(dirname(old), { recursive: true });
    await rename(target, hasOld ? `${old}-${randomUUID()}` : old);
  }
  if (kind === "remove") return;
  await mkdir(dirname(target), { recursive: true });
  await rename(staged, target);
}

/** Takes one move back. */
export async function undoStep({ kind, target, staged, old }: Step): Promise<void> {
  if (kind !== "remove" && (await exists(target)) && !(await exists(staged))) await rename(target, staged);
  if (await exists(old)) await rename(old, target);
}

async function keepCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await rm(to, { force: true });
    await copyFile(from, to);
  }
}

/** Whether anything has this name, a link that leads nowhere included. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
