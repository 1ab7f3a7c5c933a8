import type { CliIo } from "../io.ts";

/** Sends what is written to stdout, by `console` too, to stderr; the function that it returns takes that back. */
export function divertStdout(): () => void {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, "write");
  const value = stderr.write.bind(stderr);
  Object.defineProperty(stdout, "write", { value, writable: true, enumerable: true, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(stdout, "write");
    else Object.defineProperty(stdout, "write", before);
  };
}

/** Keeps stdout to a command that runs somebody's code: what that code writes, early or late, goes to stderr. */
export async function keepStdout<Result>(io: CliIo, run: (io: CliIo) => Promise<Result>): Promise<Result> {
  const { stdout } = process;
  const { isTTY, columns } = stdout;
  const write = stdout.write.bind(stdout);
  const own = { write: (content: string | Uint8Array) => write(content), isTTY, columns };
  const restore = divertStdout();
  try {
    return await run(io.stdout === stdout ? { ...io, stdout: own } : io);
  } finally {
    restore();
  }
}
