import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Something is where the project was to be. */
export class FolderTaken extends Error {
  override readonly name: string = "FolderTaken";
}

/** Writes a project to a folder that is not there or empty. It is there wholly or, when this throws, not at all. */
export async function writeProject(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const isThere = await isEmptyFolder(folder);
  const parent = isThere ? folder : dirname(folder);
  const made = await mkdir(parent, { recursive: true });
  // In the same folder, so that it only has to be renamed.
  const aside = join(parent, `.tradecraft-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(aside);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(aside, path)), { recursive: true });
      await writeFile(join(aside, path), text, { flag: "wx" });
    }
    if (isThere) await moveInto(folder, aside);
    else await renameTo(folder, aside);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

async function isEmptyFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return false;
  if (!found.isDirectory()) throw new FolderTaken("It is there already, and is no folder.");
  if ((await readdir(path)).length > 0) throw new FolderTaken("It is there already, and is not empty.");
  return true;
}

async function renameTo(folder: string, aside: string): Promise<void> {
  try {
    await rename(aside, folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // Somebody made it in the meantime.
    throw new FolderTaken("It is there already.", { cause: error });
  }
}

/** The folder itself stays: it may be the one that somebody's shell is in. */
async function moveInto(folder: string, aside: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of await readdir(aside)) {
      await rename(join(aside, name), join(folder, name));
      moved.push(name);
    }
    await rm(aside, { recursive: true });
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}
