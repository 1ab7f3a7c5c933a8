import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { describeFileError } from "@tradecraft/sdk/node";
import { BuildFailure } from "../build-failure.ts";

/** A file that is copied into a built skill. */
export interface CopiedFile {
  /** Relative to the skill's folder, `/` as separator. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly executable: boolean;
}

/** Files of `references/` and `assets/` beside an entry. Hidden ones stay where they are. */
export async function copiedFiles(root: string): Promise<readonly CopiedFile[]> {
  const files = await Promise.all(["references", "assets"].map((folder) => filesIn(root, folder, [])));
  return files.flat();
}

async function filesIn(root: string, folder: string, above: readonly string[]): Promise<CopiedFile[]> {
  const here = await realpath(join(root, folder)).catch(() => undefined);
  if (here === undefined) return [];
  // A link to a folder above would be followed for as long as the system lets it.
  if (above.includes(here)) throw new BuildFailure("copy", `${folder} is a link to a folder that it lies in.`);
  const entries = await tell(folder, readdir(here));
  const names = entries.filter((name) => !name.startsWith(".") && name !== "node_modules");
  // In one order everywhere, whatever the file system says.
  const found = await Promise.all(
    names.sort().map(async (name): Promise<CopiedFile[]> => {
      const path = `${folder}/${name}`;
      const file = join(root, path);
      const stats = await stat(file).catch(() => undefined);
      if (stats?.isDirectory() === true) return filesIn(root, path, [...above, here]);
      if (stats?.isFile() !== true) return [];
      return [{ path, contents: await tell(path, readFile(file)), executable: (stats.mode & 0o111) !== 0 }];
    }),
  );
  return found.flat();
}

async function tell<Value>(path: string, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw new BuildFailure("copy", `${path} cannot be copied: ${describeFileError(error)}.`, [], { cause: error });
  }
}
