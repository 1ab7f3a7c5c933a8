import type { TextRule } from "../report.ts";
import { instructs } from "./words.ts";

const longest = 20_000;
const linkComment = /^[ \t]{0,3}\[(?:\/\/|comment|_|#|>)\]:[ \t]{0,3}(?:#|<>|\/)[ \t]{0,3}["'(]?([^\n]{1,2000})/gim;
const element = /<(?:div|span|p|font|section|details|template|small|td)\b[^>\n]{0,600}>/gi;
const unseen =
  /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:white|#fff(?:fff)?|transparent)\b|\shidden(?=[\s>=])/i;
const mostInside = 2_000;
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
    look(start, text.slice(start + 4, Math.min(end, start + longest)), end, "This comment");
    start = text.indexOf("<!--", end);
  }
  if (/^[ \t]{0,3}\[(?:\/\/|comment|_|#|>)\]:/im.test(text))
    for (const match of text.matchAll(linkComment))
      look(match.index, match[1] ?? "", match.index + match[0].length, "This link definition");
  if (!/<(?:div|span|p|font|section|details|template|small|td)\b/i.test(text)) return;
  let elements = 0;
  for (const match of text.matchAll(element)) {
    if (!unseen.test(match[0])) continue;
    if (++elements > mostElements) {
      report({
        code: "scan-incomplete",
        file: path,
        severity: "medium",
        why: "Rules did not see all of this: it has too many hidden elements.",
        evidence: "hidden elements",
      });
      return;
    }
    const from = match.index + match[0].length;
    const inside = text.slice(from, from + mostInside).split("</", 1)[0] ?? "";
    look(match.index, inside, from + inside.length, "This element");
  }
};
