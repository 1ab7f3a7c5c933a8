import { readFile } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { EntryError } from "../workflow/entry-error.ts";
import { loadEntry } from "../workflow/load-entry.ts";
import { locateStep } from "../workflow/locate-step.ts";
import { skillRoot } from "../workflow/skill-root.ts";
import type { CheckOptions } from "./check-options.ts";
import type { ReportedDiagnostic } from "./reported-diagnostic.ts";
import type { SkillReport } from "./skill-report.ts";

/** Checks the workflow that a file of code exports. The file is run; actions in it are not. */
export async function checkEntry(named: string, { cwd, rules }: CheckOptions): Promise<SkillReport> {
  const absolutePath = resolve(cwd, named);
  const path = sep === "\\" ? named.replaceAll("\\", "/") : named;
  const base = { path, absolutePath, fixed: 0 };
  const text = await readFile(absolutePath, "utf8").catch(() => undefined);
  const source = text === undefined ? {} : { text };
  try {
    const { definition } = await loadEntry(named, cwd);
    const { checkSkillAsync } = await import("@tradecraft/sdk/workflow");
    const found = await checkSkillAsync(definition, { rootDir: await skillRoot(absolutePath), rules });
    const diagnostics = found
      .map(({ code, severity, message, step, hint }): ReportedDiagnostic => ({
        code,
        severity,
        message,
        ...(step !== undefined && { step, ...locateStep(text ?? "", step) }),
        ...(hint !== undefined && { hint }),
      }))
      .toSorted(byPosition);
    const valid = !diagnostics.some(({ severity }) => severity === "error");
    return { ...base, ...source, isSkill: true, name: definition.name, valid, diagnostics };
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return {
      ...base,
      ...source,
      isSkill: false,
      name: null,
      valid: false,
      diagnostics: [refusal(error, absolutePath)],
    };
  }
}

/** In the order of the file; what has no place in it comes last. */
function byPosition(one: ReportedDiagnostic, other: ReportedDiagnostic): number {
  const [line, otherLine] = [one.line ?? Infinity, other.line ?? Infinity];
  return line === otherLine ? (one.column ?? 0) - (other.column ?? 0) : line - otherLine;
}

function refusal({ code, message, position }: EntryError, path: string): ReportedDiagnostic {
  if (code === "entry-missing") return { code: "path-missing", severity: "error", message };
  const elsewhere = position !== undefined && position.file !== path ? ` (${position.file}:${position.line})` : "";
  const here = position !== undefined && position.file === path ? { line: position.line, column: position.column } : {};
  return { code, severity: "error", message: `${message}${elsewhere}`, ...here };
}
