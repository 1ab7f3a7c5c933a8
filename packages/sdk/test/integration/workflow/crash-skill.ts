import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { skill } from "../../../src/workflow/define/skill.ts";
import { terminal } from "../../../src/workflow/define/terminal.ts";
import type { AnySchema, AnyStepConfig, WorkflowDefinition } from "../../../src/workflow/define/workflow-definition.ts";

interface AnyBuilder {
  step(name: string, config: AnyStepConfig): AnyBuilder;
  build(): WorkflowDefinition;
}

/** By hand, because hundreds of processes load it. */
const anything: AnySchema = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };

const length = 20;

/** The names of its steps, in order. */
export const crashSteps: readonly string[] = Array.from({ length }, (_, at) => `step-${at}`);

/** 20 steps, every fourth without a prompt; each has an action that leaves a line in a file when it has run. */
export function crashSkill(effects: string): WorkflowDefinition {
  let builder = skill({
    name: "crash",
    description: "Is killed all the time.",
    entry: "step-0",
    stores: { sums: anything },
  }) as unknown as AnyBuilder;
  for (const [at, name] of crashSteps.entries()) {
    const isLast = at === length - 1;
    builder = builder.step(name, {
      ...((at % 4 !== 3 || isLast) && {
        prompt: ({ store }) => `${at}: ${JSON.stringify(store["sums"])}`,
        response: anything,
      }),
      action: async () => {
        // Somewhere in the middle of it is another moment to die.
        await new Promise((resolve) => setTimeout(resolve, 1));
        appendFileSync(effects, `${name}\n`);
        return resultOf(name);
      },
      save: ({ actionResult }) => ({ step: actionResult, sums: { [name]: actionResult } }),
      next: isLast ? terminal : (crashSteps[at + 1] ?? ""),
    });
  }
  return builder.build();
}

/** What the action of a step gives. */
export function resultOf(step: string): string {
  return `did ${step}`;
}

/** The answer to a step: what it showed, so that the last answer tells what the run knew by then. */
export function answerTo(prompt: string): { readonly shown: string } {
  return { shown: prompt };
}

/** Steps whose actions have run, in order, as often as they have. */
export function effectsIn(effects: string): string[] {
  return existsSync(effects) ? readFileSync(effects, "utf8").split("\n").slice(0, -1) : [];
}
