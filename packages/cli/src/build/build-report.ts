import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import type { BuildMode } from "./build-options.ts";
import type { BuiltSchemas } from "./build-skill.ts";
import type { BinFile } from "./bundle/bundle-node.ts";
import type { SmokeResult } from "./output/smoke-run.ts";
import type { Timing } from "./timings.ts";

/** A file of a built skill. */
export interface BuiltFile {
  readonly path: string;
  readonly bytes: number;
}

/** A platform for which nothing could be made. */
export interface FailedTarget {
  readonly target: string;
  readonly message: string;
}

/** What a build made. */
export interface BuildReport {
  readonly name: string;
  readonly version: string;
  readonly outDir: string;
  readonly mode: BuildMode;
  readonly hasMcp: boolean;
  readonly files: readonly BuiltFile[];
  readonly bin: readonly BinFile[];
  readonly schemas: BuiltSchemas;
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly smoke?: SmokeResult;
  readonly failedTargets: readonly FailedTarget[];
  readonly timings: readonly Timing[];
  /** Files that went into it. */
  readonly inputs: readonly string[];
}
