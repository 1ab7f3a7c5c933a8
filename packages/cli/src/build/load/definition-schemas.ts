import type { AnySchema, Buildable, WorkflowDefinition } from "@tradecraft/sdk/workflow";

/** A schema of a definition, and what it is for. */
export interface UsedSchema {
  readonly schema: AnySchema;
  readonly use: string;
}

/** Every schema that a definition uses, those of sub-skills too. */
export function definitionSchemas(definition: Buildable): readonly UsedSchema[] {
  return definition.kind === "skill" ? workflowSchemas(definition, "", new Set()) : [];
}

function workflowSchemas(
  definition: WorkflowDefinition,
  prefix: string,
  seen: Set<WorkflowDefinition>,
): readonly UsedSchema[] {
  if (seen.has(definition)) return [];
  seen.add(definition);
  const { params, stores, finalOutput, steps, subskills } = definition;
  const used: UsedSchema[] = [];
  const add = (schema: AnySchema | undefined, use: string): void => {
    if (schema !== undefined) used.push({ schema, use: `${prefix}${use}` });
  };
  add(params, "params");
  add(finalOutput, "finalOutput");
  for (const [name, schema] of Object.entries(stores)) add(schema, `store ${name}`);
  for (const [name, step] of Object.entries(steps)) {
    add(step.scope?.schema, `params of ${name}`);
    const { parallel } = step;
    const parts = parallel ? ("each" in parallel ? { each: parallel.each } : parallel.branches) : {};
    for (const [part, unit] of [["", step] as const, ...Object.entries(parts)]) {
      const at = part === "" ? name : `${name}/${part}`;
      add(unit.response, `response of ${at}`);
      if (typeof unit.action !== "object") continue;
      add(unit.action.run.input, `input of ${unit.action.run.name}`);
      add(unit.action.run.output, `output of ${unit.action.run.name}`);
    }
  }
  for (const [name, { definition: inner }] of Object.entries(subskills))
    used.push(...workflowSchemas(inner, `${prefix}${name}/`, seen));
  return used;
}
