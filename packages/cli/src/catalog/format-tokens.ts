import { formatCount } from "../text/format-number.ts";
import type { SkillTokens } from "./measure-tokens.ts";

/** One level's tokens as they are shown: `1.2k`, `>34k` where not all was counted, `-` where nobody looked. */
export function formatTokens(tokens: SkillTokens, level: "catalog" | "instructions" | "files"): string {
  const count = tokens[level];
  if (count === null) return "-";
  return `${level === "files" && tokens.partial ? ">" : ""}${formatCount(count)}`;
}

/** All levels in a line: `catalog 83 · instructions 1.2k · files >34k`. */
export function tokensLine(tokens: SkillTokens): string {
  const levels = (["catalog", "instructions", "files"] as const).filter((level) => tokens[level] !== null);
  return levels.map((level) => `${level} ${formatTokens(tokens, level)}`).join(" · ");
}
