import { readFile, realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { describeFileError } from "@tradecraft/sdk/node";
import { UsageError } from "../usage-error.ts";

/** Longer files are no keys. */
const maxBytes = 64 * 1024;

/** The text of a key's file; a `UsageError` where it cannot be read, or lies in the folder that is to be signed. */
export async function readKeyFile(given: string, cwd: string, skill?: string): Promise<string> {
  const path = resolve(cwd, given);
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UsageError("option-value", `"${given}" is too large to be a key`);
    if (skill !== undefined) await assertOutside(path, skill, given);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError("option-value", `The key "${given}" cannot be read: ${describeFileError(error)}`);
  }
}

/** A word of warning where others can read a private key's file; Windows does not say. */
export async function warnOfReaders(given: string, cwd: string): Promise<string | undefined> {
  const { mode } = await stat(resolve(cwd, given));
  if (process.platform === "win32" || (mode & 0o077) === 0) return undefined;
  return `The key "${given}" can be read or changed by others on this machine. Run: chmod 600 ${given}`;
}

/** A private key in a skill's folder would be signed and handed out with it. */
export async function assertOutside(path: string, skill: string, given: string): Promise<void> {
  const folder = await realpath(skill).catch(() => resolve(skill));
  const real = await realpath(path).catch(() => path);
  if (!real.startsWith(folder + sep) && !path.startsWith(resolve(skill) + sep)) return;
  throw new UsageError("option-value", `The key "${given}" lies in the skill's folder: keep it elsewhere`);
}
