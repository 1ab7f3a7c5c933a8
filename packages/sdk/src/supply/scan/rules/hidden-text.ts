import { isPartOfWriting } from "../../../core/format/rules/part-of-writing.ts";
import { cut } from "../excerpt.ts";
import { incomplete, type TextRule } from "../report.ts";

const any =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant on its own
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]/;
const run =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant on its own
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]+/gu;
const tags = /\udb40[\udc00-\udc7f]/;
const selectors = /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){2}/;
const direction = /[\u202a-\u202e\u2066-\u2069]/;
const many = 8;
/** So many in one file are no accident. */
const manyInAll = 24;
/** More are not looked at one by one. */
const most = 1_000;

/** Characters that a person who reads the file does not see, and a model does. */
export const hiddenText: TextRule = ({ path, text, isScript }, report) => {
  if (!any.test(text)) return;
  const inAll = Array.from(text.matchAll(run), ([found]) => found.length).reduce((sum, length) => sum + length, 0);
  let runs = 0;
  for (const match of text.matchAll(run)) {
    if (++runs > most) {
      report(incomplete(path, `it has invisible characters in more than ${most} places`));
      return;
    }
    const [found] = match;
    const { index: start } = match;
    if ((start === 0 && found === "\ufeff") || isPartOfWriting(text, found, start)) continue;
    const base = { file: path, start, end: start + found.length };
    if (tags.test(found) || selectors.test(found)) {
      const spelt = spell(found);
      const says = spelt === "" ? "" : ` that spell: ${cut(spelt, 120)}`;
      report({
        ...base,
        code: "scan-hidden-text",
        why: `There are ${[...found].length} characters here that do not show${says}.`,
      });
    } else if (direction.test(found)) {
      const severity = isScript ? "high" : "medium";
      report({
        ...base,
        code: "scan-bidi-control",
        severity,
        why: "A control character here changes the order in which the line is shown.",
      });
    } else {
      const length = [...found].length;
      const severity = length >= many || isScript || (length > 1 && inAll >= manyInAll) ? "medium" : "low";
      report({
        ...base,
        code: "scan-invisible-character",
        severity,
        why: `There ${length === 1 ? "is an invisible character" : `are ${length} invisible characters`} here.`,
      });
    }
  }
};

/** What tags and selectors spell, as far as it is ASCII. */
function spell(found: string): string {
  let spelt = "";
  for (const character of found) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xe0020 && point < 0xe007f) spelt += String.fromCharCode(point - 0xe0000);
    // Selectors as bytes: the first sixteen, then the supplement.
    else if (point >= 0xfe00 && point <= 0xfe0f) spelt += byte(point - 0xfe00);
    else if (point >= 0xe0100 && point <= 0xe01ef) spelt += byte(point - 0xe0100 + 16);
  }
  return spelt;
}

function byte(value: number): string {
  return value >= 32 && value < 127 ? String.fromCharCode(value) : "";
}
