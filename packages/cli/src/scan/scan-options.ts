import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { SkillError } from "@tradecraft/sdk";
import { describeFileError } from "@tradecraft/sdk/node";
import { parseScanBaseline, type ScanBaseline, type ScanConfidence, type ScanSeverity } from "@tradecraft/sdk/supply";
import type { ParsedArgs } from "../args/command.ts";
import type { ReportFormat } from "../check/check-options.ts";
import { UsageError } from "../usage-error.ts";
import { splitCommand } from "./split-command.ts";

/** What a scan was asked to do. */
export interface ScanCommandOptions {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly format: ReportFormat;
  readonly minSeverity: ScanSeverity;
  readonly minConfidence: ScanConfidence;
  readonly baseline?: ScanBaseline;
  /** The file as it was read; absent when there is none yet. */
  readonly baselineText?: string;
  readonly baselinePath?: string;
  readonly writesBaseline: boolean;
  /** The program that reads skills after the rules, and how many milliseconds it may take for each. */
  readonly reader?: { readonly command: readonly string[]; readonly timeout: number };
}

const maxBaseline = 16 * 1024 * 1024;

/** Resolves options once; a baseline that is missing or malformed is refused, and never replaced. */
export async function resolveScanOptions(args: ParsedArgs, cwd: string): Promise<ScanCommandOptions> {
  const { flags, values, positionals } = args;
  const format = (values.get("format") ?? (flags.has("json") ? "json" : "pretty")) as ReportFormat;
  if (flags.has("json") && format !== "json")
    throw new UsageError("option-value", `--json and --format ${format} are two`);
  const writesBaseline = flags.has("write-baseline");
  const named = values.get("baseline");
  if (writesBaseline && named === undefined)
    throw new UsageError("option-value", "--write-baseline needs to know where: add --baseline <file>");
  const baselinePath = named === undefined ? undefined : resolve(cwd, named);
  const loaded = baselinePath === undefined ? undefined : await loadBaseline(baselinePath, named ?? "", writesBaseline);
  return {
    paths: positionals.length === 0 ? ["."] : positionals,
    cwd,
    format,
    minSeverity: (values.get("min-severity") ?? "medium") as ScanSeverity,
    minConfidence: (values.get("min-confidence") ?? "low") as ScanConfidence,
    writesBaseline,
    ...(loaded !== undefined && { baseline: loaded.baseline, baselineText: loaded.text }),
    ...(baselinePath !== undefined && { baselinePath }),
    ...resolveReader(values),
  };
}

function resolveReader(values: ParsedArgs["values"]): Pick<ScanCommandOptions, "reader"> {
  const named = values.get("reader");
  const seconds = values.get("reader-timeout");
  if (named === undefined) {
    if (seconds !== undefined) throw new UsageError("option-value", "--reader-timeout needs --reader <command>");
    return {};
  }
  const command = splitCommand(named);
  if (command === undefined) throw new UsageError("option-value", "--reader has a quote that is not closed");
  if ((command[0] ?? "") === "") throw new UsageError("option-value", "--reader names no program");
  // Timers take no more than this.
  return { reader: { command, timeout: Math.min(Number(seconds ?? 120) * 1000, 2 ** 31 - 1) } };
}

async function loadBaseline(
  path: string,
  named: string,
  mayBeMissing: boolean,
): Promise<{ readonly baseline: ScanBaseline; readonly text: string } | undefined> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > maxBaseline)
      throw new UsageError("config-invalid", `${named}: This baseline has more than ${maxBaseline} bytes`);
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing && mayBeMissing) return undefined;
    const hint = isMissing ? "; --write-baseline makes one" : "";
    throw new UsageError(
      "config-missing",
      `${named}: This baseline cannot be read: ${describeFileError(error)}${hint}`,
    );
  }
  try {
    return { baseline: parseScanBaseline(text), text };
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    throw new UsageError("config-invalid", `${named}: ${error.message}`);
  }
}
