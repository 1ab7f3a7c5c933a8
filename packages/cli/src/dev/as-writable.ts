import { Writable } from "node:stream";
import type { CliStream } from "../io.ts";

/** A stream of the CLI as one of Node's; those of the process are that already. */
export function asWritable(stream: CliStream): Writable {
  if (stream instanceof Writable) return stream;
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      stream.write(chunk);
      done();
    },
  });
}
