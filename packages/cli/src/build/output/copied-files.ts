import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file that is copied into a built skill. */
export interface CopiedFile {
  /** Relative to the skill's folder, `/` as separator. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly executable: boolean;
}

/** Files of `references/` and `assets/` beside an entry. Hidden ones stay where they are. */
export async function copiedFiles(root: string): Promise<readonly CopiedFile[]> {
  const files = await Promise.all(["references", "assets"].map((folder) => filesIn(root, folder)));
  return files.flat();
}

async function filesIn(root: string, folder: string): Promise<CopiedFile[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries.map(({ name }) => name).filter((name) => !name.startsWith(".") && name !== "node_modules");
  // In one order everywhere, whatever the file system says.
  const found = await Promise.all(
    names.sort().map(async (name): Promise<CopiedFile[]> => {
      const path = `${folder}/${name}`;
      const { mode, isDirectory, isFile } = await describe(join(root, path));
      if (isDirectory) return filesIn(root, path);
      if (!isFile) return [];
      return [{ path, contents: await readFile(join(root, path)), executable: (mode & 0o111) !== 0 }];
    }),
  );
  return found.flat();
}

async function describe(path: string): Promise<{ mode: number; isDirectory: boolean; isFile: boolean }> {
  const stats = await stat(path).catch(() => undefined);
  return { mode: stats?.mode ?? 0, isDirectory: stats?.isDirectory() ?? false, isFile: stats?.isFile() ?? false };
}
