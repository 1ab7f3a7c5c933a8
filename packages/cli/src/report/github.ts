import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import { visible } from "../text/visible.ts";
import { relativePath } from "./relative-path.ts";
import type { CreateReporter } from "./reporter.ts";
import { summaryLine } from "./summary-line.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** Report as GitHub workflow commands, which become annotations on the files of a pull request. */
export const createGithubReporter: CreateReporter = ({ env, cwd, quiet }) => ({
  skill(report) {
    const shown = quiet ? report.diagnostics.filter(({ severity }) => severity === "error") : report.diagnostics;
    const file = relativePath(env["GITHUB_WORKSPACE"] ?? cwd, report.absolutePath) || report.path;
    return shown.map((diagnostic) => `${command(diagnostic, file)}\n`).join("");
  },
  end: (summary, { milliseconds }) => (quiet ? "" : `${summaryLine(summary, milliseconds)}\n`),
});

function command({ code, severity, message, line, column, length }: ReportedDiagnostic, file: string): string {
  const properties = [`file=${escapeProperty(file)}`];
  if (line !== undefined) {
    properties.push(`line=${line}`);
    if (column !== undefined) {
      properties.push(`col=${column}`);
      if (length !== undefined && length > 1) properties.push(`endColumn=${column + length}`);
    }
  }
  properties.push(`title=${escapeProperty(code)}`);
  return `::${commands[severity]} ${properties.join(",")}::${escapeData(message)}`;
}

// The runner's own escapes; other control characters are made visible, because the log is shown in terminals too.
function escapeData(text: string): string {
  return text
    .split(/(\r\n|\r|\n)/)
    .map((part, index) => (index % 2 === 0 ? visible(part).replaceAll("%", "%25") : "%0A"))
    .join("");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
