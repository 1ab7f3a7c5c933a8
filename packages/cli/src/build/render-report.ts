import type { Metafile } from "esbuild";
import type { Colors } from "../text/colors.ts";
import { formatBytes } from "../text/format-number.ts";
import { visible } from "../text/visible.ts";
import type { BuildReport } from "./build-report.ts";

/** A build's report for people. */
export function renderBuildReport(report: BuildReport, shownDir: string, colors: Colors): string {
  const { name, version, mode, files, diagnostics, failedTargets, smoke, timings } = report;
  const total = timings.reduce((sum, { ms }) => sum + ms, 0);
  const others = files.filter(({ path }) => !path.startsWith("bin/"));
  const lines = [
    `${colors.green("✔")} ${colors.bold(visible(name))} ${version} (${mode}) in ${visible(shownDir)}`,
    ...files
      .filter(({ path }) => path.startsWith("bin/"))
      .map(({ path, bytes }) => `  ${path.padEnd(40)} ${formatBytes(bytes)}`),
    `  ${`${others.length} other files`.padEnd(40)} ${formatBytes(others.reduce((sum, { bytes }) => sum + bytes, 0))}`,
    ...weightLines(report).map((line) => `  ${colors.dim(line)}`),
    ...schemaLines(report).map((line) => `  ${visible(line)}`),
    ...(smoke
      ? [`  tried: ${smoke.calls.join(", ")}${smoke.note === undefined ? "" : `; ${visible(smoke.note)}`}`]
      : []),
    ...(report.hasMcp ? [] : [`  ${colors.yellow("no MCP")}: this SDK has none for workflows`]),
    ...failedTargets.map(({ target, message }) => `  ${colors.yellow("failed")} ${target}: ${visible(message)}`),
    ...diagnostics
      .filter(({ severity }) => severity !== "info")
      .map(({ code, severity, message }) => `  ${colors.yellow(severity)} ${code}: ${visible(message)}`),
    `  ${colors.dim(`${timings.map(({ step, ms }) => `${step} ${ms}`).join(", ")}; ${total} ms`)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function schemaLines({ schemas }: BuildReport): string[] {
  if (schemas.kind === "library")
    return [`schemas: ArkType is bundled as it is and run at each start: ${schemas.reason}`];
  if (schemas.kind === "none")
    return schemas.needed === undefined ? [] : [`schemas: ArkType comes along for ${schemas.needed}`];
  const { prepared, unprepared } = schemas.schemas;
  return [
    `schemas: ${prepared} prepared${schemas.needed === undefined ? ", ArkType left out" : `; ArkType comes along for ${schemas.needed}`}`,
    ...unprepared.map(({ schema, uses, reason }) => `  ${uses.length === 0 ? schema : uses.join(", ")}: ${reason}`),
  ];
}

/** What the main file is made of, the heaviest first. */
function weightLines({ bin }: BuildReport): string[] {
  const metafile = bin.find(({ role }) => role === "main" || role === "executable")?.metafile;
  if (!metafile) return [];
  const parts = Object.entries(bundleWeights(metafile)).sort(([, left], [, right]) => right - left);
  return [
    `made of: ${parts
      .slice(0, 5)
      .map(([part, bytes]) => `${part} ${formatBytes(bytes)}`)
      .join(", ")}`,
  ];
}

/** Bytes of a bundle by where they come from: packages, and the skill's own files. */
export function bundleWeights(metafile: Metafile): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(path);
      weights[part] = (weights[part] ?? 0) + bytesInOutput;
    }
  }
  return weights;
}

function partOf(path: string): string {
  if (path.startsWith("tradecraft-prepared:")) return "prepared schemas";
  if (/(?:^|\/)(?:@tradecraft\/sdk|packages\/sdk)\//.test(path)) return "@tradecraft/sdk";
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? "the skill";
}
