import type { Stats } from "node:fs";

/** What changes with a file or folder: size, times of change, and which one it is. */
export type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number, inode: number];

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return [size, mtimeMs, ctimeMs, ino];
}

/** Whether a thing is as it was when it was stamped. */
export function hasStamp(stats: Stats | undefined, [size, mtimeMs, ctimeMs, inode]: Stamp): boolean {
  if (stats === undefined) return false;
  return stats.mtimeMs === mtimeMs && stats.ctimeMs === ctimeMs && stats.size === size && stats.ino === inode;
}

/** A stamp as a text: the revision of a skill. */
export function stampText([size, mtimeMs, ctimeMs, inode]: Stamp): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${inode}`;
}

/** Milliseconds within which a second change may leave the times as they are. */
const tick = 50;
const coarseTick = 2_000;

/**
 * True if the thing may have changed after it was looked at without a trace in its stamp: it had changed in the same tick
 * of the file system's clock. Whole seconds come from file systems that count in those.
 */
export function isTooFresh([, mtimeMs, ctimeMs]: Stamp, lookedAt: number): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return lookedAt - latest < (latest % 1000 === 0 ? coarseTick : tick);
}
