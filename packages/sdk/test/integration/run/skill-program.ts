import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What a command printed. */
export interface Ran {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  readonly json: Record<string, unknown>;
}

/** How a command is run. */
export interface RunOptions {
  readonly fixture?: string;
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process that was started. */
  readonly started?: (child: ChildProcess) => void;
}

/** Skills of the fixtures, bundled as a build bundles them. */
export interface SkillProgram {
  /** The skill's folder, with `bin/skill.mjs` and `references`. */
  readonly folder: string;
  /** Where sessions go. */
  readonly sessions: string;
  readonly bytes: number;
  /** Modules in the bundle. */
  readonly modules: readonly string[];
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  remove(): void;
}

export async function bundleSkills(): Promise<SkillProgram> {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-skill ' "));
  chmodSync(folder, 0o755);
  for (const name of ["bin", "references"]) mkdirSync(join(folder, name));
  const outfile = join(folder, "bin/skill.mjs");
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL("fixtures/program.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minify: true,
    metafile: true,
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  const sessions = join(folder, "sessions");
  return {
    folder,
    sessions,
    bytes: output?.bytes ?? 0,
    modules: Object.entries(output?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) =>
      bytesInOutput > 0 ? name : [],
    ),
    run: (args, options = {}) => runProgram([outfile, ...args], folder, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runProgram(args: readonly string[], cwd: string, options: RunOptions): Promise<Ran> {
  const { fixture = "hello", env = {}, stdin, started } = options;
  return new Promise((resolve, reject) => {
    // Without a home: a skill must run in an empty environment.
    const child = spawn(process.execPath, args, { cwd, env: { FIXTURE: fixture, ...env }, stdio: "pipe" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin ?? "");
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const stdout = Buffer.concat(out).toString();
      const ran = { code, signal, stdout, stderr: Buffer.concat(err).toString() };
      resolve({
        ...ran,
        get json() {
          return JSON.parse(stdout) as Record<string, unknown>;
        },
      });
    });
    started?.(child);
  });
}
