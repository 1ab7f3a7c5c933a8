import fs, { type Dirent, type Stats } from "node:fs";
import { promisify } from "node:util";

type Given<Value> = Value | Promise<Value>;

/** The system calls that look into a skill's folder. */
export interface FolderCalls {
  readonly stat: (path: string) => Given<Stats>;
  readonly lstat: (path: string) => Given<Stats>;
  readonly realpath: (path: string) => Given<string>;
  readonly readlink: (path: string) => Given<string>;
  readonly names: (path: string) => Given<string[]>;
  readonly entries: (path: string) => Given<Dirent[]>;
  readonly open: (path: string, flags: number) => Given<number>;
  readonly fstat: (file: number) => Given<Stats>;
  /** Fills the buffer from the file's current position; gives the number of bytes. */
  readonly read: (file: number, buffer: Buffer) => Given<number>;
  readonly close: (file: number) => Given<void>;
}

const read = promisify(fs.read);

const elsewhere = {
  stat: promisify(fs.stat) as (path: string) => Promise<Stats>,
  lstat: promisify(fs.lstat) as (path: string) => Promise<Stats>,
  realpath: promisify(fs.realpath.native) as (path: string) => Promise<string>,
  readlink: promisify(fs.readlink) as (path: string) => Promise<string>,
  names: (path: string) => fs.promises.readdir(path),
  entries: (path: string) => fs.promises.readdir(path, { withFileTypes: true }),
  open: promisify(fs.open) as (path: string, flags: number) => Promise<number>,
  fstat: promisify(fs.fstat) as (file: number) => Promise<Stats>,
  read: async (file: number, buffer: Buffer) => (await read(file, buffer, 0, buffer.length, null)).bytesRead,
  close: promisify(fs.close),
};

/** Past so many milliseconds per call, the disk is a slow one. */
const slow = 0.5;
/** One long call may be the machine's other work. */
const longest = 10;
/** Calls that the pace remembers. */
const memory = 64;
/** Milliseconds until a slow disk is tried again: it may have been the first look at it, or another disk. */
const patience = 1_000;
let pace = 0;
let slowUntil = 0;

/** Whether the disk is quick enough for calls in place, which cost a tenth of calls on another thread. */
export function isQuick(now: number = performance.now()): boolean {
  return now >= slowUntil;
}

/** Makes a call in place, and remembers how long such calls take. */
export function timed<Result>(call: () => Result, started: number = performance.now()): Result {
  try {
    return call();
  } finally {
    const ended = performance.now();
    pace += (Math.min(ended - started, longest) - pace) / memory;
    if (pace > slow) {
      slowUntil = ended + patience;
      pace = slow / 2;
    }
  }
}

// On a slow disk a call in place would hold up everybody.
function inPlace<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
  waiting: (...args: Args) => Promise<Result>,
): (...args: Args) => Given<Result> {
  return (...args) => {
    const started = performance.now();
    return isQuick(started) ? timed(() => call(...args), started) : waiting(...args);
  };
}

/** Bytes beyond which a read takes long enough to be worth another thread. */
const large = 256 * 1024;
const readNow = inPlace(
  (file: number, buffer: Buffer) => fs.readSync(file, buffer, 0, buffer.length, null),
  elsewhere.read,
);

/** Calls in place, as long as the disk is quick; look at `sharedSlices` in between. */
export const folderCalls: FolderCalls = {
  stat: inPlace((path) => fs.statSync(path), elsewhere.stat),
  lstat: inPlace((path) => fs.lstatSync(path), elsewhere.lstat),
  realpath: inPlace((path) => fs.realpathSync.native(path), elsewhere.realpath),
  readlink: inPlace((path) => fs.readlinkSync(path), elsewhere.readlink),
  names: inPlace((path) => fs.readdirSync(path), elsewhere.names),
  entries: inPlace((path) => fs.readdirSync(path, { withFileTypes: true }), elsewhere.entries),
  open: inPlace((path, flags) => fs.openSync(path, flags), elsewhere.open),
  fstat: inPlace((file) => fs.fstatSync(file), elsewhere.fstat),
  read: (file, buffer) => (buffer.length > large ? elsewhere.read : readNow)(file, buffer),
  close: inPlace((file) => fs.closeSync(file), elsewhere.close),
};
