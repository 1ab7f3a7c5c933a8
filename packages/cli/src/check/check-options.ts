import type { SkillProfile } from "@tradecraft/sdk";
import type { ParsedArgs } from "../args/command.ts";
import { createIgnoreMatcher } from "../config/ignore-matcher.ts";
import { loadCheckConfig } from "../config/load-check-config.ts";
import type { CheckRules } from "../config/parse-check-config.ts";
import { UsageError } from "../usage-error.ts";

/** How a report can be written. */
export const REPORT_FORMATS = ["pretty", "json", "sarif", "github"] as const;

/** How a report is written. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What `tradecraft check` was asked to do: the command line over the configuration over the defaults. */
export interface CheckOptions {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly profile: SkillProfile;
  readonly rules: CheckRules;
  /** Absent when nothing is ignored. */
  readonly ignore?: (absolutePath: string) => boolean;
  /** The configuration file as a person would name it, where there is one. */
  readonly configPath?: string;
  readonly fix: boolean;
  readonly format: ReportFormat;
  readonly quiet: boolean;
  readonly maxWarnings: number;
}

/** Resolves the options of a run; refuses with a `UsageError`. */
export async function resolveCheckOptions(args: ParsedArgs, cwd: string): Promise<CheckOptions> {
  const format = args.values.get("format") as ReportFormat | undefined;
  if (args.flags.has("json") && format !== undefined && format !== "json") {
    throw new UsageError("option-value", `--json and --format ${format} exclude each other`);
  }
  const limit = args.values.get("max-warnings");
  const { config, directory, path } = await loadCheckConfig(cwd, args.values.get("config"));
  return {
    paths: args.positionals.length === 0 ? ["."] : args.positionals,
    cwd,
    profile: (args.values.get("profile") as SkillProfile | undefined) ?? config.profile ?? "spec",
    rules: config.rules ?? {},
    ...(config.ignore !== undefined &&
      config.ignore.length > 0 && { ignore: createIgnoreMatcher(config.ignore, directory) }),
    ...(path !== undefined && { configPath: path }),
    fix: args.flags.has("fix"),
    format: args.flags.has("json") ? "json" : (format ?? "pretty"),
    quiet: args.flags.has("quiet"),
    maxWarnings: limit === undefined ? (config.maxWarnings ?? Infinity) : Number(limit),
  };
}
