import { createInterface } from "node:readline";

/** The part of a terminal's input that a chat uses; `process.stdin` has this shape. */
export interface KeyInput extends NodeJS.ReadableStream {
  setRawMode?(mode: boolean): unknown;
}

export interface PromptOptions {
  readonly prompt: string;
  /** What Tab offers for a line. */
  readonly complete?: (line: string) => readonly string[];
  readonly signal?: AbortSignal;
  /** Ctrl+C leaves the first time. */
  readonly leaveAtOnce?: boolean;
}

/** Reads from a person: whole lines at the prompt, single keys while a turn runs. */
export interface ChatTerminal {
  /** A line, or several that were pasted; undefined when the person leaves. */
  ask(options: PromptOptions): Promise<string | undefined>;
  /** Calls back at each key; call the result to stop. */
  keys(onKey: (key: string) => void): () => void;
}

/** A terminal with a history of lines. */
export function createChatTerminal(input: KeyInput, output: NodeJS.WritableStream): ChatTerminal {
  let history: string[] = [];

  return {
    ask: ({ prompt, complete, signal, leaveAtOnce = false }) =>
      new Promise((resolve) => {
        const completer = (line: string): [string[], string] => [[...(complete?.(line) ?? [])], line];
        const lines = createInterface({
          input,
          output,
          terminal: true,
          prompt,
          history,
          completer,
          removeHistoryDuplicates: true,
        });
        const got: string[] = [];
        let interrupts = 0;
        lines.on("history", (all) => (history = [...all]));
        lines.on("line", (line) => {
          interrupts = 0;
          got.push(line);
          // Lines that were pasted together come together.
          if (got.length === 1) setImmediate(() => lines.close());
        });
        lines.on("SIGINT", () => {
          const isEmpty = lines.line === "";
          if (leaveAtOnce || (isEmpty && ++interrupts >= 2)) return lines.close();
          output.write(isEmpty ? "\n(Ctrl+C again, or Ctrl+D, to leave)\n" : "\n");
          lines.write(null, { ctrl: true, name: "e" });
          lines.write(null, { ctrl: true, name: "u" });
          lines.prompt();
        });
        const stop = (): void => lines.close();
        signal?.addEventListener("abort", stop, { once: true });
        lines.on("close", () => {
          signal?.removeEventListener("abort", stop);
          if (got.length === 0) output.write("\n");
          resolve(got.length === 0 ? undefined : got.join("\n"));
        });
        lines.prompt();
      }),
    keys(onKey) {
      const listen = (chunk: Buffer | string): void => onKey(chunk.toString());
      input.setRawMode?.(true);
      input.on("data", listen);
      input.resume();
      return () => {
        input.off("data", listen);
        input.setRawMode?.(false);
        input.pause();
      };
    },
  };
}
