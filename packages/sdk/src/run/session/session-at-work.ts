import { readFile, stat } from "node:fs/promises";
import { isForgotten, parseLockOwner } from "../../node/sessions/lock-owner.ts";
import { staleAfter } from "./session-lock.ts";

/** Whether a command is at work on a session, as far as this machine can tell. */
export async function isAtWork(path: string): Promise<boolean> {
  try {
    const owner = parseLockOwner(await readFile(path, "utf8"));
    const { mtimeMs } = await stat(path);
    return owner !== undefined && !isForgotten(owner, Date.now() - mtimeMs, staleAfter);
  } catch {
    return false;
  }
}
