import { SCAN_RULES } from "@tradecraft/sdk/supply";
import type { Colors } from "../text/colors.ts";
import { wrap } from "../text/wrap.ts";

/** Every rule: code, weight, what it looks for and what it does not see. */
export function renderScanRules(colors: Colors, width: number): string {
  const paint = { high: colors.red, medium: colors.yellow, low: colors.blue };
  const indented = (text: string): string[] => wrap(text, width - 4).map((line) => `    ${line}`);
  const blocks = Object.entries(SCAN_RULES).map(([code, { title, severity, confidence, looksFor, limits }]) =>
    [
      `${colors.bold(code)}  ${paint[severity](severity)} ${colors.dim(`(${confidence} confidence)`)}  ${title}`,
      ...indented(`${looksFor}.`),
      ...indented(`Limits: ${limits}.`).map((line) => colors.dim(line)),
    ].join("\n"),
  );
  return `${blocks.join("\n")}\n\nNo rule, and no number of rules, can show that there is nothing to find.\n`;
}
