import { tooManyEntries } from "../checked-entries.ts";
import { archiveRefused } from "./archive-refused.ts";

const blockSize = 512;
/** Kinds of which every reader has the same idea: files, links, devices, folders, and longer names for what comes next. */
const knownKinds = "\x0001234567xgLK";
const withoutBody = "123456";

/**
 * Looks at the headers of a tar before it is read, and gives the number of bytes that its files have: sparse files,
 * volumes, damaged records and sizes that are given twice mean different things to different readers, and are refused.
 */
export function assertPlainTar(tar: Uint8Array, { maxEntries, where }: { maxEntries: number; where: string }): number {
  const view = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  let count = 0;
  let fileBytes = 0;
  for (let at = 0; at + blockSize <= view.length && view[at] !== 0;) {
    if (++count > maxEntries * 2) throw tooManyEntries(where, maxEntries);
    const name = view.toString("utf8", at, endOfName(view, at));
    const kind = String.fromCharCode(view[at + 156] ?? 0);
    if (!knownKinds.includes(kind)) throw archiveRefused(where, "is of a kind that is not unpacked", name);
    const size = sizeField(view.subarray(at + 124, at + 136));
    if (size === undefined) throw archiveRefused(where, "has no size that can be read", name);
    const body = withoutBody.includes(kind) ? 0 : size;
    const start = at + blockSize;
    if (start + body > view.length) throw archiveRefused(where, "is cut off", name);
    if (kind === "x" || kind === "g") assertPlainRecords(view.toString("latin1", start, start + body), name, where);
    else if (kind !== "L" && kind !== "K") fileBytes += body;
    at = start + Math.ceil(body / blockSize) * blockSize;
  }
  return fileBytes;
}

function endOfName(view: Buffer, at: number): number {
  const end = view.indexOf(0, at);
  return end === -1 ? at + 100 : Math.min(end, at + 100);
}

function sizeField(field: Buffer): number | undefined {
  // More than eight octal digits of gigabytes, in binary: nothing that is unpacked here.
  const text = field
    .toString("latin1")
    .replaceAll(/[\0 ]+$/g, "")
    .trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function assertPlainRecords(records: string, name: string, where: string): void {
  for (let at = 0; at < records.length;) {
    // Each says how long it is, itself and the line's end included.
    const [, digits = "", key = ""] = /^(\d{1,9}) ([^=\n]+)=/.exec(records.slice(at, at + 300)) ?? [];
    const end = at + Number(digits);
    if (key === "" || end > records.length || records[end - 1] !== "\n") {
      throw archiveRefused(where, "has damaged records", name);
    }
    if (key === "size") throw archiveRefused(where, "has its size twice", name);
    if (/^GNU\.(?:sparse|volume)/.test(key)) throw archiveRefused(where, "is a sparse file", name);
    at = end;
  }
}
