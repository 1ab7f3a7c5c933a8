import type { CliStream } from "../io.ts";

/** A line that shows how far a long run has come. */
export interface Progress {
  update(done: number): void;
  /** Erases the line; the next update may draw it again. */
  clear(): void;
}

export interface ProgressOptions {
  /** What is being done. Default `Checking`. */
  readonly verb?: string;
  readonly now?: () => number;
}

const delay = 300;
const interval = 80;

/** A progress line on a terminal, drawn only once a run has taken 300 ms; nothing on anything else. */
export function createProgress(stream: CliStream, options: ProgressOptions = {}): Progress {
  if (stream.isTTY !== true) return { update() {}, clear() {} };
  const { verb = "Checking", now = () => performance.now() } = options;
  const started = now();
  let drawn = false;
  let last = started + delay - interval;
  return {
    update(done) {
      const time = now();
      if (time - last < interval) return;
      last = time;
      drawn = true;
      stream.write(
        `\r\u001b[2K${verb}… ${done} ${done === 1 ? "skill" : "skills"}, ${((time - started) / 1000).toFixed(1)} s`,
      );
    },
    clear() {
      if (drawn) stream.write("\r\u001b[2K");
      drawn = false;
    },
  };
}
