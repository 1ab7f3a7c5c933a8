import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { SkillError } from "../../../core/errors.ts";
import { describeFileError, fileErrorCode } from "../../../node/describe-file-error.ts";
import { trackTree } from "../../../node/run/live-trees.ts";
import { killTree } from "../../../node/run/process-tree.ts";
import { RUN_MARKER } from "../../../node/run/script-environment.ts";

export interface RunGitOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | undefined;
  /** Milliseconds without any output. */
  readonly timeout: number;
  /** More on its standard output is an error. */
  readonly maxBytes: number;
  /** Looks at the output as it comes; what it throws stops git. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Asked twice a second; what it throws stops git. */
  readonly watch?: () => void;
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const keptErrorLength = 8_192;

/** Runs git without a shell, and leaves nothing of it running. The result may be a failure; no result is an error. */
export function runGit(args: readonly string[], options: RunGitOptions): Promise<GitResult> {
  const { cwd, env, input, timeout, maxBytes, onOutput, watch, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const marker = randomUUID();
    let child: ChildProcess;
    try {
      child = spawn("git", [...args], {
        cwd,
        env: { ...env, [RUN_MARKER]: marker },
        // A group of its own, without a terminal: nothing can ask, and all of it can be ended.
        detached: process.platform !== "win32",
        stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
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
    const chunks: Buffer[] = [];
    let total = 0;
    let stderr = "";
    let failure: { readonly error: unknown } | undefined;

    const stop = (error: unknown): void => {
      if (failure !== undefined) return;
      failure = { error };
      killTree(tree, "SIGKILL");
      // A process out of reach may hold the streams; nobody waits for it.
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream?.destroy()), 500).unref();
    };
    const guarded = (action: () => void): void => {
      try {
        action();
      } catch (error) {
        stop(error);
      }
    };
    const tooSlow = (): void => stop(silent(timeout));
    const timer = setTimeout(tooSlow, timeout);
    const watcher = watch === undefined ? undefined : setInterval(() => guarded(watch), 500);
    const onAbort = (): void => stop(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });

    child.stdout?.on("data", (chunk: Buffer) => {
      timer.refresh();
      if (failure !== undefined) return;
      total += chunk.length;
      if (total > maxBytes) return stop(tooMuch(maxBytes));
      chunks.push(chunk);
      guarded(() => onOutput?.(chunk));
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      timer.refresh();
      stderr = (stderr + chunk.toString("utf8")).slice(-keptErrorLength);
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    child.on("error", () => undefined);
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      clearInterval(watcher);
      signal?.removeEventListener("abort", onAbort);
      untrack();
      if (failure !== undefined) return reject(failure.error as Error);
      resolve({ exitCode, stdout: Buffer.concat(chunks, total), stderr });
    });
  });
}

function cannotStart(error: unknown): SkillError {
  const message =
    fileErrorCode(error) === "ENOENT"
      ? "git is needed for this source and is not installed: install it from https://git-scm.com/downloads or with your system's packages, and see that it is in PATH."
      : `git cannot be started: ${describeFileError(error)}.`;
  return new SkillError("source-unavailable", message, { cause: error });
}

function silent(timeout: number): SkillError {
  const message = `git got no answer for ${Math.round(timeout / 1000)} seconds and was stopped.`;
  return new SkillError("source-unavailable", message, { facts: { timeout } });
}

function tooMuch(maxBytes: number): SkillError {
  return new SkillError("file-too-large", `git gave more than ${maxBytes} bytes.`, { facts: { maxBytes } });
}
