import { cut } from "../excerpt.ts";
import type { Report } from "../report.ts";
import type { ScanFile } from "../types.ts";
import { instructs } from "./words.ts";

const most = 20_000;
const mostChunks = 2_000;

/** Instructions in the text chunks of PNG files, and in the comments of JPEG and GIF files. */
export function imageText({ path }: ScanFile, bytes: Uint8Array, report: Report): void {
  for (const text of textsOf(bytes)) {
    const reason = instructs(text);
    if (reason === undefined) continue;
    report({
      code: "scan-image-text",
      file: path,
      why: `A text in the metadata of this image ${reason}.`,
      evidence: text,
      excerpt: cut(text),
    });
  }
}

function textsOf(bytes: Uint8Array): string[] {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return pngTexts(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegTexts(bytes);
  return bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46 ? gifTexts(bytes) : [];
}

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes.subarray(0, most)) text += byte === 0 ? " " : String.fromCharCode(byte);
  return text;
}

function pngTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (let at = 8, chunks = 0; at + 12 <= bytes.length && chunks < mostChunks; chunks++) {
    const length =
      (bytes[at] ?? 0) * 16_777_216 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    const type = latin(bytes.subarray(at + 4, at + 8));
    if (type === "tEXt" || type === "iTXt" || type === "eXIf")
      texts.push(latin(bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length))));
    at += 12 + length;
  }
  return texts;
}

function jpegTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (let at = 2, segments = 0; at + 4 <= bytes.length && bytes[at] === 0xff && segments < mostChunks; segments++) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda || marker === 0xd9) break;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    // Comments, EXIF and XMP.
    if (marker === 0xfe || marker === 0xe1 || marker === 0xed)
      texts.push(latin(bytes.subarray(at + 4, at + 2 + length)));
    at += 2 + Math.max(length, 2);
  }
  return texts;
}

function gifTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (let at = bytes.indexOf(0x21); at >= 0 && texts.length < 20; at = bytes.indexOf(0x21, at + 1)) {
    if (bytes[at + 1] !== 0xfe) continue;
    let text = "";
    let block = at + 2;
    for (let length = bytes[block] ?? 0; length > 0 && text.length < most; length = bytes[block] ?? 0) {
      text += latin(bytes.subarray(block + 1, block + 1 + length));
      block += 1 + length;
    }
    texts.push(text);
  }
  return texts;
}
