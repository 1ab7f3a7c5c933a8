import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import type { SkillReport } from "../check/skill-report.ts";
import { indexLines, renderCodeFrame } from "../text/code-frame.ts";
import { fit } from "../text/fit.ts";
import { visible } from "../text/visible.ts";
import { relativePath } from "./relative-path.ts";
import type { CreateReporter } from "./reporter.ts";
import { summaryLine } from "./summary-line.ts";

const nameWidth = 40;

/** Report for people: one group per skill, one code frame per line with findings, a summary. */
export const createPrettyReporter: CreateReporter = ({ colors, width, cwd, quiet, fix }) => {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  let fixable = 0;

  const heading = ({ valid, name, path, absolutePath }: SkillReport): string => {
    const mark = valid ? colors.yellow("!") : colors.red("✖");
    const shownPath = visible((relativePath(cwd, absolutePath) ?? path) || ".");
    if (name === null) return `${mark} ${colors.bold(shownPath)}`;
    return `${mark} ${colors.bold(fit(name, nameWidth))} ${colors.dim(shownPath)}`;
  };

  const findings = (diagnostics: readonly ReportedDiagnostic[]): string[] => {
    const positions = diagnostics.map(({ line, column }) =>
      line === undefined ? "" : column === undefined ? `${line} ` : `${line}:${column} `,
    );
    const positionWidth = Math.max(...positions.map(({ length }) => length));
    const severityWidth = Math.max(...diagnostics.map(({ severity }) => severity.length));
    return diagnostics.map(({ severity, code, message }, index) => {
      const position = (positions[index] ?? "").padEnd(positionWidth);
      const padding = " ".repeat(severityWidth - severity.length);
      return `  ${position}${paint[severity](severity)}${padding} ${colors.bold(code)}: ${visible(message)}`;
    });
  };

  const hints = (diagnostics: readonly ReportedDiagnostic[]): string[] => {
    const titles = diagnostics.flatMap((diagnostic) => (diagnostic.fix === undefined ? [] : [diagnostic.fix.title]));
    fixable += titles.length;
    const advice = diagnostics.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
    return [
      ...[...new Set(titles)].map((title) => colors.dim(`    fixable with --fix: ${visible(title)}`)),
      ...[...new Set(advice)].map((text) => colors.dim(`    ${visible(text)}`)),
    ];
  };

  const render = (report: SkillReport, shown: readonly ReportedDiagnostic[]): string[] => {
    const index = indexLines(report.text ?? "");
    const rendered = [heading(report)];
    for (const group of byLine(shown)) {
      rendered.push(...findings(group));
      const frame = report.text === undefined ? [] : renderCodeFrame(index, group, { width: width - 4, colors });
      for (const line of frame) rendered.push(`    ${line}`);
      rendered.push(...hints(group));
    }
    return rendered;
  };

  return {
    skill(report) {
      const shown = quiet ? report.diagnostics.filter(({ severity }) => severity === "error") : report.diagnostics;
      return shown.length === 0 ? "" : `${render(report, shown).join("\n")}\n\n`;
    },
    end(summary, { milliseconds }) {
      if (quiet) return "";
      const mark = summary.errors > 0 ? colors.red("✖") : summary.warnings > 0 ? colors.yellow("!") : colors.green("✔");
      const hint = fixable > 0 && !fix ? `  ${fixable} fixable with --fix\n` : "";
      return `${mark} ${summaryLine(summary, milliseconds)}\n${hint}`;
    },
  };
};

/** Findings on one line belong together, and so do those about the file as a whole. */
function byLine(diagnostics: readonly ReportedDiagnostic[]): Iterable<readonly ReportedDiagnostic[]> {
  const groups = new Map<number | undefined, ReportedDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.line);
    if (group === undefined) groups.set(diagnostic.line, [diagnostic]);
    else group.push(diagnostic);
  }
  return groups.values();
}
