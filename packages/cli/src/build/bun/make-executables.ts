import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BuildFailure } from "../build-failure.ts";
import type { BuildOptions } from "../build-options.ts";
import type { FailedTarget } from "../build-report.ts";
import { bundleCode } from "../bundle/bundle-code.ts";
import type { BinFile, BundleInput } from "../bundle/bundle-node.ts";
import { checkedPlugin } from "../bundle/checked-plugin.ts";
import { executableCode } from "../bundle/entry-code.ts";
import { guardPlugin } from "../bundle/guard-plugin.ts";
import { preparedPlugin } from "../bundle/prepared-plugin.ts";
import { findBun } from "./find-bun.ts";

/** Executables that need nothing on the machine they run on; one for each platform. */
export async function makeExecutables(
  input: BundleInput,
  { targets, env }: Pick<BuildOptions, "targets" | "env">,
): Promise<{ readonly files: readonly BinFile[]; readonly failed: readonly FailedTarget[] }> {
  const { entry, name, table, needsLibrary } = input;
  const bun = await findBun(dirname(entry), env);
  const plugins = [
    guardPlugin(),
    checkedPlugin(),
    ...(table ? [preparedPlugin(table, needsLibrary ? "inside" : "nowhere")] : []),
  ];
  // In one file, because an executable has no files beside it. What is imported in a call is still run only then.
  const { contents, metafile } = await bundleCode(executableCode(input), { entry, format: "esm", plugins });
  const folder = await mkdtemp(join(tmpdir(), "tradecraft-bun-"));
  const files: BinFile[] = [];
  const failed: FailedTarget[] = [];
  try {
    const source = join(folder, `${name}.mjs`);
    await writeFile(source, contents);
    for (const target of targets) {
      const file = `${name}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
      try {
        await compile(bun, { source, target, out: join(folder, file) }, env);
        files.push({ name: file, contents: await readFile(join(folder, file)), metafile, role: "executable" });
      } catch (error) {
        failed.push({ target, message: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (files.length > 0) return { files, failed };
  const lines = failed.map(({ target, message }) => `${target}: ${message}`);
  throw new BuildFailure("bundle", "bun made no executable.", lines);
}

/** An executable would else run what a bunfig.toml names, and take the .env, of whatever folder it is called in. */
const noStrangers = ["--no-compile-autoload-bunfig", "--no-compile-autoload-dotenv"];

function compile(
  bun: string,
  { source, target, out }: { readonly source: string; readonly target: string; readonly out: string },
  env: BuildOptions["env"],
): Promise<void> {
  const args = ["build", "--compile", ...noStrangers, `--target=bun-${target}`, `--outfile=${out}`, source];
  return new Promise((resolve, reject) => {
    const child = spawn(bun, args, { cwd: dirname(source), env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(said.trim().split("\n").slice(-3).join(" ") || `bun ended with ${String(code)}`));
    });
  });
}
