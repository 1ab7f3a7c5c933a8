import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SCAN_RULES, type ScanFinding, type ScanRule } from "@tradecraft/sdk/supply";
import { relativePath } from "../report/relative-path.ts";
import { stringifyJson } from "../report/stringify-json.ts";
import type { ScanReporter, ScanReporterContext } from "./scan-reporter.ts";

const levels = { high: "error", medium: "warning", low: "note" } as const;
/** What code scanning services sort by, from 0 to 10. */
const scores = { high: "8.0", medium: "5.0", low: "2.0" } as const;
const precisions = { high: "high", medium: "medium", low: "low" } as const;

/** Report as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning services. */
export function createSarifScanReporter({ version, cwd }: ScanReporterContext): ScanReporter {
  const codes = Object.keys(SCAN_RULES);
  const results: object[] = [];
  const notifications: object[] = [];
  return {
    skill({ absolutePath, findings }) {
      for (const finding of findings)
        results.push(toResult(finding, codes.indexOf(finding.code), join(absolutePath, finding.file), cwd));
      return "";
    },
    problem({ absolutePath, message }) {
      const location = { physicalLocation: { artifactLocation: locate(absolutePath, cwd) } };
      notifications.push({ level: "error", message: { text: message }, locations: [location] });
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
                name: "tradecraft scan",
                semanticVersion: version,
                rules: Object.entries(SCAN_RULES).map(toRule),
              },
            },
            columnKind: "utf16CodeUnits",
            invocations: [
              { executionSuccessful: notifications.length === 0, toolExecutionNotifications: notifications },
            ],
            results,
          },
        ],
      }),
  };
}

function toRule([id, { title, severity, confidence, looksFor, limits, advice }]: readonly [string, ScanRule]): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `Looks for: ${looksFor}.` },
    help: { text: `Looks for: ${looksFor}.\n\nLimits: ${limits}.\n\n${advice}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ["security"], precision: precisions[confidence], "security-severity": scores[severity] },
  };
}

function toResult(finding: ScanFinding, ruleIndex: number, path: string, cwd: string): object {
  const { code, severity, confidence, line, column, length, excerpt, why, advice, fingerprint, reader } = finding;
  const columns = column === undefined ? {} : { startColumn: column, endColumn: column + (length ?? 1) };
  const region = line === undefined ? {} : { region: { startLine: line, ...columns } };
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: `${why} ${advice}` },
    locations: [{ physicalLocation: { artifactLocation: locate(path, cwd), ...region } }],
    partialFingerprints: { "tradecraftScan/v2": fingerprint },
    properties: { confidence, excerpt, ...(reader !== undefined && { reader }) },
  };
}

function locate(absolutePath: string, cwd: string): object {
  const path = relativePath(cwd, absolutePath);
  if (path === undefined) return { uri: pathToFileURL(absolutePath).href };
  // Through bytes, because a lone surrogate in a file name cannot be percent-encoded.
  const segments = path.split("/").map((segment) => encodeURIComponent(Buffer.from(segment).toString("utf8")));
  return { uri: segments.join("/") || ".", uriBaseId: "%SRCROOT%" };
}
