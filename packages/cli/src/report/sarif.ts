import { pathToFileURL } from "node:url";
import { DIAGNOSTIC_CODES, type Fix } from "@tradecraft/sdk";
import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import type { SkillReport } from "../check/skill-report.ts";
import { relativePath } from "./relative-path.ts";
import type { CreateReporter } from "./reporter.ts";
import { stringifyJson } from "./stringify-json.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** Report as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning services. */
export const createSarifReporter: CreateReporter = ({ version, profile, cwd, quiet }) => {
  const codes = Object.keys(DIAGNOSTIC_CODES);
  const results: object[] = [];
  return {
    skill(report) {
      const artifactLocation = locateArtifact(report.absolutePath, cwd);
      for (const diagnostic of report.diagnostics) {
        if (quiet && diagnostic.severity !== "error") continue;
        results.push(toResult(diagnostic, codes.indexOf(diagnostic.code), artifactLocation, report));
      }
      return "";
    },
    end: () =>
      stringifyJson({
        $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        version: "2.1.0",
        runs: [
          {
            tool: {
              driver: {
                name: "tradecraft",
                version,
                rules: Object.entries(DIAGNOSTIC_CODES).map(([id, rule]) => ({
                  id,
                  shortDescription: { text: rule.summary },
                  defaultConfiguration: { level: levels[profile === "lenient" ? rule.lenient : rule.spec] },
                  properties: { group: rule.group },
                })),
              },
            },
            columnKind: "utf16CodeUnits",
            results,
          },
        ],
      }),
  };
};

function toResult(
  diagnostic: ReportedDiagnostic,
  ruleIndex: number,
  artifactLocation: object,
  { text }: SkillReport,
): object {
  const { code, severity, message, line, column, length, fix } = diagnostic;
  const columns = column === undefined ? {} : { startColumn: column, endColumn: column + (length ?? 1) };
  const region = line === undefined ? {} : { region: { startLine: line, ...columns } };
  return {
    ruleId: code,
    ...(ruleIndex === -1 ? {} : { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, ...region } }],
    ...(fix === undefined || text === undefined ? {} : { fixes: [toFix(fix, artifactLocation, text)] }),
  };
}

function toFix(fix: Fix, artifactLocation: object, text: string): object {
  const replacements = fix.edits.map((edit) => {
    const start = positionAt(text, edit.start);
    const end = positionAt(text, edit.end);
    return {
      deletedRegion: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
      insertedContent: { text: edit.text },
    };
  });
  return { description: { text: fix.title }, artifactChanges: [{ artifactLocation, replacements }] };
}

function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

function locateArtifact(absolutePath: string, cwd: string): object {
  const path = relativePath(cwd, absolutePath);
  if (path === undefined) return { uri: pathToFileURL(absolutePath).href };
  // Through bytes, because a lone surrogate in a file name cannot be percent-encoded.
  const segments = path.split("/").map((segment) => encodeURIComponent(Buffer.from(segment).toString("utf8")));
  return { uri: segments.join("/") || ".", uriBaseId: "%SRCROOT%" };
}
