import { join } from "node:path";
import { SCAN_RULES, type ScanFinding, type ScanRule } from "@tradecraft/sdk/supply";
import { locateArtifact, sarifLocation } from "../report/sarif-location.ts";
import { sarifLog, type SarifNotification, type SarifResult, type SarifRule } from "../report/sarif-log.ts";
import type { ScanReporter, ScanReporterContext } from "./scan-reporter.ts";

const levels = { high: "error", medium: "warning", low: "note" } as const;
/** What code scanning services sort by, from 0 to 10. */
const scores = { high: "8.0", medium: "5.0", low: "2.0" } as const;

/** Report of a scan as SARIF. */
export function createSarifScanReporter({ version, cwd }: ScanReporterContext): ScanReporter {
  const results: SarifResult[] = [];
  const notifications: SarifNotification[] = [];
  const note = (level: "error" | "warning", text: string, absolutePath: string): void =>
    void notifications.push({ level, text, location: sarifLocation(locateArtifact(absolutePath, cwd)) });
  return {
    skill({ absolutePath, findings, reader }) {
      for (const finding of findings)
        results.push(toResult(finding, locateArtifact(join(absolutePath, finding.file), cwd)));
      if (reader?.error !== undefined) note("warning", `The second reader failed: ${reader.error}`, absolutePath);
      return "";
    },
    problem({ absolutePath, message }) {
      note("error", message, absolutePath);
      return "";
    },
    end() {
      const rules = Object.entries(SCAN_RULES).map(toRule);
      return sarifLog({ tool: "tradecraft scan", version, rules, results, notifications });
    },
  };
}

function toRule([id, rule]: readonly [string, ScanRule]): SarifRule {
  const { title, severity, confidence, looksFor, limits, advice } = rule;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `Looks for: ${looksFor}.` },
    help: { text: `Looks for: ${looksFor}.\n\nLimits: ${limits}.\n\n${advice}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ["security"], precision: confidence, "security-severity": scores[severity] },
  };
}

function toResult(finding: ScanFinding, artifact: object): SarifResult {
  const { code, severity, confidence, excerpt, why, advice, fingerprint, reader } = finding;
  return {
    ruleId: code,
    level: levels[severity],
    text: `${why} ${advice}`,
    location: sarifLocation(artifact, finding),
    more: {
      partialFingerprints: { "tradecraftScan/v2": fingerprint },
      properties: { confidence, excerpt, ...(reader !== undefined && { reader }) },
    },
  };
}
