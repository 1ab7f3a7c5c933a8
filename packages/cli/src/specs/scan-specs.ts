import type { CommandSpec } from "../args/command.ts";

/** Commands for judging skills of others: looking for danger, agreeing to it. */
export const SCAN_SPECS: readonly CommandSpec[] = [];
