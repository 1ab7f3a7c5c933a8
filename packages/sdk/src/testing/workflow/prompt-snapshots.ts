import type { WorkflowDefinition, WorkflowTypes } from "../../workflow/define/workflow-definition.ts";
import { runSkill } from "./run-skill.ts";
import type { ParamsOption, RunOptions } from "./run-options.ts";

/** What one host is shown along a run. */
export interface HostPrompts {
  readonly preamble: string;
  readonly prompts: readonly {
    readonly step: string;
    readonly visit: number;
    readonly prompt: string;
    /** That of a sub-skill, where one begins. */
    readonly preamble?: string;
  }[];
}

/** What each host is shown, by its name; plain data. */
export type PromptSnapshots = Readonly<Record<string, HostPrompts>>;

/** How `promptSnapshots` runs a workflow. */
export type PromptSnapshotOptions<Types extends WorkflowTypes = WorkflowTypes> = Omit<RunOptions, "host"> &
  ParamsOption<Types["params"]> & {
    /** One run each. */
    readonly hosts: readonly string[];
  };

/** Runs a workflow once per host and gives the preamble and every prompt, for `toMatchSnapshot`. */
export async function promptSnapshots<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: PromptSnapshotOptions<Types>,
): Promise<PromptSnapshots> {
  const { hosts, ...run } = options as Omit<RunOptions, "host"> & { readonly hosts: readonly string[] };
  const shown: Record<string, HostPrompts> = {};
  for (const host of hosts) {
    const { prompts, preamble } = await runSkill(definition as WorkflowDefinition, { ...run, host });
    shown[host] = {
      preamble,
      prompts: prompts.map(({ step, visit, prompt, preamble: own }, index) => ({
        step,
        visit,
        prompt,
        ...(own !== undefined && index > 0 && { preamble: own }),
      })),
    };
  }
  return shown;
}

/** The same as one text, which reads better where texts are long. */
export function promptSnapshotText(snapshots: PromptSnapshots): string {
  const parts = Object.entries(snapshots).flatMap(([host, { preamble, prompts }]) => [
    `# ${host}`,
    `## preamble\n\n${preamble}`,
    ...prompts.flatMap(({ step, visit, prompt, preamble: own }) => [
      ...(own === undefined ? [] : [`## preamble, before ${step}\n\n${own}`]),
      `## ${step}${visit > 1 ? `, visit ${visit}` : ""}\n\n${prompt}`,
    ]),
  ]);
  return `${parts.join("\n\n")}\n`;
}
