import type { BuildReport } from "./build-report.ts";
import { bundleWeights } from "./render-report.ts";

/** A build's report as data. */
export function jsonBuildReport(report: BuildReport, shownDir: string): object {
  const { name, version, mode, hasMcp, files, bin, schemas, diagnostics, smoke, failedTargets, timings } = report;
  const main = bin.find(({ role }) => role === "main" || role === "executable")?.metafile;
  return {
    version: 1,
    ok: true,
    skill: { name, version },
    out: shownDir,
    mode,
    mcp: hasMcp,
    files,
    ...(main && { weights: bundleWeights(main) }),
    schemas:
      schemas.kind === "prepared"
        ? {
            kind: schemas.kind,
            prepared: schemas.schemas.prepared,
            unprepared: schemas.schemas.unprepared,
            ...(schemas.needed !== undefined && { library: schemas.needed }),
          }
        : { kind: schemas.kind, ...(schemas.kind === "library" && { library: schemas.reason }) },
    diagnostics,
    ...(smoke && { smoke }),
    failedTargets,
    timings,
  };
}
