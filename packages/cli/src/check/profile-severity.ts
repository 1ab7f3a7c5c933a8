import { DIAGNOSTIC_CODES, type DiagnosticCode, type Severity, type SkillProfile } from "@tradecraft/sdk";

/** How much a code weighs in a profile when no rule says otherwise. */
export function profileSeverity(code: DiagnosticCode, profile: SkillProfile): Severity {
  const { spec, lenient } = DIAGNOSTIC_CODES[code];
  return profile === "lenient" ? lenient : spec;
}
