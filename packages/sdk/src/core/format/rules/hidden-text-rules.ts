import type { Reporter } from "../reporter.ts";
import { firstFew } from "./first-few.ts";
import { withoutInlineCode } from "./inline-code.ts";
import type { Markdown } from "./markdown.ts";
import { isPartOfWriting } from "./part-of-writing.ts";
import { shorten } from "./shorten.ts";

/** How many findings of one kind are shown in full; the rest is counted. */
const MOST_SHOWN = 10;

/**
 * Zero-width characters, invisible operators, soft hyphens, bidi controls, fillers that show as nothing, variation
 * selectors, and what starts the plane of tags and more selectors.
 */
const HIDDEN =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant on its own
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]/;
const HIDDEN_RUN =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant on its own
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]+/gu;

/** What a person who reads the file does not see, and a model does. */
export function checkHiddenText(raw: string, markdown: Markdown, reporter: Reporter): void {
  if (HIDDEN.test(raw)) checkHiddenUnicode(raw, reporter);
  if (raw.includes("<!--")) checkComments(markdown, reporter);
  if (raw.includes("!`")) checkExpansions(markdown, reporter);
}

function checkHiddenUnicode(raw: string, reporter: Reporter): void {
  const findings = [...raw.matchAll(HIDDEN_RUN)].filter(({ 0: run, index }) => {
    // A byte order mark at the start has a code of its own.
    if (index === 0 && run === "\ufeff") return false;
    return !isPartOfWriting(raw, run, index);
  });
  report(findings, "hidden-unicode", reporter, ({ 0: run }) => {
    const points = [...run].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
    const shown = points.slice(0, 4).join(" ") + (points.length > 4 ? ` and ${points.length - 4} more` : "");
    return `Invisible here: ${shown} (${kindOf(run)}). A model reads it, a reviewer does not; remove it.`;
  });
}

function kindOf(run: string): string {
  if (/\udb40[\udc00-\udc7f]/.test(run)) return "tag characters, which can spell hidden text";
  if (/[\ufe00-\ufe0f\udb40-\udb43]/.test(run)) return "variation selectors, which can carry hidden text";
  if (/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/.test(run)) return "changes the direction of the text";
  return "zero-width or blank";
}

function checkComments(markdown: Markdown, reporter: Reporter): void {
  const message =
    "This comment is hidden from readers of the page and read by models; say it in the open or remove it.";
  report(findInProse(markdown, "<!--", /<!--/g, true), "html-comment", reporter, () => message);
}

function checkExpansions(markdown: Markdown, reporter: Reporter): void {
  const findings = findInProse(markdown, "!`", /(?<![`\w])!`([^`\n]+)`/g, false);
  report(findings, "command-expansion", reporter, (match) => {
    const command = match[0].slice(2, -1);
    return `Some clients run \`${shorten(command)}\` before the model sees a word; let the model decide, or name a script.`;
  });
}

/** A match and where it starts in the file. */
interface Found {
  readonly 0: string;
  readonly index: number;
}

function findInProse({ prose }: Markdown, sign: string, pattern: RegExp, skipCode: boolean): Found[] {
  return prose.flatMap(({ text, start }) => {
    if (!text.includes(sign)) return [];
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
  const show = (match: Found, more: string): void =>
    reporter.report(code, { message: describe(match) + more, start: match.index, end: match.index + match[0].length });
  firstFew(findings, MOST_SHOWN, show, "more places");
}
