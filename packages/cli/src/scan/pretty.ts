import type { ScanFinding } from "@tradecraft/sdk/supply";
import { relativePath } from "../report/relative-path.ts";
import { fit } from "../text/fit.ts";
import { visible } from "../text/visible.ts";
import { wrap } from "../text/wrap.ts";
import type { ScanReporter, ScanReporterContext } from "./scan-reporter.ts";
import { scanSummaryLines } from "./summary-lines.ts";

const nameWidth = 40;

/** Report for people: one group per skill, each finding with its reason and what stands there. */
export function createPrettyScanReporter({ colors, width, cwd }: ScanReporterContext): ScanReporter {
  const paint = { high: colors.red, medium: colors.yellow, low: colors.blue };
  const render = (finding: ScanFinding): string[] => {
    const { code, severity, confidence, file, line, column, excerpt, why, advice, reader } = finding;
    const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
    const lines = [
      `  ${paint[severity](severity)} ${colors.bold(code)} ${visible(place)} ${colors.dim(`(${confidence} confidence)`)}`,
      ...wrap(why, width - 6).map((text) => `      ${text}`),
    ];
    if (excerpt !== "") lines.push(colors.dim(`      │ ${fit(excerpt, Math.max(20, width - 8))}`));
    if (reader !== undefined)
      lines.push(
        ...wrap(`a second reader ${reader.verdict}s: ${reader.reason}`, width - 6).map((text) =>
          colors.dim(`      ${text}`),
        ),
      );
    return [
      ...lines,
      ...wrap(advice, width - 8).map((text, at) => colors.dim(`      ${at === 0 ? "→ " : "  "}${text}`)),
    ];
  };
  const warning = (failure: string | undefined): string[] =>
    failure === undefined
      ? []
      : wrap(`The second reader failed: ${visible(failure)}`, width - 4).map((text, at) =>
          at === 0 ? `  ${colors.yellow("warning")} ${text}` : `    ${text}`,
        );
  return {
    skill({ name, path, absolutePath, findings, reader }) {
      const failure = reader?.error;
      if (findings.length === 0 && failure === undefined) return "";
      const mark = findings.some(({ severity }) => severity === "high") ? colors.red("✖") : colors.yellow("!");
      const shown = visible((relativePath(cwd, absolutePath) ?? path) || ".");
      return `${[`${mark} ${colors.bold(fit(name, nameWidth))} ${colors.dim(shown)}`, ...findings.flatMap(render), ...warning(failure)].join("\n")}\n\n`;
    },
    problem: ({ path, message }) => `${colors.red("✖")} ${colors.bold(visible(path))}\n  ${visible(message)}\n\n`,
    end: (summary, { milliseconds }) => `${scanSummaryLines(summary, milliseconds).join("\n")}\n`,
  };
}
