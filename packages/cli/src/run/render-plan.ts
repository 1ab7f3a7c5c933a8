import { oneLine } from "../text/one-line.ts";
import { visible } from "../text/visible.ts";
import type { RunPlan } from "./plan-run.ts";

/** What a sandbox makes of a run, or why there is none. */
export interface SandboxState {
  readonly sandboxed: boolean;
  readonly detail: string;
}

/** What would run, for the person who decides. */
export function renderPlan(
  { skill, script, digest }: Omit<RunPlan, "files">,
  args: readonly string[],
  { sandboxed, detail }: SandboxState,
  location: string | undefined,
): string {
  const facts = [
    ["skill", skill.id],
    ["at", location],
    ["script", script],
    ["args", args.map((arg) => JSON.stringify(arg)).join(" ")],
    ["content", digest],
    [
      "sandbox",
      sandboxed ? `${detail}: no network, no home folder, writes to a scratch folder only` : `NONE: ${oneLine(detail)}`,
    ],
  ];
  // As it is, each space included: who agrees must see what runs.
  return facts.flatMap(([label = "", value]) => (value ? [`${label.padEnd(9)}${visible(value)}\n`] : [])).join("");
}
