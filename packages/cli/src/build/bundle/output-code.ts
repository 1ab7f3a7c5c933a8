/**
 * Where a call of a built skill writes to. Node's own streams take milliseconds to be made, which is much for one line; a
 * server does need them. A pipe that is full is waited for; one that nobody reads any more is no failure.
 */
export const outputCode = `
import { writeSync } from "node:fs";
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
const output = (file) => ({
  write(text, done) {
    let rest = Buffer.from(text);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(file, rest));
      } catch (error) {
        if (error.code !== "EAGAIN") break;
        pause();
      }
    }
    done?.();
    return true;
  },
  once() { return this; },
  on() { return this; },
  off() { return this; },
});
const outputs = process.argv.slice(2, 4).includes("mcp") ? {} : { stdout: output(1), stderr: output(2) };
`;
