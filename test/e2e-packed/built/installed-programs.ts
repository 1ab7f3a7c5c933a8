import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCommand } from "../../../tools/run.mjs";

/** Programs from npm, in a folder of their own. */
export interface InstalledPrograms {
  /** Why they could not be installed; undefined when all went well. */
  readonly unavailable: string | undefined;
  readonly folder: string;
  /** A program's file. */
  file(name: string): string;
  /** A folder for PATH in which only this program is, under a name. */
  path(name: string, as: string): string;
  remove(): void;
}

/**
 * Installs packages from the registry: programs by name, each a file in `node_modules`. A failure is told, not thrown, unless
 * the variable of the environment is set.
 */
export async function installPrograms(
  packages: readonly string[],
  files: Readonly<Record<string, string>>,
  required: string,
): Promise<InstalledPrograms> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-programs-")));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "programs", private: true }));
  const [npm = "npm", ...leading] = npmCommand();
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--engine-strict=false", "--ignore-scripts=false"];
  const failure = await start(npm, [...leading, "install", ...flags, ...packages], folder);
  const file = (name: string): string => join(folder, "node_modules", files[name] ?? name);
  const missing = Object.keys(files).find((name) => !existsSync(file(name)));
  const why = failure ?? (missing === undefined ? undefined : `${missing} is not there`);
  const unavailable = why === undefined ? undefined : `npm could not install ${packages.join(", ")}: ${why}`;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (unavailable !== undefined && process.env[required] === "1") {
    remove();
    throw new Error(unavailable);
  }
  return {
    unavailable,
    folder,
    file,
    path: (name, as) => {
      const path = join(folder, `only-${name}`);
      mkdirSync(path, { recursive: true });
      if (!existsSync(join(path, as))) symlinkSync(file(name), join(path, as));
      return path;
    },
    remove,
  };
}

/** Runs a program without holding up the test runner; resolves to what went wrong. */
function start(command: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 240_000 };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, _, stderr) => {
      const lines = stderr.split("\n").filter((line) => line.startsWith("npm error") && !line.includes("complete log"));
      resolve(error === null ? undefined : (lines.at(-1) ?? error.message));
    });
  });
}
