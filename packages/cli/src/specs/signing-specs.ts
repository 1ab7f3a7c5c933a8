import type { CommandSpec } from "../args/command.ts";

/** Commands for signatures. */
export const SIGNING_SPECS: readonly CommandSpec[] = [];
