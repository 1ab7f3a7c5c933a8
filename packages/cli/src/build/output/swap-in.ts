import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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

/** A folder beside the one that is built, in which the new one grows. */
export async function stagingFolder(outDir: string): Promise<string> {
  const parent = dirname(outDir);
  const id = randomBytes(6).toString("hex");
  // The last part is the skill's name, which rules about skills look at.
  const folder = join(parent, `.tradecraft-build-${id}`, basename(outDir));
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new BuildFailure("write", `${parent} cannot be written to: ${(error as Error).message}`, [], {
      cause: error,
    });
  }
  return folder;
}

/** Writes files, with modes and nothing else that could differ from one build to the next. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, contents, executable } of files) {
    const file = join(folder, ...path.split("/"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
    await chmod(file, executable === true ? 0o755 : 0o644);
  }
}

/** Refuses a folder in which something of others would be replaced. */
export async function assertReplaceable(outDir: string): Promise<void> {
  const stats = await stat(outDir).catch(() => undefined);
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new BuildFailure("write", `${outDir} is no folder.`);
  const names = await readdir(outDir);
  const lost = ["scripts", "bin", "references", "assets"].filter((name) => names.includes(name));
  if (lost.length === 0 || names.includes("SKILL.md")) return;
  const list = lost.map((name) => `${name}/`).join(", ");
  throw new BuildFailure(
    "write",
    `${outDir} has ${list} and no SKILL.md, so it is no built skill: they would be lost.`,
  );
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
    for (const move of moves) {
      await rename(...move);
      done.push(move);
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) await rename(to, from);
    throw new BuildFailure("write", `${outDir} cannot be replaced: ${(error as Error).message}`, [], { cause: error });
  }
}

/** Removes what a build has left beside its folder. */
export async function removeStaging(staging: string): Promise<void> {
  await rm(dirname(staging), { recursive: true, force: true });
}
