import { randomBytes } from "node:crypto";
import { access, constants, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's text in one step: readers see the old text or the new, never half of it. The target of a symbolic
 * link is replaced, not the link; mode and, where permitted, owner are kept. Refuses if the file is not `before` any more.
 */
export async function replaceFile(path: string, before: string, after: string): Promise<void> {
  const target = await realpath(path);
  // A rename needs only a writable folder; a read-only file is still meant to stay as it is.
  await access(target, constants.W_OK);
  const { mode, uid, gid } = await stat(target);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(after, "utf8");
      // Before the mode, because a change of owner clears parts of it.
      await handle.chown(uid, gid).catch(() => undefined);
      await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if ((await readFile(target, "utf8")) !== before) throw new Error("it changed while it was being checked");
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
