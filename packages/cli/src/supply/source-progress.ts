import type { SourceProgress } from "@tradecraft/sdk/supply";
import type { CliStream } from "../io.ts";
import { fit } from "../text/fit.ts";
import { terminalWidth } from "../text/terminal-width.ts";

/** Lines that show what is being done for each source. */
export interface SourceProgressLines {
  update(progress: SourceProgress): void;
  /** Erases the lines; the next update may draw them again. */
  clear(): void;
}

const delay = 300;
const interval = 80;
const most = 8;

/** A line for each source at work, on a terminal, once a run has taken 300 ms; nothing on anything else. */
export function createSourceProgress(
  stream: CliStream,
  { now = () => performance.now() }: { readonly now?: () => number } = {},
): SourceProgressLines {
  if (stream.isTTY !== true) return { update() {}, clear() {} };
  const running = new Map<string, string>();
  let last = now() + delay - interval;
  let drawn = 0;
  const erase = (): string => (drawn === 0 ? "" : `\u001b[${drawn}A\r\u001b[J`);
  return {
    update({ source, text, isDone = false }) {
      if (isDone) running.delete(source);
      else running.set(source, text);
      if (now() - last < interval) return;
      last = now();
      const width = terminalWidth(stream) - 1;
      const lines = [...running].slice(0, most).map(([name, what]) => fit(`${name}  ${what}`, width));
      if (running.size > most) lines.push(`and ${running.size - most} more`);
      stream.write(`${erase()}${lines.map((line) => `${line}\n`).join("")}`);
      drawn = lines.length;
    },
    clear() {
      if (drawn > 0) stream.write(erase());
      drawn = 0;
    },
  };
}
