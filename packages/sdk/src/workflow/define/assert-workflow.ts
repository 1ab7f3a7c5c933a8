import { isStandardSchema } from "../../core/code/standard-schema.ts";
import { SkillError } from "../../core/errors.ts";
import { nameProblems as skillNameProblems } from "../../core/format/rules/name-rules.ts";
import { stepProblems } from "./step-problems.ts";
import { targetProblems } from "./target-problems.ts";
import type { WorkflowDefinition } from "./workflow-definition.ts";

const reservedStores = new Set(["steps", "step", "__proto__", "toJSON"]);

/** Throws a `SkillError` that names everything that is wrong with a workflow. */
export function assertWorkflow(definition: WorkflowDefinition, found: readonly string[] = []): void {
  const { name, entry, steps } = definition;
  const problems = [
    ...found,
    ...nameProblems(name),
    ...entryProblems(entry, steps),
    ...schemaProblems(definition),
    ...Object.entries(steps).flatMap(([step, config]) => stepProblems(step, config)),
    ...topicProblems(definition),
    ...targetProblems(definition),
  ];
  if (problems.length === 0) return;
  const who = typeof name === "string" && name !== "" ? `The workflow "${name}"` : "The workflow";
  const [only] = problems;
  const message =
    problems.length === 1
      ? `${who}: ${only}`
      : `${who} has ${problems.length} faults:\n${problems.map((problem) => `- ${problem}`).join("\n")}`;
  throw new SkillError("workflow-invalid", message, { facts: { faults: problems.length } });
}

function nameProblems(name: unknown): string[] {
  if (typeof name !== "string" || name === "") return ["It needs a `name`."];
  return skillNameProblems(name).map(({ message }) => message);
}

function entryProblems(entry: unknown, steps: WorkflowDefinition["steps"]): string[] {
  if (Object.keys(steps).length === 0) return ["It has no steps."];
  if (typeof entry !== "string" || entry === "") return ["It needs an `entry`: the name of its first step."];
  return Object.hasOwn(steps, entry) ? [] : [`The entry "${entry}" is not one of its steps.`];
}

function schemaProblems({ params, finalOutput, stores }: WorkflowDefinition): string[] {
  const schemas = { params, finalOutput };
  return [
    ...Object.entries(schemas).flatMap(([key, schema]) =>
      schema === undefined || isStandardSchema(schema) ? [] : [`\`${key}\` must be a schema.`],
    ),
    ...Object.entries(stores).flatMap(([store, schema]) => [
      ...(reservedStores.has(store) ? [`A store cannot be called "${store}".`] : []),
      ...(isStandardSchema(schema) ? [] : [`The store "${store}" must be a schema.`]),
    ]),
  ];
}

function topicProblems({ topics, subskills, steps }: WorkflowDefinition): string[] {
  return [
    ...Object.entries(topics).flatMap(([name, { label, content }]) =>
      typeof label === "string" && (typeof content === "string" || typeof content === "function")
        ? []
        : [`The topic "${name}" needs a \`label\` and \`content\`.`],
    ),
    ...Object.entries(subskills).flatMap(([name, { definition }]) => [
      ...(definition?.kind === "skill" ? [] : [`The sub-skill "${name}" is no workflow.`]),
      ...(/[/#:]/.test(name) || name === "" ? [`A sub-skill cannot be called "${name}".`] : []),
      ...(Object.hasOwn(steps, name) ? [`A step and a sub-skill are called "${name}".`] : []),
    ]),
  ];
}
