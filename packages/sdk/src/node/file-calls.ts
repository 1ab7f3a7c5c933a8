import fs, { type Dirent, type Stats } from "node:fs";
import { promisify } from "node:util";

/** The system calls of a search, each made in place or on another thread. */
export interface FileCalls {
  readonly readdir: (path: string) => Dirent[] | Promise<Dirent[]>;
  readonly stat: (path: string) => Stats | Promise<Stats>;
  readonly lstat: (path: string) => Stats | Promise<Stats>;
  readonly open: (path: string, flags: number) => number | Promise<number>;
  /** Fills the buffer from the file's current position; resolves to the number of bytes. */
  readonly read: (file: number, buffer: Buffer) => number | Promise<number>;
  readonly close: (file: number) => void | Promise<void>;
}

const read = promisify(fs.read);

const waiting: FileCalls = {
  readdir: (path) => fs.promises.readdir(path, { withFileTypes: true }),
  stat: promisify(fs.stat),
  lstat: promisify(fs.lstat),
  open: promisify(fs.open),
  read: async (file, buffer) => (await read(file, buffer, 0, buffer.length, null)).bytesRead,
  close: promisify(fs.close),
};

/** Past so many milliseconds per call, the disk is a slow one. */
const slow = 0.5;
const trial = 64;
let calls = 0;
let spent = 0;

// A call in place costs a fraction of a call on another thread, unless the disk is slow: then other threads can wait for
// it side by side.
function inPlace<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
  elsewhere: (...args: Args) => Result | Promise<Result>,
): (...args: Args) => Result | Promise<Result> {
  return (...args) => {
    if (calls >= trial && spent / calls > slow) return elsewhere(...args);
    const started = performance.now();
    try {
      return call(...args);
    } finally {
      spent += performance.now() - started;
      calls++;
    }
  };
}

const blocking: FileCalls = {
  readdir: inPlace((path: string) => fs.readdirSync(path, { withFileTypes: true }), waiting.readdir),
  stat: inPlace((path: string) => fs.statSync(path), waiting.stat),
  lstat: inPlace((path: string) => fs.lstatSync(path), waiting.lstat),
  open: inPlace((path: string, flags: number) => fs.openSync(path, flags), waiting.open),
  read: inPlace((file: number, buffer: Buffer) => fs.readSync(file, buffer, 0, buffer.length, null), waiting.read),
  close: inPlace((file: number) => fs.closeSync(file), waiting.close),
};

/** Calls that leave this thread free, or quick ones for a program that has nothing else to do. */
export function fileCalls(mayBlock = false): FileCalls {
  return mayBlock ? blocking : waiting;
}
