import { jsonDocument } from "../report/json-document.ts";
import type { BuildReport } from "./build-report.ts";
import { bundleWeights } from "./render-report.ts";

/** What a build made, for programs. */
export function jsonBuildReport(report: BuildReport, shownDir: string): string {
  const { name, version, mode, hasMcp, files, bin, schemas, diagnostics, smoke, failedTargets, timings } = report;
  const main = bin.find(({ role }) => role === "main" || role === "executable")?.metafile;
  const library = schemas.kind === "library" ? schemas.reason : schemas.needed;
  return jsonDocument(true, {
    skill: { name, version },
    out: shownDir,
    mode,
    mcp: hasMcp,
    files,
    ...(main && { weights: bundleWeights(main) }),
    schemas: {
      kind: schemas.kind,
      ...(schemas.kind === "prepared" && {
        prepared: schemas.schemas.prepared,
        unprepared: schemas.schemas.unprepared,
      }),
      ...(library !== undefined && { library }),
    },
    diagnostics,
    ...(smoke && { smoke }),
    failedTargets,
    timings,
  });
}
