import { DIAGNOSTIC_CODES, type Fix } from "@tradecraft/sdk";
import { BUILT_RULES } from "../check/built/built-rules.ts";
import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import type { SkillReport } from "../check/skill-report.ts";
import type { CreateReporter } from "./reporter.ts";
import { locateArtifact, sarifLocation } from "./sarif-location.ts";
import { sarifLog, type SarifResult, type SarifRule } from "./sarif-log.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** Report of a check as SARIF. */
export const createSarifReporter: CreateReporter = ({ version, profile, cwd, quiet }) => {
  const results: SarifResult[] = [];
  const rules: SarifRule[] = [
    ...Object.entries(DIAGNOSTIC_CODES).map(([id, { summary, lenient, spec, group }]) =>
      toRule(id, summary, profile === "lenient" ? lenient : spec, group),
    ),
    ...Object.entries(BUILT_RULES).map(([id, { summary, severity }]) => toRule(id, summary, severity, "workflow")),
  ];
  return {
    skill(report) {
      const artifact = locateArtifact(report.absolutePath, cwd);
      for (const diagnostic of report.diagnostics)
        if (!quiet || diagnostic.severity === "error") results.push(toResult(diagnostic, artifact, report));
      return "";
    },
    end: () => sarifLog({ tool: "tradecraft", version, rules, results }),
  };
};

function toRule(id: string, summary: string, severity: keyof typeof levels, group: string): SarifRule {
  return {
    id,
    shortDescription: { text: summary },
    defaultConfiguration: { level: levels[severity] },
    properties: { group },
  };
}

function toResult(diagnostic: ReportedDiagnostic, artifact: object, { text }: SkillReport): SarifResult {
  const { code, severity, message, fix } = diagnostic;
  return {
    ruleId: code,
    level: levels[severity],
    text: message,
    location: sarifLocation(artifact, diagnostic),
    ...(fix !== undefined && text !== undefined && { more: { fixes: [toFix(fix, artifact, text)] } }),
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
