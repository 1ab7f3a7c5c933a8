import { incomplete, type TextRule } from "../report.ts";
import { instructs } from "./words.ts";

const linkComment = /^[ \t]{0,3}\[(?:\/\/|comment|_|#|>)\]:[ \t]{0,3}(?:#|<>|\/)[ \t]{0,3}["'(]?([^\n]+)/gim;
const element = /<(?:div|span|p|font|section|details|template|small|td)\b/gi;
const unseen =
  /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:white|#fff(?:fff)?|transparent)\b|\shidden(?=[\s>=])/i;
const mostInside = 20_000;
const mostTag = 2_000;
const mostElements = 500;

/** Comments and hidden markup that speak to a model. */
export const hiddenInstruction: TextRule = (file, report) => {
  const { path, text } = file;
  const isMarkup = file.isMarkdown || /\.(?:html?|svg|xml|txt|rst)$/i.test(path);
  if (!isMarkup) return;
  const look = (start: number, content: string, end: number, what: string): void => {
    const reason = instructs(content);
    if (reason === undefined) return;
    const inCode = file.placeAt(start) === "example";
    report({
      code: "scan-hidden-instruction",
      file: path,
      start,
      end,
      ...(inCode && ({ severity: "medium", confidence: "low" } as const)),
      why: `${what} is not shown to readers, and it ${reason}.`,
      evidence: text.slice(start, end),
    });
  };
  for (let start = text.indexOf("<!--"); start >= 0;) {
    const close = text.indexOf("-->", start + 4);
    const end = close < 0 ? text.length : close + 3;
    look(start, text.slice(start + 4, end), end, "This comment");
    start = text.indexOf("<!--", end);
  }
  if (/^[ \t]{0,3}\[(?:\/\/|comment|_|#|>)\]:/im.test(text))
    for (const match of text.matchAll(linkComment))
      look(match.index, match[1] ?? "", match.index + match[0].length, "This link definition");
  if (!/<(?:div|span|p|font|section|details|template|small|td)\b/i.test(text)) return;
  let elements = 0;
  let isCut = false;
  let close = -1;
  for (const match of text.matchAll(element)) {
    if (close < match.index) close = text.indexOf(">", match.index);
    if (close < 0) break;
    if (!unseen.test(text.slice(match.index, Math.min(close + 1, match.index + mostTag)))) continue;
    if (++elements > mostElements) {
      report(incomplete(path, `it has more than ${mostElements} hidden elements`));
      return;
    }
    const from = close + 1;
    const reach = text.slice(from, from + mostInside);
    const inside = reach.split("</", 1)[0] ?? "";
    if (inside.length === mostInside) isCut = true;
    look(match.index, inside, from + inside.length, "This element");
  }
  if (isCut) report(incomplete(path, `a hidden element is longer than ${mostInside} characters`));
};
