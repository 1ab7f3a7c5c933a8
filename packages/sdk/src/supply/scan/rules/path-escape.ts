import { readMarkdown } from "../../../core/format/rules/markdown.ts";
import type { TextRule } from "../report.ts";

const fileUrl = /\bfile:\/{1,3}[^\s"'`<>)\]]{1,300}/gi;

/** Links that leave the skill, and file: addresses. */
export const pathEscape: TextRule = (file, report) => {
  const { path, text } = file;
  if (file.isMarkdown && text.includes("../")) {
    const depth = path.split("/").length - 1;
    for (const { text: target, start } of readMarkdown(text, file.bodyStart).links) {
      const up = climbs(target);
      if (up <= depth) continue;
      // Neighbours are linked in many collections; what lies further up is anybody's.
      const far = up > depth + 3 || /\.(?:ssh|aws|env|git|claude|config)\b|\/etc\//.test(target);
      report({
        code: "scan-path-escape",
        file: path,
        start,
        end: start + target.length,
        severity: far ? "medium" : "low",
        why: `This link climbs ${up - depth} ${up - depth === 1 ? "folder" : "folders"} above the skill.`,
      });
    }
  }
  if (!/\bfile:\//i.test(text)) return;
  for (const match of text.matchAll(fileUrl)) {
    const place = file.placeAt(match.index);
    const [found] = match;
    if (/\$|\{|<|%s|path\/to|\.\.\.|your/i.test(found) || place === "data") continue;
    const secret = /\.(?:ssh|aws|netrc|env|gnupg|kube)\b|\/etc\/(?:passwd|shadow)|\/proc\//.test(found);
    report({
      code: "scan-path-escape",
      file: path,
      start: match.index,
      end: match.index + found.length,
      severity: secret && place !== "script" ? "medium" : secret ? "high" : "low",
      why: "This address reads a file of the machine, wherever it lies.",
    });
  }
};

/** How many folders a relative path climbs above where it starts, at its highest. */
function climbs(target: string): number {
  let level = 0;
  let highest = 0;
  let decoded = target;
  try {
    decoded = decodeURIComponent(target);
  } catch {
    // Malformed escapes stand for themselves.
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(decoded)) return 0;
  for (const part of decoded.split(/[/\\]/)) {
    if (part === "..") highest = Math.max(highest, ++level);
    else if (part !== "." && part !== "") level--;
  }
  return highest;
}
