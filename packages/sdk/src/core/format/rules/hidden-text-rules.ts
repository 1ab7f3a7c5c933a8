import type { Reporter } from "../reporter.ts";
import { type Markdown, withoutInlineCode } from "./markdown.ts";

/** How many findings of one kind are shown in full; the rest is counted. */
const MOST_SHOWN = 10;

/** Zero-width characters, invisible operators, soft hyphens, bidi controls, tags, and fillers that show as nothing. */
const HIDDEN =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\udb40[\udc00-\udc7f]/;
const HIDDEN_RUN = new RegExp(`(?:${HIDDEN.source})+`, "g");
/** Joiners are part of the writing between emoji and in scripts that join letters. */
const JOINERS = /^[\u200c\u200d]+$/;
const JOINED_BEFORE =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Tamil}\p{Script=Telugu}\p{M}]$/u;

/** What a person who reads the file does not see, and a model does. */
export function checkHiddenText(raw: string, markdown: Markdown, reporter: Reporter): void {
  if (HIDDEN.test(raw)) checkHiddenUnicode(raw, reporter);
  if (raw.includes("<!--")) checkComments(markdown, reporter);
  if (raw.includes("!`")) checkExpansions(markdown, reporter);
}

function checkHiddenUnicode(raw: string, reporter: Reporter): void {
  const findings = [...raw.matchAll(HIDDEN_RUN)].filter((match) => {
    // A byte order mark at the start has a code of its own.
    if (match.index === 0 && match[0] === "\ufeff") return false;
    const before = raw.slice(Math.max(0, match.index - 2), match.index);
    // Flags of regions are a black flag, tags that spell the region, and an end tag.
    if (before === "\ud83c\udff4" && /^(?:\udb40[\udc20-\udc7e])+\udb40\udc7f$/.test(match[0])) return false;
    return !(JOINERS.test(match[0]) && JOINED_BEFORE.test(before));
  });
  report(findings, "hidden-unicode", reporter, (match) => {
    const points = [...match[0]].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
    const shown = points.slice(0, 4).join(" ") + (points.length > 4 ? ` and ${points.length - 4} more` : "");
    return `Invisible here: ${shown} (${kindOf(match[0])}). A model reads it, a reviewer does not; remove it.`;
  });
}

function kindOf(run: string): string {
  if (/[\udc00-\udc7f]/.test(run) && run.includes("\udb40")) return "tag characters, which can spell hidden text";
  if (/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/.test(run)) return "changes the direction of the text";
  return "zero-width or blank";
}

function checkComments(markdown: Markdown, reporter: Reporter): void {
  const message =
    "This comment is hidden from readers of the page and read by models; say it in the open or remove it.";
  report(findInProse(markdown, /<!--/g, true), "html-comment", reporter, () => message);
}

function checkExpansions(markdown: Markdown, reporter: Reporter): void {
  const findings = findInProse(markdown, /(?<![`\w])!`([^`\n]+)`/g, false);
  report(findings, "command-expansion", reporter, (match) => {
    const command = match[0].slice(2, -1);
    return `Some clients run \`${command}\` before the model sees a word; let the model decide, or name a script.`;
  });
}

/** A match and where it starts in the file. */
interface Found {
  readonly 0: string;
  readonly index: number;
}

function findInProse({ prose }: Markdown, pattern: RegExp, skipCode: boolean): Found[] {
  return prose.flatMap(({ text, start }) => {
    const visible = skipCode ? withoutInlineCode(text) : text;
    return [...visible.matchAll(pattern)].map((match) => ({ 0: match[0], index: start + match.index }));
  });
}

function report(
  findings: readonly Found[],
  code: "hidden-unicode" | "html-comment" | "command-expansion",
  reporter: Reporter,
  describe: (match: Found) => string,
): void {
  findings.slice(0, MOST_SHOWN).forEach((match, index) => {
    const more =
      index === MOST_SHOWN - 1 && findings.length > MOST_SHOWN
        ? ` (and ${findings.length - MOST_SHOWN} more places)`
        : "";
    reporter.report(code, { message: describe(match) + more, start: match.index, end: match.index + match[0].length });
  });
}
