import type { Diagnostic } from "@tradecraft/sdk";
import type { SkillReport } from "../check/skill-report.ts";
import { indexLines, renderCodeFrame } from "../text/code-frame.ts";
import { visible } from "../text/visible.ts";
import type { CreateReporter } from "./reporter.ts";
import { summaryLine } from "./summary-line.ts";

/** Report for people: one group per skill, code frames, a summary line. */
export const createPrettyReporter: CreateReporter = ({ colors, width, quiet, fix }) => {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  let fixable = 0;

  const lines = (report: SkillReport, shown: readonly Diagnostic[]): string[] => {
    const path = visiblePath(report.path);
    const mark = report.valid ? colors.yellow("!") : colors.red("✖");
    const title = report.name === null ? colors.bold(path) : `${colors.bold(visible(report.name))} ${colors.dim(path)}`;
    const index = indexLines(report.text ?? "");
    const rendered = [`${mark} ${title}`];
    for (const diagnostic of shown) {
      const at = [path, diagnostic.line, diagnostic.line === undefined ? undefined : diagnostic.column];
      const position = at.filter((part) => part !== undefined).join(":");
      const severity = paint[diagnostic.severity](diagnostic.severity);
      rendered.push(`  ${position}: ${severity} ${colors.bold(diagnostic.code)}: ${visible(diagnostic.message)}`);
      if (report.text !== undefined) {
        for (const line of renderCodeFrame(index, diagnostic, { width: width - 4, colors }))
          rendered.push(`    ${line}`);
      }
      if (diagnostic.fix !== undefined) {
        fixable++;
        rendered.push(colors.dim(`    fixable with --fix: ${visible(diagnostic.fix.title)}`));
      }
    }
    return rendered;
  };

  return {
    skill(report) {
      const shown = quiet ? report.diagnostics.filter(({ severity }) => severity === "error") : report.diagnostics;
      return shown.length === 0 ? "" : `${lines(report, shown).join("\n")}\n\n`;
    },
    end(summary, milliseconds) {
      if (quiet) return "";
      const mark = summary.errors > 0 ? colors.red("✖") : summary.warnings > 0 ? colors.yellow("!") : colors.green("✔");
      const hint = fixable > 0 && !fix ? `  ${fixable} fixable with --fix\n` : "";
      return `${mark} ${summaryLine(summary, milliseconds)}\n${hint}`;
    },
  };
};

// A line that starts with "::" would be a command to a GitHub runner that shows this output.
function visiblePath(path: string): string {
  return visible(path.startsWith("::") ? `./${path}` : path);
}
