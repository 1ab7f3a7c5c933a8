import { promisify } from "node:util";
import { gunzip, inflateRaw } from "node:zlib";
import { fileErrorCode } from "../../../node/describe-file-error.ts";
import { tooManyBytes } from "../checked-entries.ts";
import { archiveRefused } from "./archive-refused.ts";

const gunzipAsync = promisify(gunzip);
const inflateRawAsync = promisify(inflateRaw);

/** Unpacks what gzip packed; stops at the limit, whatever the sizes say that come with it. */
export async function inflateGzip(bytes: Uint8Array, maxBytes: number, where: string): Promise<Uint8Array> {
  return capped(gunzipAsync(bytes, { maxOutputLength: Math.max(1, maxBytes) }), maxBytes, where);
}

/** Unpacks one entry of a zip; stops at the limit. */
export async function inflateEntry(
  bytes: Uint8Array,
  maxBytes: number,
  { where, path }: { readonly where: string; readonly path: string },
): Promise<Uint8Array> {
  // Without any bytes there can be no output of none.
  return capped(inflateRawAsync(bytes, { maxOutputLength: Math.max(1, maxBytes) }), maxBytes, where, path);
}

async function capped(inflating: Promise<Buffer>, maxBytes: number, where: string, path?: string): Promise<Uint8Array> {
  try {
    return await inflating;
  } catch (error) {
    if (fileErrorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooManyBytes(where, maxBytes);
    throw archiveRefused(where, "cannot be unpacked: its compressed data is damaged", path);
  }
}
