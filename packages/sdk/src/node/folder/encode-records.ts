import type { FolderRecords } from "./folder-record.ts";
import { decodeBlock, encodeBlock, isNarrow } from "./record-block.ts";
import type { TimeSlices } from "./time-slices.ts";

/** So many records are a few milliseconds of work. */
const blockSize = 1_000;

/** Records as bytes for a file: blocks one after the other, so that no single step takes long. */
export async function encodeRecords({ skills, plain }: FolderRecords, slices: TimeSlices): Promise<Uint8Array> {
  // One skill with wide characters would make a whole block of texts wide, and slower to read back.
  const narrow = [...skills].filter(([key, record]) => isNarrow(key, record));
  const wide = [...skills].filter(([key, record]) => !isNarrow(key, record));
  const blocks: Uint8Array[] = [];
  for (const [skillList, plainList] of [
    [narrow, [...plain]],
    [wide, []],
  ] as const) {
    for (let at = 0; at < Math.max(skillList.length, plainList.length); at += blockSize) {
      if (slices.over) await slices.pause();
      blocks.push(encodeBlock(skillList.slice(at, at + blockSize), plainList.slice(at, at + blockSize)));
    }
  }
  return Buffer.concat(blocks);
}

/** The records that bytes stand for; undefined for anything that is not wholly sound. */
export async function decodeRecords(
  bytes: Uint8Array,
  root: string,
  slices: TimeSlices,
): Promise<FolderRecords | undefined> {
  const records: FolderRecords = { skills: new Map(), plain: new Map() };
  // Doubles must lie at multiples of eight.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  try {
    for (let at = 0; at < aligned.length;) {
      if (slices.over) await slices.pause();
      at += decodeBlock(aligned, at, root, records);
    }
    return records;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
