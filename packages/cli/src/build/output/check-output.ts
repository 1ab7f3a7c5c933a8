import { findSkillFiles } from "@tradecraft/sdk/node";
import type { CheckOptions } from "../../check/check-options.ts";
import { checkSkill } from "../../check/check-skill.ts";
import type { ReportedDiagnostic } from "../../check/reported-diagnostic.ts";
import { BuildFailure } from "../build-failure.ts";

/** Checks a built folder as `tradecraft check` does; errors are failures, warnings are told. */
export async function checkOutput(folder: string): Promise<readonly ReportedDiagnostic[]> {
  const options: CheckOptions = {
    paths: [folder],
    cwd: folder,
    profile: "spec",
    rules: {},
    fix: false,
    format: "json",
    quiet: false,
    maxWarnings: Infinity,
  };
  for await (const found of findSkillFiles([folder], { cwd: folder, blocking: true })) {
    const { diagnostics, valid } = await checkSkill(found, options);
    if (valid) return diagnostics;
    const lines = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, message, line }) => `SKILL.md${line === undefined ? "" : `:${line}`}: ${code}: ${message}`);
    throw new BuildFailure("check", "The SKILL.md of the built skill is not valid.", lines);
  }
  throw new BuildFailure("check", `There is no SKILL.md in ${folder}.`);
}
