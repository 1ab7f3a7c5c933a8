import type { Diagnostic } from "@tradecraft/sdk";
import type { CheckOptions } from "./check-options.ts";
import { profileSeverity } from "./profile-severity.ts";

/** Gives diagnostics about files the severity that the profile and the configuration say; drops those switched off. */
export function judgeFileDiagnostics(
  diagnostics: readonly Diagnostic[],
  { profile, rules }: Pick<CheckOptions, "profile" | "rules">,
): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity = rules[diagnostic.code] ?? profileSeverity(diagnostic.code, profile);
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}
