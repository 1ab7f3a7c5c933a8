import type { SkillProfile } from "@tradecraft/sdk";
import type { CheckSummary, SkillReport } from "../check/skill-report.ts";
import type { Colors } from "../text/colors.ts";

/** Turns reports into text, piece by piece; '' where there is nothing to say yet. */
export interface Reporter {
  skill(report: SkillReport): string;
  end(summary: CheckSummary, outcome: CheckOutcome): string;
}

/** How a run ended. */
export interface CheckOutcome {
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  readonly milliseconds: number;
}

/** What reporters know about the run. */
export interface ReporterContext {
  readonly colors: Colors;
  readonly width: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly profile: SkillProfile;
  readonly quiet: boolean;
  readonly fix: boolean;
}

/** Makes a reporter for one run. */
export type CreateReporter = (context: ReporterContext) => Reporter;
