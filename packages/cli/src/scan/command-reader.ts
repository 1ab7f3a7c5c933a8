import { type ChildProcess, spawn } from "node:child_process";
import { describeFileError } from "@tradecraft/sdk/node";
import type { SecondReader, SecondReaderRequest } from "@tradecraft/sdk/supply";

/** How a program is asked for a second opinion. */
export interface CommandReaderOptions {
  /** The program and its arguments; no shell sees them. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds per skill. */
  readonly timeout: number;
}

const maxAnswer = 1024 * 1024;
const keptComplaint = 2_000;
/** A group of its own gets none of these from a terminal. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A second reader that is a program: a skill as JSON on its stdin, a list of opinions as JSON on its stdout. */
export function createCommandReader(options: CommandReaderOptions): SecondReader {
  return async (request) => {
    const answer = await ask(request, options);
    try {
      // What is in it is judged by whoever asked: nothing of it is to be believed.
      return JSON.parse(answer) as Awaited<ReturnType<SecondReader>>;
    } catch {
      throw new Error("it did not answer with JSON");
    }
  };
}

function ask(request: SecondReaderRequest, options: CommandReaderOptions): Promise<string> {
  const { cwd, env, timeout } = options;
  const [program = "", ...args] = options.command;
  return new Promise((resolve, reject) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        cwd,
        env: { ...env },
        // A group of its own: all of it can be ended.
        detached: process.platform !== "win32",
        stdio: ["pipe", "pipe", "pipe"],
        windowsHide: true,
      });
    } catch (error) {
      return reject(new Error(`it cannot be started: ${describeFileError(error)}`));
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = "";
    const onSignal = (signal: NodeJS.Signals): void => {
      endGroup(child);
      process.kill(process.pid, signal);
    };
    const settle = (action: () => void): void => {
      clearTimeout(timer);
      for (const signal of signals) process.removeListener(signal, onSignal);
      action();
    };
    const stop = (reason: string): void => {
      endGroup(child);
      // What it started may hold the streams; nobody waits for it.
      for (const stream of child.stdio) stream?.destroy();
      settle(() => reject(new Error(reason)));
    };
    const timer = setTimeout(() => stop(`it took more than ${timeout / 1000} s and was stopped`), timeout);
    for (const signal of signals) process.once(signal, onSignal);
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswer) stop(`it answered with more than ${maxAnswer} bytes and was stopped`);
      else chunks.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString("utf8")).slice(-keptComplaint);
    });
    for (const stream of child.stdio) stream?.on("error", () => undefined);
    child.once("error", (error) =>
      settle(() => reject(new Error(`it cannot be started: ${describeFileError(error)}`))),
    );
    child.once("close", (code, signal) =>
      settle(() => {
        // What it started and left behind ends with it.
        endGroup(child);
        if (code === 0) return resolve(Buffer.concat(chunks, size).toString("utf8"));
        const last = complaint.trim().split("\n").at(-1) ?? "";
        reject(new Error(`it ended with ${code ?? signal ?? "nothing"}${last === "" ? "" : `: ${last}`}`));
      }),
    );
    // A program need not read what it is given.
    child.stdin?.end(JSON.stringify({ version: 1, ...request }));
  });
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
