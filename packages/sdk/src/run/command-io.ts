import type { Writable } from "node:stream";

/** What a command reads and writes. */
export interface CommandIo {
  /** Asked for only when it is read: an untouched terminal keeps no process waiting. */
  readonly stdin: () => AsyncIterable<unknown>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Where relative paths begin. */
  readonly cwd: string;
}

/** Writes a text and waits until it is out; a reader that has gone away is no failure. */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((done) => {
    const gone = (): void => done();
    stream.once("error", gone);
    stream.write(text, (error) => {
      // The event comes after this call.
      if (!error) stream.off("error", gone);
      done();
    });
  });
}
