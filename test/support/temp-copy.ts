import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binPath, root, run } from "../../tools/run.mjs";

const copied = [
  ".oxlintrc.json",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "packages/cli/package.json",
  "packages/cli/src",
  "packages/cli/tsconfig.json",
  "packages/sdk/package.json",
  "packages/sdk/src",
];

/** Outcome of a tool run inside the copy. */
export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/** A throw-away copy of the repository's sources and settings, to break on purpose. */
export interface TempCopy {
  readonly folder: string;
  exists(path: string): boolean;
  tsc(project: string): ToolResult;
  oxlint(...paths: string[]): ToolResult;
  /** Writes files for the time of `action`, then takes them away. */
  withFiles<T>(files: Readonly<Record<string, string>>, action: () => T): T;
  remove(): void;
}

/** Links every installed package; our own two are linked to the copy, as npm workspaces do. */
function linkModules(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@tradecraft"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    // oxlint finds its type-aware half through .bin; the other dot folders are caches.
    if ((name.startsWith(".") && name !== ".bin") || name === "@tradecraft" || name === "tradecraft") continue;
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
  symlinkSync(join(folder, "packages/sdk"), join(modules, "@tradecraft/sdk"), "junction");
}

/** Makes the copy; the caller removes it. */
export function createTempCopy(): TempCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-meta-")));
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  linkModules(folder);
  const tool = (script: string, args: readonly string[]): ToolResult =>
    run(process.execPath, [script, ...args], { cwd: folder });
  return {
    folder,
    exists: (path) => existsSync(join(folder, path)),
    tsc: (project) => tool(binPath("typescript", "tsc"), ["-b", "--stopBuildOnErrors", "--pretty", "false", project]),
    oxlint: (...paths) => tool(binPath("oxlint"), ["--type-aware", "--deny-warnings", "--format=unix", ...paths]),
    withFiles(files, action) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      try {
        return action();
      } finally {
        for (const path of Object.keys(files)) rmSync(join(folder, path));
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
