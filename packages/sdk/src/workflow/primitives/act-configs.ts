import type { AnySchema } from "../define/workflow-definition.ts";

/** An answer to choose. */
export interface AskUserOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** A longer text that shows what the choice would look like. */
  readonly preview?: string;
}

/** A question answered in the user's own words. */
export interface AskOpenConfig {
  readonly type?: "open";
  readonly question: string;
}

/** A question with 2 to 4 answers to choose from. */
export interface AskStructuredConfig {
  readonly type?: "structured";
  /** At most 12 characters. */
  readonly header?: string;
  readonly question: string;
  readonly multiSelect?: boolean;
  readonly options: readonly AskUserOption[];
}

/** A question to the user. */
export type AskUserConfig = AskOpenConfig | AskStructuredConfig;

/** A yes or no. */
export interface ConfirmConfig {
  readonly message: string;
  readonly destructive?: boolean;
  readonly defaultAnswer?: "yes" | "no";
}

/** A plan to approve. */
export interface PlanConfig {
  readonly summary: string;
  readonly steps: readonly string[];
}

/** A list of things to do, made or brought up to date. */
export interface ChecklistConfig {
  readonly create?: readonly { readonly title: string; readonly status: string }[];
  readonly update?: readonly { readonly title: string; readonly status: string }[];
}

/** A task for an agent with a context of its own. */
export interface SubagentConfig {
  readonly prompt: string;
  /** What it must answer with. */
  readonly output?: AnySchema;
  /** It may run this very skill again. */
  readonly allowRecursion?: boolean;
}

/** A question of a survey: with options to choose from, or open. */
export interface SurveyQuestion {
  readonly header?: string;
  readonly question: string;
  readonly multiSelect?: boolean;
  readonly options?: readonly AskUserOption[];
}

/** Questions asked together. */
export type SurveyConfig = readonly SurveyQuestion[];
