import { clearLine, createInterface, cursorTo } from "node:readline";

/** What happens at a terminal. */
export type DevEvent =
  | { readonly kind: "line"; readonly text: string }
  /** A file of the workflow was changed. */
  | { readonly kind: "changed" }
  | { readonly kind: "left" };

/** A person at a terminal, and what comes from elsewhere meanwhile. */
export interface DevTerminal {
  /** Asks, and waits for what happens next. */
  next(prompt: string): Promise<DevEvent>;
  write(text: string): void;
  /** Aborted at Ctrl+C on an empty line, also while something is at work. */
  readonly interrupted: AbortSignal;
}

/** A terminal in which a typed line stays when something is written meanwhile. */
export function createDevTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  words: () => readonly string[],
): DevTerminal & { push(event: DevEvent): void; close(): void } {
  const events: DevEvent[] = [];
  const interrupted = new AbortController();
  let wake: (() => void) | undefined;
  let isAsking = false;
  const completer = (line: string): [string[], string] => [words().filter((word) => word.startsWith(line)), line];
  const lines = createInterface({ input, output, terminal: true, completer });
  const push = (event: DevEvent): void => {
    // Changes that nobody has looked at yet are one.
    if (event.kind === "changed" && events.some(({ kind }) => kind === "changed")) return;
    events.push(event);
    wake?.();
  };
  lines.on("line", (text) => {
    isAsking = false;
    push({ kind: "line", text });
  });
  lines.on("close", () => push({ kind: "left" }));
  lines.on("SIGINT", () => {
    if (lines.line === "") {
      interrupted.abort();
      lines.close();
      return;
    }
    output.write("\n");
    lines.write(null, { ctrl: true, name: "e" });
    lines.write(null, { ctrl: true, name: "u" });
  });
  return {
    interrupted: interrupted.signal,
    async next(prompt) {
      if (events.length === 0) {
        lines.setPrompt(prompt);
        lines.prompt(true);
        isAsking = true;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return events.shift() ?? { kind: "left" };
    },
    write(text) {
      if (isAsking) {
        clearLine(output, 0);
        cursorTo(output, 0);
        isAsking = false;
      }
      output.write(text);
    },
    push,
    close: () => lines.close(),
  };
}
