import type { ScanCode, ScanFile } from "../../../../../src/supply/scan/index.ts";

/** One labelled skill of our own making: an attack with the codes that must be found, or a benign look-alike with none. */
export interface ScanCase {
  readonly name: string;
  readonly files: readonly ScanFile[];
  readonly expect: readonly ScanCode[];
}

/** A SKILL.md with this body. */
export function skill(
  body: string,
  frontmatter = "name: sample-skill\ndescription: Does a job. Use when the job is asked for.",
): ScanFile {
  return { path: "SKILL.md", text: `---\n${frontmatter}\n---\n\n# Sample\n\n${body}\n` };
}

/** Another text file. */
export function file(path: string, text: string, more: Partial<ScanFile> = {}): ScanFile {
  return { path, text, ...more };
}

/** A file of bytes. */
export function bytes(path: string, ...parts: readonly (string | readonly number[])[]): ScanFile {
  const all = parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : [...part]));
  return { path, bytes: new Uint8Array(all) };
}

/** Text as Unicode tags, which do not show. */
export function asTags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
}

/** A PNG of nothing but a text chunk. */
export function pngWithText(path: string, text: string): ScanFile {
  const data = [...new TextEncoder().encode(`Comment\0${text}`)];
  const length = [0, 0, data.length >> 8, data.length & 0xff];
  return bytes(
    path,
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    length,
    "tEXt",
    data,
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    "IEND",
    [0, 0, 0, 0],
  );
}

/** A zip that holds one empty file of this name. */
export function zipWith(path: string, name: string): ScanFile {
  const encoded = [...new TextEncoder().encode(name)];
  const local = [0x50, 0x4b, 3, 4, ...Array<number>(22).fill(0), encoded.length, 0, 0, 0, ...encoded];
  const central = [
    0x50,
    0x4b,
    1,
    2,
    ...Array<number>(24).fill(0),
    encoded.length,
    0,
    ...Array<number>(16).fill(0),
    ...encoded,
  ];
  const end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, central.length, 0, 0, 0, local.length, 0, 0, 0, 0, 0];
  return bytes(path, local, central, end);
}

/** Base64 of a text. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
