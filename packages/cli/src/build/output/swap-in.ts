import { renameSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BuildFailure } from "../build-failure.ts";

/** A file of a built skill. */
export interface OutputFile {
  /** Relative to the skill's folder, `/` as separator. */
  readonly path: string;
  readonly contents: string | Uint8Array;
  readonly executable?: boolean;
}

/** What a build owns in its folder: these are replaced as a whole. Everything else there is somebody else's, and stays. */
const owned: ReadonlySet<string> = new Set([
  "SKILL.md",
  "package.json",
  "workflow.json",
  "scripts",
  "bin",
  "references",
  "assets",
]);

/** Writes files, with modes and nothing else that could differ from one build to the next. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, contents, executable } of files) {
    const file = join(folder, ...path.split("/"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
    await chmod(file, executable === true ? 0o755 : 0o644);
  }
}

/** Puts the new folder in the place of the old one, or into it if others have files there. If that fails, all is as it was. */
export async function swapIn(staging: string, outDir: string): Promise<void> {
  const stats = await lstat(outDir).catch(() => undefined);
  const names = stats === undefined ? [] : await readdir(outDir);
  const isOurs = stats?.isDirectory() === true && names.every((name) => owned.has(name));
  const old = join(dirname(staging), "old");
  await mkdir(old);
  const moves: (readonly [from: string, to: string])[] =
    stats === undefined
      ? [[staging, outDir]]
      : isOurs
        ? [
            [outDir, join(old, "all")],
            [staging, outDir],
          ]
        : [
            ...names.filter((name) => owned.has(name)).map((name) => [join(outDir, name), join(old, name)] as const),
            ...(await readdir(staging)).map((name) => [join(staging, name), join(outDir, name)] as const),
          ];
  const done: (readonly [from: string, to: string])[] = [];
  try {
    // In one go: no signal comes between.
    for (const move of moves) {
      renameSync(...move);
      done.push(move);
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) renameSync(to, from);
    throw new BuildFailure("write", `${outDir} cannot be replaced: ${(error as Error).message}`, [], { cause: error });
  }
}
