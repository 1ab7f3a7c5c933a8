import type { CommandSpec } from "../args/command.ts";

/** Commands for the supply chain: pinning, installing, signing, scanning. */
export const SUPPLY_SPECS: readonly CommandSpec[] = [];
