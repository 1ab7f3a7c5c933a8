import { estimateTokenCount } from "tokenx";
import type { Reporter } from "../reporter.ts";
import type { SkillManifest } from "../types.ts";

const MAX_LINES = 500;
const MAX_TOKENS = 5_000;

/** Instructions: there, and not longer than a model should have to read at once. */
export function checkBodySize(manifest: SkillManifest, bodyStart: number, reporter: Reporter): void {
  const { body, raw } = manifest;
  const start = Math.min(bodyStart, raw.length);
  if (body === "") {
    reporter.report("body-empty", { message: "There are no instructions below the frontmatter.", start, end: start });
    return;
  }
  const lines = countLines(body);
  if (lines > MAX_LINES) {
    const message = `The instructions have ${lines} lines; keep them under ${MAX_LINES} and move detail into files that they point at.`;
    reporter.report("body-too-long", { message, start, end: start });
  }
  if (mostTokens(body) <= MAX_TOKENS) return;
  const tokens = estimateTokenCount(body);
  if (tokens > MAX_TOKENS) {
    const message = `The instructions cost about ${tokens} tokens each time they are loaded; keep them under ${MAX_TOKENS}.`;
    reporter.report("body-too-many-tokens", { message, start, end: start });
  }
}

/** More tokens than text of its length has, at a fraction of the cost of counting: three ASCII characters to one. */
function mostTokens(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) ascii++;
  return text.length - ascii + ascii / 3;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
