import { type ChildProcess, spawn } from "node:child_process";
import { SkillError } from "../../core/errors.ts";
import type { ScriptResult } from "../../core/skillset/script-runner.ts";
import { describeFileError } from "../describe-file-error.ts";
import { CappedOutput } from "./capped-output.ts";
import { guardGroup } from "./guard-group.ts";
import { trackTree } from "./live-trees.ts";
import { killLeftovers, killTree } from "./process-tree.ts";
import type { ScriptCommand } from "./sandbox.ts";

export interface RunProcessOptions {
  /** What the process has in its environment, to find its descendants by. */
  readonly marker: string;
  readonly stdin: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** Per stream. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it ends by itself when this process does, however that ends. */
  readonly endsWithHost: boolean;
}

/** A script that writes more than this is stopped: reading on would be all that the host does. */
const maxDrainedBytes = 256 * 1024 * 1024;
/** So long may what a script started go on writing after the script has ended. */
const drainTime = 250;

/** Runs a command to its end, or to its time limit, and leaves nothing of it running. */
export function runProcess(command: ScriptCommand, options: RunProcessOptions): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const { marker, stdin, timeout, maxOutputBytes, signal, endsWithHost } = options;
    const started = performance.now();
    let child: ChildProcess;
    try {
      child = spawn(command.command, [...command.args], {
        cwd: command.cwd,
        env: { ...command.env },
        // A group of its own, without a terminal.
        detached: process.platform !== "win32",
        stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        windowsHide: true,
      });
    } catch (error) {
      return reject(cannotStart(error));
    }
    const { pid } = child;
    if (pid === undefined) {
      child.once("error", (error) => reject(cannotStart(error)));
      return;
    }
    const tree = { pid, marker };
    const untrack = trackTree(tree);
    const unguard = endsWithHost ? () => undefined : guardGroup(pid);
    const stdout = new CappedOutput(maxOutputBytes);
    const stderr = new CappedOutput(maxOutputBytes);
    const timers: NodeJS.Timeout[] = [];
    let ending: "timeout" | "abort" | "output" | undefined;
    let ended: { code: number | null; signal: string | null } | undefined;

    const after = (milliseconds: number, action: () => void): void =>
      void timers.push(setTimeout(action, milliseconds));
    const kill = (): void => {
      killTree(tree, "SIGKILL");
      // A process out of reach may hold the streams; nobody waits for it.
      after(50, settle);
    };
    const stop = (why: NonNullable<typeof ending>): void => {
      if (ending !== undefined || ended !== undefined) return;
      ending = why;
      killTree(tree, "SIGTERM");
      after(Math.min(2_000, timeout / 5), kill);
    };
    const onAbort = (): void => stop("abort");
    let isSettled = false;
    const settle = (): void => {
      if (isSettled) return;
      isSettled = true;
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      const durationMs = performance.now() - started;
      if (ending === undefined) killLeftovers(tree, durationMs);
      else killTree(tree, "SIGKILL");
      untrack();
      unguard();
      for (const stream of child.stdio) stream?.destroy();
      child.unref();
      if (ending === "abort") return reject(signal?.reason as Error);
      const note = ending === "output" ? `\n[stopped: it wrote more than ${maxDrainedBytes} bytes]\n` : "";
      resolve({
        exitCode: ended?.code ?? null,
        signal: ended === undefined ? "SIGKILL" : ended.signal,
        stdout: stdout.text(),
        stderr: stderr.text() + note,
        truncated: stdout.truncated || stderr.truncated,
        timedOut: ending === "timeout",
        durationMs,
      });
    };

    for (const [stream, output] of [
      [child.stdout, stdout],
      [child.stderr, stderr],
    ] as const) {
      stream?.on("data", (chunk: Buffer) => {
        output.push(chunk);
        if (output.total > maxDrainedBytes) stop("output");
      });
      stream?.on("error", () => undefined);
    }
    // A script need not read what it is given.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
    child.once("exit", (code, exitSignal) => {
      ended = { code, signal: exitSignal };
      if (ending === undefined) after(drainTime, kill);
    });
    child.once("close", settle);
    child.on("error", () => undefined);
    after(timeout, () => stop("timeout"));
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}

function cannotStart(error: unknown): SkillError {
  return new SkillError("script-unavailable", `The script cannot be started: ${describeFileError(error)}.`, {
    cause: error,
  });
}
