import type { SourceDiagnostic } from "@tradecraft/sdk";
import type { Colors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import { adviceOn } from "./advice.ts";

export interface RenderDiagnosticsOptions {
  readonly colors: Colors;
  /** A path as a person would write it. */
  readonly shown: (path: string) => string;
}

const severities = ["error", "warning", "info"] as const;

/** Findings that belong to no listed skill: where, what, and what to do about it. */
export function renderDiagnostics(
  diagnostics: readonly SourceDiagnostic[],
  { colors, shown }: RenderDiagnosticsOptions,
): string[] {
  const marks = { error: colors.red("✖"), warning: colors.yellow("!"), info: colors.blue("i") };
  return [...byPath(diagnostics)].flatMap(([path, own]) => {
    const worst = severities.find((severity) => own.some((diagnostic) => diagnostic.severity === severity)) ?? "info";
    const messages = own.flatMap((diagnostic) => {
      const hint = adviceOn(diagnostic, shown);
      return [
        `  ${colors.bold(diagnostic.code)}: ${visible(diagnostic.message)}`,
        ...(hint === undefined ? [] : [colors.dim(`    ${visible(hint)}`)]),
      ];
    });
    // Findings about one file often have one remedy.
    return [
      `${marks[worst]} ${visible(path === undefined ? (own[0]?.source ?? "") : shown(path))}`,
      ...withoutRepeats(messages),
    ];
  });
}

/** Findings as JSON; `fix` and positions inside the file are for `check`. */
export function diagnosticJson({ code, severity, message, id, path, line }: SourceDiagnostic): object {
  return { code, severity, message, id: id ?? null, path: path ?? null, line: line ?? null };
}

function byPath(diagnostics: readonly SourceDiagnostic[]): Map<string | undefined, SourceDiagnostic[]> {
  const groups = new Map<string | undefined, SourceDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.path);
    if (group === undefined) groups.set(diagnostic.path, [diagnostic]);
    else group.push(diagnostic);
  }
  return groups;
}

/** Drops a line that stands further down as well: the last one is next to all it is about. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line, at) => !lines.includes(line, at + 1));
}
