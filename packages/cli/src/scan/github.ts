import { join } from "node:path";
import { relativePath } from "../report/relative-path.ts";
import { escapeWorkflowData, escapeWorkflowProperty } from "./workflow-command.ts";
import type { ScanReporter, ScanReporterContext } from "./scan-reporter.ts";
import { scanSummaryLines } from "./summary-lines.ts";

const commands = { high: "error", medium: "warning", low: "notice" } as const;

/** Report as GitHub workflow commands, which become annotations on the files of a pull request. */
export function createGithubScanReporter({ env, cwd }: ScanReporterContext): ScanReporter {
  const root = env["GITHUB_WORKSPACE"] ?? cwd;
  return {
    skill: ({ absolutePath, path, findings, reader }) =>
      findings
        .map(({ code, severity, confidence, file, line, column, length, why, advice }) => {
          const shown = relativePath(root, join(absolutePath, file)) ?? `${path}/${file}`;
          const place =
            line === undefined ? "" : `,line=${line},col=${column ?? 1},endColumn=${(column ?? 1) + (length ?? 1)}`;
          const title = escapeWorkflowProperty(`${code} (${confidence} confidence)`);
          return `::${commands[severity]} file=${escapeWorkflowProperty(shown)}${place},title=${title}::${escapeWorkflowData(`${why} ${advice}`)}\n`;
        })
        .join("") +
      (reader?.error === undefined
        ? ""
        : `::warning file=${escapeWorkflowProperty(relativePath(root, absolutePath) ?? path)}::${escapeWorkflowData(`The second reader failed: ${reader.error}`)}\n`),
    problem: ({ path, message }) => `::error file=${escapeWorkflowProperty(path)}::${escapeWorkflowData(message)}\n`,
    end: (summary, { milliseconds }) => `${scanSummaryLines(summary, milliseconds).join("\n")}\n`,
  };
}
