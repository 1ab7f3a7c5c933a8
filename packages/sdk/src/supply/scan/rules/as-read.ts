import { LOOK_ALIKES } from "../look-alikes.ts";
import type { Report } from "../report.ts";
import type { ScanText } from "../scan-text.ts";
import { plainView, rewriteView, type TextView } from "../text-view.ts";

const hidden =
  "[\\0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{e0000}-\\u{e0fff}]+";
const entity = "&(?:nbsp|ensp|emsp|thinsp|Tab|NewLine|ZeroWidthSpace|shy|zwnj|zwj|#\\d{1,7}|#[xX][0-9a-fA-F]{1,6});";
const disguised = `[\\uff01-\\uff5e\\u{1d400}-\\u{1d7ff}]|[${[...LOOK_ALIKES.keys()].join("")}]`;
const spelling = new RegExp(`${hidden}|${entity}|${disguised}`, "gu");
const anySpelling = new RegExp(`${hidden}|&[#a-zA-Z]|${disguised}`, "u");
const emphasis =
  /<\/?(?:b|i|em|strong|u|mark|sub|sup|small)>|(?<=[\p{L}\p{N}])[*]{1,3}|[*]{1,3}(?=\p{L})|(?<=\p{L})~~|~~(?=\p{L})|(?<![\p{L}\p{N}_])_{1,3}(?=\p{L})|(?<=\p{L})_{1,3}(?![\p{L}\p{N}_])/gu;
const spaces = /[^\S\n]{2,}|[^\S \n]|\n[\s>]+/g;

/** A text as a model reads it: without hidden characters and emphasis, entities, look-alike letters and spaces made plain. */
export function viewAsRead(text: string): TextView {
  let view = plainView(text);
  if (anySpelling.test(text)) view = rewriteView(view, spelling, plainSpelling);
  if (/[*_~]|<\/?\w/.test(view.text)) view = rewriteView(view, emphasis, () => "");
  return rewriteView(view, spaces, plainSpace);
}

const views = new WeakMap<ScanText, TextView>();

/** The part of a file that rules about sentences need. */
export type ReadText = Pick<ScanText, "path" | "text" | "isScript" | "isMarkdown" | "placeAt">;

/** A file as a model reads it, and a report that points into the original. */
export function asRead(file: ScanText, report: Report): { readonly file: ReadText; readonly report: Report } {
  const view = views.get(file) ?? viewAsRead(file.text);
  views.set(file, view);
  return throughView(file, view, report);
}

/** A file in another spelling, and a report that points into the original. */
export function throughView(
  file: ScanText,
  { text, original }: TextView,
  report: Report,
): { readonly file: ReadText; readonly report: Report } {
  if (text === file.text) return { file, report };
  const { path, isScript, isMarkdown } = file;
  return {
    file: { path, text, isScript, isMarkdown, placeAt: (offset) => file.placeAt(original(offset)) },
    report: ({ start, end, ...finding }) =>
      report({
        ...finding,
        ...(start !== undefined && { start: original(start) }),
        // From the last character on: what was taken out behind it is no part of it.
        ...(end !== undefined && { end: end > (start ?? 0) ? original(end - 1) + 1 : original(end) }),
      }),
  };
}

function plainSpelling(found: string): string {
  if (found.startsWith("&")) return decodeEntity(found);
  const twin = LOOK_ALIKES.get(found);
  if (twin !== undefined) return twin;
  const plain = /^[\uff01-\uff5e\u{1d400}-\u{1d7ff}]$/u.test(found) ? found.normalize("NFKC") : "";
  return plain;
}

function decodeEntity(found: string): string {
  const name = found.slice(1, -1);
  if (!name.startsWith("#")) return /sp$|Tab|NewLine/.test(name) ? " " : "";
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  // Angle brackets and quotes are escaped so that they are shown: they stay what they are.
  if (!(point >= 9 && point <= 0x10_ff_ff) || point === 34 || point === 39 || point === 60 || point === 62)
    return found;
  const character = String.fromCodePoint(point);
  return /[\s\u00a0]/.test(character) ? " " : /[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) ? "" : character;
}

/** One space for many, one line for a break with quote marks and indents, a blank line for more. */
function plainSpace(found: string): string {
  if (!found.startsWith("\n")) return " ";
  return found.includes("\n", 1) ? "\n\n" : "\n";
}
