import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** A program of the fixtures, as one file that Node can start. */
export async function bundleProgram(source: URL): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-program-"));
  // Other users must be able to start it.
  chmodSync(folder, 0o755);
  const file = join(folder, "program.mjs");
  const bundle = await rolldown({ input: fileURLToPath(source), platform: "node", logLevel: "silent" });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A started program. */
export interface Started {
  readonly child: ChildProcess;
  /** What it has printed, by line. */
  readonly lines: unknown[];
  /** Resolves when it has printed so many lines, or has ended. */
  readonly printed: (count: number) => Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>;
}

export function startProgram(file: string, task: unknown, options: { readonly uid?: number } = {}): Started {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: "pipe",
    // Without a home, and from nowhere in particular.
    env: {},
    cwd: tmpdir(),
    ...options,
  });
  const lines: unknown[] = [];
  const watchers = new Set<() => void>();
  let [rest, errors, isOver] = ["", "", false];
  const tell = (): void => watchers.forEach((watcher) => watcher());
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.push(JSON.parse(part));
    tell();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdin.on("error", () => undefined);
  const ended = new Promise<Awaited<Started["ended"]>>((resolve) => {
    child.on("close", (code, signal) => {
      isOver = true;
      tell();
      resolve({ code, signal, errors });
    });
  });
  const printed = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (lines.length < count && !isOver) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  return { child, lines, printed, ended };
}
