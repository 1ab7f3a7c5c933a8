import { cut } from "../excerpt.ts";
import type { TextRule } from "../report.ts";
import { instructs } from "./words.ts";

const letters = /[A-Za-z0-9+/]{40,}={0,2}/g;
const onlyHex = /^[0-9A-Fa-f]+$/;
const long = 200;
const escapes = /(?:\\x[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}){50,}/g;
const speaks =
  /\b(?:curl|wget|bash|\/bin\/sh|powershell|import os|subprocess|child_process|eval\(|exec\(|require\(|socket|base64|rm -rf|\.ssh|\.aws|nc -|iex)\b|https?:\/\//i;
const lockFile =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|poetry\.lock|uv\.lock|Cargo\.lock|go\.sum|composer\.lock|.*\.(?:ipynb|map|svg|pem|crt|pub|sig|asc))$/i;

/** Long texts in base64, hexadecimal or escapes, and short ones that decode to commands. */
export const encodedBlob: TextRule = (file, report) => {
  const { path, text } = file;
  const show = (start: number, blob: string, decoded: string | undefined, isLong: boolean): void => {
    const reason =
      decoded === undefined
        ? undefined
        : speaks.test(decoded)
          ? "commands or addresses"
          : instructs(decoded) === undefined
            ? undefined
            : "instructions";
    if (reason === undefined && (!isLong || lockFile.test(path) || file.placeAt(start) === "data")) return;
    const says =
      reason === undefined ? "what it holds was not understood" : `it decodes to ${reason}: ${cut(decoded ?? "", 100)}`;
    report({
      code: "scan-encoded-blob",
      file: path,
      start,
      end: start + blob.length,
      ...(reason !== undefined && ({ severity: "high", confidence: "medium" } as const)),
      why: `${blob.length} encoded characters stand here; ${says}.`,
      evidence: blob,
    });
  };
  for (const match of text.matchAll(letters)) {
    const [blob] = match;
    const start = match.index;
    if (isPart(text, start) || isMonotonous(blob) || isData(text, start)) continue;
    const isHex = onlyHex.test(blob);
    // Words and paths look alike; of the short ones only what decodes to something that speaks counts.
    if (blob.length < long && isHex) continue;
    show(start, blob, isHex ? decodeHex(blob) : decodeBase64(blob), blob.length >= long);
  }
  if (!text.includes("\\x") && !text.includes("\\u00")) return;
  for (const match of text.matchAll(escapes))
    show(match.index, match[0], decodeHex(match[0].replaceAll(/\\x|\\u00/g, "")), true);
};

/** Part of a data: address of an image or a font, or of a digest. */
function isData(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  return (
    /(?:data:(?:image|font|audio|video)\/[\w.+-]{1,20};base64,|sha(?:256|384|512)[-:=]|-----\s?)$/i.test(before) ||
    /(?:signature|ssh-(?:rsa|ed25519)|integrity)["'\s:=]{1,4}$/i.test(before)
  );
}

/** Part of a longer thing: of a token, or of text in another alphabet. */
function isPart(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  return (
    /[\w-]/.test(before) || (before === "." && /eyJ[\w-]{0,190}\.$/.test(text.slice(Math.max(0, start - 200), start)))
  );
}

function isMonotonous(blob: string): boolean {
  const letters = new Set<string>();
  for (let at = 0; at < blob.length && letters.size < 8; at++) letters.add(blob.charAt(at));
  return letters.size < 8;
}

/** Without a run of one letter before and after, as padding is written; whole groups of four stay whole. */
function withoutPadding(blob: string): string {
  const [run = ""] = /^(.)\1{15,}/.exec(blob) ?? [];
  const [tail = ""] = /(.)\1{15,}={0,2}$/.exec(blob.slice(-4_000)) ?? [];
  return blob.slice(run.length - (run.length % 4), blob.length - tail.length);
}

const latin = new TextDecoder("latin1");
const alphabet = new Map(
  Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", (letter, value) => [
    letter.charCodeAt(0),
    value,
  ]),
);

/** Base64 as text; undefined if it is not text. */
function decodeBase64(padded: string): string | undefined {
  const blob = withoutPadding(padded);
  const bytes = new Uint8Array(Math.ceil((blob.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < blob.length; at++) {
    const value = alphabet.get(blob.charCodeAt(at));
    if (value === undefined) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (held >> bits) & 0xff;
    }
  }
  return asText(bytes.subarray(0, length));
}

function decodeHex(blob: string): string | undefined {
  const bytes = new Uint8Array(blob.length >> 1);
  for (let at = 0; at + 1 < blob.length; at += 2) bytes[at >> 1] = Number.parseInt(blob.slice(at, at + 2), 16);
  return asText(bytes);
}

/** Bytes as text, where nearly all of them are: one byte each, or two for what PowerShell encodes. */
function asText(bytes: Uint8Array): string | undefined {
  const wide = bytes.length > 8 && bytes.every((value, at) => at % 2 === 0 || value === 0);
  const units = wide ? bytes.filter((_, at) => at % 2 === 0) : bytes;
  let readable = 0;
  for (const value of units)
    if ((value >= 32 && value < 127) || value === 9 || value === 10 || value === 13) readable++;
  if (units.length < 8 || readable < units.length * 0.95) return undefined;
  return latin.decode(units);
}
