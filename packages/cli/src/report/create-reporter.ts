import type { ReportFormat } from "../check/check-options.ts";
import type { Reporter, ReporterContext } from "./reporter.ts";

/** Loads the reporter of a format, and only that one. */
export async function createReporter(format: ReportFormat, context: ReporterContext): Promise<Reporter> {
  switch (format) {
    case "pretty":
      return (await import("./pretty.ts")).createPrettyReporter(context);
    case "json":
      return (await import("./json.ts")).createJsonReporter(context);
    case "sarif":
      return (await import("./sarif.ts")).createSarifReporter(context);
    case "github":
      return (await import("./github.ts")).createGithubReporter(context);
  }
}
