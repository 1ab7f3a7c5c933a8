import type { DiagnosticCode } from "../../../core/format/codes.ts";
import type { SkillEntry, SourceDiagnostic } from "../../../core/source/skill-source.ts";

/** Why a skill is not published; everything else about it still works. */
export function explain(
  code: DiagnosticCode,
  { id, location }: Pick<SkillEntry, "id" | "location">,
  why: string,
  place: Pick<SourceDiagnostic, "line" | "column" | "field"> = {},
): SourceDiagnostic {
  const message = `The skill "${id}" is not published: ${why}.`;
  return {
    code,
    severity: "error",
    message,
    source: "mcp",
    id,
    ...(location !== undefined && { path: location }),
    ...place,
  };
}
