import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CliResult } from "./run-cli.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

/** Whether there is a built CLI to run. */
export const isBuilt: boolean = existsSync(bin);

/** Runs the built CLI in a process of its own; as root, `asNobody` gives up root's right to read everything. */
export async function spawnCli(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly asNobody?: boolean },
): Promise<CliResult> {
  const nobody = options.asNobody === true && process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const env = { PATH: process.env["PATH"], ...options.env };
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
    ...nobody,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit, signal) => resolve(exit ?? (signal === null ? -1 : 128)));
  });
  return { code, stdout, stderr };
}
