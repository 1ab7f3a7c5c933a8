import { cut } from "../excerpt.ts";
import { incomplete, type Report } from "../report.ts";
import type { ScanFile } from "../types.ts";
import { gifTexts } from "./gif-texts.ts";
import { instructs } from "./words.ts";

/** Instructions in the text chunks of PNG files, and in the comments of JPEG and GIF files. */
export function imageText({ path }: ScanFile, bytes: Uint8Array, report: Report): void {
  const { texts, isWhole } = textsOf(bytes);
  if (!isWhole) report(incomplete(path, "this image cannot be read to its end", "low"));
  for (const text of texts) {
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

interface ImageTexts {
  readonly texts: string[];
  readonly isWhole: boolean;
}

function textsOf(bytes: Uint8Array): ImageTexts {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return pngTexts(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegTexts(bytes);
  const isGif = bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46 && bytes[3] === 0x38;
  return isGif ? gifTexts(bytes, latin) : { texts: [], isWhole: true };
}

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte === 0 ? " " : String.fromCharCode(byte);
  return text;
}

function pngTexts(bytes: Uint8Array): ImageTexts {
  const texts: string[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length =
      (bytes[at] ?? 0) * 16_777_216 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    const type = latin(bytes.subarray(at + 4, at + 8));
    if (type === "tEXt" || type === "iTXt" || type === "eXIf")
      texts.push(latin(bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length))));
    at += 12 + length;
  }
  return { texts, isWhole: true };
}

function jpegTexts(bytes: Uint8Array): ImageTexts {
  const texts: string[] = [];
  let isWhole = false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda || marker === 0xd9) {
      isWhole = true;
      break;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    // Comments, EXIF and XMP.
    if (marker === 0xfe || marker === 0xe1 || marker === 0xed)
      texts.push(latin(bytes.subarray(at + 4, at + 2 + length)));
    at += 2 + Math.max(length, 2);
  }
  return { texts, isWhole };
}
