import { readFile } from "node:fs/promises";
import { hasEnded, type LockOwner, lockOwner, parseLockOwner } from "../../node/sessions/lock-owner.ts";

/** Whether a command is at work on a session, as far as this machine can tell. */
export async function isAtWork(path: string): Promise<boolean> {
  const owner = await ownerOf(path);
  return owner !== undefined && !hasEnded(owner);
}

/** Whether a process of this machine is, for however long. */
export async function isAtWorkHere(path: string): Promise<boolean> {
  const owner = await ownerOf(path);
  return owner !== undefined && owner.host === lockOwner("").host && !hasEnded(owner);
}

async function ownerOf(path: string): Promise<LockOwner | undefined> {
  try {
    return parseLockOwner(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}
