import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCommand } from "../../tools/run.mjs";

/** The Inspector asks for Node 22.19 or later, so a Node of its own comes along. */
const packages = ["@modelcontextprotocol/inspector@2.12.0", "node@24"];

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The official Inspector in an empty folder, with a Node that it takes. */
export interface InstalledInspector {
  /** Why it could not be installed; undefined when all went well. */
  readonly unavailable: string | undefined;
  /** Starts `server` as the Inspector's CLI does, and asks it one thing. */
  ask(server: readonly string[], ...options: string[]): Promise<Outcome>;
  remove(): void;
}

/** Installs the Inspector from the registry; a failure is told, not thrown. */
export async function installInspector(): Promise<InstalledInspector> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-inspector-")));
  const home = join(base, "home");
  mkdirSync(home);
  writeFileSync(join(base, "package.json"), JSON.stringify({ name: "inspector-user", private: true }));
  const [npm = "npm", ...leading] = npmCommand();
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--engine-strict=false", "--ignore-scripts=false"];
  const installed = await start(npm, [...leading, "install", ...flags, ...packages], { cwd: base });
  const node = join(base, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  const cli = join(base, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const isThere = installed.code === 0 && existsSync(node) && existsSync(cli);
  return {
    unavailable: isThere ? undefined : `npm could not install the Inspector: ${lastLine(installed)}`,
    // Both programs keep files in the home folder; nobody's own is touched.
    ask: (server, ...options) =>
      start(node, [cli, "--cli", ...server, "--format", "json", ...options], {
        cwd: base,
        env: { HOME: home, USERPROFILE: home, XDG_CACHE_HOME: join(home, ".cache") },
      }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function lastLine({ code, stderr }: Outcome): string {
  const lines = stderr.split("\n").filter((line) => line.startsWith("npm error") && !line.includes("complete log"));
  return lines.at(-1) ?? `exit code ${code}`;
}

interface StartOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program without holding up the test runner, which takes a minute of silence for a failure. */
function start(command: string, args: readonly string[], { cwd, env }: StartOptions): Promise<Outcome> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, timeout: 240_000 };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr: stderr === "" && error !== null ? error.message : stderr });
    });
  });
}
