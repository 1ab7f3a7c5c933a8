import { jsonDocument } from "../report/json-document.ts";
import type { ScanReporter } from "./scan-reporter.ts";

/** Report for programs; its shape is public API, versioned by `version`. */
export function createJsonScanReporter(): ScanReporter {
  const skills: object[] = [];
  const problems: object[] = [];
  return {
    skill({ path, name, findings, below, accepted, files, bytes, reader: outcome }) {
      const shown = findings.map(({ line, column, length, reader, ...finding }) => ({
        ...finding,
        line: line ?? null,
        column: column ?? null,
        length: length ?? null,
        ...(reader !== undefined && { reader }),
      }));
      skills.push({
        path,
        name,
        files,
        bytes,
        below,
        accepted,
        findings: shown,
        ...(outcome !== undefined && { reader: outcome }),
      });
      return "";
    },
    problem({ path, message }) {
      problems.push({ path, message });
      return "";
    },
    end(summary, { ok }) {
      const note = "Findings are reasons to look; none of them is no proof that there is nothing.";
      return jsonDocument(ok, { note, summary, skills, problems });
    },
  };
}
