// Starting other programs the same way on every platform.

import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** True when the module at `url` is the script Node was started with. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url));
}

/** Path of a command that a locally installed package brings; a bare `npx` could fetch an unrelated package. */
export function binPath(packageName, command = packageName) {
  const manifest = join(root, "node_modules", packageName, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[command]);
}

/** Command and leading arguments that start npm; on Windows npm is a batch file, so its script is run by Node. */
export function npmCommand() {
  if (process.env.npm_execpath?.endsWith(".js")) return [process.execPath, process.env.npm_execpath];
  if (process.platform !== "win32") return ["npm"];
  return [process.execPath, createRequire(process.execPath).resolve("./node_modules/npm/bin/npm-cli.js")];
}

/** Runs a command to its end. Returns its exit code, and its output unless that is shown as it comes. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: options.show ? "inherit" : "pipe",
  });
  if (result.error) throw result.error;
  return {
    code: result.status ?? 1,
    output: `${result.stdout ?? ""}${result.stderr ?? ""}`,
    stdout: result.stdout ?? "",
  };
}

/** Runs a Node script to its end. */
export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [script, ...args], options);
}

/** Runs npm to its end. */
export function runNpm(args, options = {}) {
  const [command, ...leading] = npmCommand();
  return run(command, [...leading, ...args], options);
}
