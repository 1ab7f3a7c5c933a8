import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CliResult } from "./run-cli.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

/** Whether there is a built CLI to run. */
export const isBuilt: boolean = existsSync(bin);

const repository = fileURLToPath(new URL("../../../..", import.meta.url));
let publicBin: string | undefined;

/** The built CLI in a place that everybody may read: a clone can lie where only its owner can. */
function copyForEverybody(): string {
  if (publicBin !== undefined) return publicBin;
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-cli-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const modules = join(folder, "node_modules");
  const fromSdk = createRequire(join(repository, "packages/sdk/package.json"));
  for (const [name, source] of [
    ["tradecraft", join(repository, "packages/cli")],
    ["@tradecraft/sdk", join(repository, "packages/sdk")],
    ["yaml", dirname(fromSdk.resolve("yaml/package.json"))],
    ["tokenx", join(repository, "node_modules/tokenx")],
    ["mutative", join(repository, "node_modules/mutative")],
    ["@cfworker/json-schema", join(repository, "node_modules/@cfworker/json-schema")],
  ] as const) {
    for (const part of ["package.json", "dist", "index.js"])
      if (existsSync(join(source, part))) cpSync(join(source, part), join(modules, name, part), { recursive: true });
  }
  publicBin = join(modules, "tradecraft/dist/bin.js");
  return publicBin;
}

/** Runs the built CLI in a process of its own; as root, `asNobody` gives up root's right to read everything. */
export async function spawnCli(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly asNobody?: boolean },
): Promise<CliResult> {
  const asNobody = options.asNobody === true && process.getuid?.() === 0;
  const nobody = asNobody ? { uid: 65534, gid: 65534 } : {};
  const env = { PATH: process.env["PATH"], ...options.env };
  const child = spawn(process.execPath, [asNobody ? copyForEverybody() : bin, ...args], {
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
