import { AGENTS, type Project, type ProjectEdit } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";
import type { ParsedArgs } from "../args/command.ts";
import { UsageError } from "../usage-error.ts";
import { listed } from "./add-options.ts";
import { askAgents } from "./ask-agents.ts";
import { canAsk } from "./ask-line.ts";
import { pathInProject } from "./path-in-project.ts";
import type { SupplyRun } from "./run-supply.ts";
import { shownText } from "./source-text/source-text-error.ts";

/** What `add` changes about the places that skills are put into. */
export type TargetEdit = Pick<ProjectEdit, "agents" | "mode" | "scope" | "bake">;

/** Where skills are to go: as the options say, as the project has it, or as the person at the terminal wants. */
export async function chooseTargets(run: SupplyRun, directory: string, { targets }: Project): Promise<TargetEdit> {
  const { args, io, json } = run;
  const out = args.values.get("out");
  const bake = out === undefined ? undefined : pathInProject(directory, io.cwd, out, "--out");
  const known = targets.install?.agents ?? [];
  const given = listed(args, io, "agent");
  for (const agent of given) assertAgent(agent);
  let agents = given.length === 0 ? undefined : [...new Set([...known, ...given])];
  const hasTarget = agents !== undefined || bake !== undefined || known.length > 0 || targets.bake !== undefined;
  if (!hasTarget) {
    if (json || !canAsk(io)) throw noTarget(args);
    run.pause();
    agents = [...(await askAgents(directory))];
  }
  const install = installEdit(args);
  if (Object.keys(install).length > 0 && agents === undefined && known.length === 0)
    throw new UsageError(
      "option-value",
      `--${Object.keys(install)[0]} needs an agent to install for: --agent claude-code`,
    );
  return { ...(agents !== undefined && { agents }), ...install, ...(bake !== undefined && { bake }) };
}

/** The same change to a project that may be another by now: agents that came in between stay. */
export function addTargets(edit: TargetEdit, { targets }: Project): TargetEdit {
  if (edit.agents === undefined) return edit;
  return { ...edit, agents: [...new Set([...(targets.install?.agents ?? []), ...edit.agents])] };
}

/** Refuses an agent that nobody knows. */
export function assertAgent(agent: string): void {
  if (Object.hasOwn(AGENTS, agent)) return;
  const near = suggestion(agent, Object.keys(AGENTS));
  throw new UsageError("option-value", `No agent is called "${agent.slice(0, 100)}"${near}`);
}

function installEdit({ values }: ParsedArgs): Pick<TargetEdit, "mode" | "scope"> {
  const mode = values.get("mode") as TargetEdit["mode"];
  const scope = values.get("scope") as TargetEdit["scope"];
  return { ...(mode !== undefined && { mode }), ...(scope !== undefined && { scope }) };
}

function noTarget({ positionals }: ParsedArgs): UsageError {
  const source = shownText(positionals[0] ?? "owner/repo");
  const examples = [
    `tradecraft add ${source} --agent claude-code`,
    `tradecraft add ${source} --agent codex --agent cursor --mode link`,
    `tradecraft add ${source} --out src/skills.generated.ts`,
  ];
  return new UsageError("argument-missing", ["Nobody said where the skills are to go:", ...examples].join("\n"));
}
