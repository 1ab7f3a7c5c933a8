// Builds both packages with the compiler alone.
//
//   node tools/build.mjs           builds what changed
//   node tools/build.mjs --clean   deletes all output first

import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildProjects } from "./layers.mjs";
import { binPath, isMain, root, runNode } from "./run.mjs";

const packages = ["packages/sdk", "packages/cli"];

/** Output files that no source file stands for any more; the compiler leaves them behind. */
function staleOutput(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true })
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .filter((path) => !existsSync(join(folder, "src", path.replace(/\.(js|d\.ts)$/, ".ts"))))
    .map((path) => join(dist, path));
}

function copyIfChanged(from, to) {
  if (existsSync(to) && readFileSync(to, "utf8") === readFileSync(from, "utf8")) return;
  copyFileSync(from, to);
}

/** Builds, and returns the compiler's exit code. */
export function build({ clean = false } = {}) {
  for (const folder of packages.map((path) => join(root, path))) {
    if (clean) rmSync(join(folder, "dist"), { recursive: true, force: true });
    else for (const file of staleOutput(folder)) rmSync(file);
    copyIfChanged(join(root, "LICENSE"), join(folder, "LICENSE"));
  }
  const { code } = runNode(binPath("typescript", "tsc"), ["-b", "--stopBuildOnErrors", ...buildProjects()], {
    show: true,
  });
  const bin = join(root, "packages/cli/dist/bin.js");
  if (code === 0 && existsSync(bin)) chmodSync(bin, 0o755);
  return code;
}

if (isMain(import.meta.url)) process.exitCode = build({ clean: process.argv.includes("--clean") });
