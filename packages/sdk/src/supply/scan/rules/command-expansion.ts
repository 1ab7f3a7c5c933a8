import { cut } from "../excerpt.ts";
import type { TextRule } from "../report.ts";
import { lineBefore } from "./line-around.ts";

const expansion = /(?<![`\w\\])!`([^`\n]+)`/g;
const block = /^[ \t]{0,3}```!\s{0,3}\n/gm;
const risky =
  /\b(?:curl|wget|nc|ncat|base64|eval|ssh|scp|python3?\s+-c|node\s+-e|sudo|printenv|iwr|npx|uvx|rm\s+-)|\.(?:ssh|aws|netrc|gnupg|env)\b|https?:|\|\s{0,4}(?:ba|z)?sh\b|\$\(/i;

/** Commands that some clients run while they render the skill. */
export const commandExpansion: TextRule = (file, report) => {
  const { path, text } = file;
  if (!file.isMarkdown || !(text.includes("!`") || text.includes("```!"))) return;
  for (const match of text.matchAll(expansion)) {
    const command = match[1] ?? "";
    const start = match.index;
    // In a fence a client may or may not run it; in a span of code it is shown.
    const place = file.placeAt(start);
    if (isPlaceholder(command)) continue;
    const isRisky = risky.test(command);
    const shown = isShown(text, start);
    report({
      code: "scan-command-expansion",
      file: path,
      start,
      end: start + match[0].length,
      severity: shown ? (isRisky ? "medium" : "low") : isRisky ? "high" : place === "example" ? "low" : "medium",
      ...((shown || place === "example") && ({ confidence: "medium" } as const)),
      why: `Some clients run \`${cut(command, 80)}\` before the model or the user sees a word.`,
    });
  }
  for (const match of text.matchAll(block)) {
    report({
      code: "scan-command-expansion",
      file: path,
      start: match.index,
      end: match.index + match[0].trimEnd().length,
      why: "Some clients run this block before the model or the user sees a word.",
    });
  }
};

/** A word that stands for any command is about the feature, and not a use of it. */
function isPlaceholder(command: string): boolean {
  return /^(?:cmd|command|commands?|…|\.\.\.|<[\w -]{1,40}>|\{{1,2}[\w -]{1,40}\}{1,2})$/i.test(command.trim());
}

/** Behind an odd number of backticks the next one closes a span: a reader sees code, and a client may still run it. */
function isShown(text: string, start: number): boolean {
  const ticks = lineBefore(text, start, 2_000).match(/`/g)?.length ?? 0;
  return ticks % 2 === 1;
}
