import { cut } from "../excerpt.ts";
import type { TextRule } from "../report.ts";
import { instructs } from "./words.ts";

const letters = /[A-Za-z0-9+/]{40,}={0,2}/g;
const onlyHex = /^[0-9A-Fa-f]+$/;
const long = 200;
const escapes = /(?:\\x[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}){50,}/g;
const mostDecoded = 100_000;
const speaks =
  /\b(?:curl|wget|bash|\/bin\/sh|powershell|import os|subprocess|child_process|eval\(|exec\(|require\(|socket|base64|rm -rf|\.ssh|\.aws|nc -|iex)\b|https?:\/\//i;
const lockFile =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|poetry\.lock|uv\.lock|Cargo\.lock|go\.sum|composer\.lock|.*\.(?:ipynb|map|svg|pem|crt|pub|sig|asc))$/i;
const mostShort = 200;

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
  let looked = 0;
  for (const match of text.matchAll(letters)) {
    const [blob] = match;
    const start = match.index;
    if (/[A-Za-z0-9+/=_.-]/.test(text.charAt(start - 1)) || isMonotonous(blob) || isData(text, start)) continue;
    const isHex = onlyHex.test(blob);
    // Words and paths look alike; of the short ones only what decodes to something that speaks counts.
    if (blob.length < long && (isHex || ++looked > mostShort)) continue;
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

function isMonotonous(blob: string): boolean {
  return new Set(blob.slice(0, 400)).size < 8;
}

const alphabet = new Map(
  Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", (letter, value) => [
    letter.charCodeAt(0),
    value,
  ]),
);

/** Base64 as text; undefined if it is not text. */
function decodeBase64(blob: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < blob.length && at < mostDecoded; at++) {
    const value = alphabet.get(blob.charCodeAt(at));
    if (value === undefined) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return asText(bytes);
}

function decodeHex(blob: string): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; at + 1 < blob.length && at < mostDecoded; at += 2)
    bytes.push(Number.parseInt(blob.slice(at, at + 2), 16));
  return asText(bytes);
}

/** Bytes as text, where nearly all of them are: one byte each, or two for what PowerShell encodes. */
function asText(bytes: readonly number[]): string | undefined {
  const wide = bytes.length > 8 && bytes.every((value, at) => at % 2 === 0 || value === 0);
  const units = wide ? bytes.filter((_, at) => at % 2 === 0) : bytes;
  let readable = 0;
  for (const value of units)
    if ((value >= 32 && value < 127) || value === 9 || value === 10 || value === 13) readable++;
  if (units.length < 8 || readable < units.length * 0.95) return undefined;
  return units.map((value) => String.fromCharCode(value)).join("");
}
