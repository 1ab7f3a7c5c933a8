import { CODE_RULES, type CodeRule } from "./code-rules.ts";
import { INSTRUCTION_RULES, type InstructionRule } from "./instruction-rules.ts";
import type { ScanRule } from "./scan-rule.ts";

/** Stable identifier of a rule. */
export type ScanCode = InstructionRule | CodeRule;

/** Every rule of `scanSkill`, by code; codes are public API. */
export const SCAN_RULES: Readonly<Record<ScanCode, ScanRule>> = { ...INSTRUCTION_RULES, ...CODE_RULES };

/** How many rules look at a skill, the second reader aside. */
export const SCAN_RULE_COUNT: number = Object.keys(SCAN_RULES).length - 1;
