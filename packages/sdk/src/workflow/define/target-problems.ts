import { nearestNames } from "../../core/skillset/nearest-names.ts";
import { isTerminal } from "./terminal.ts";
import type { AnyNext, WorkflowDefinition } from "./workflow-definition.ts";

/** Targets that a `next` names without running anything. */
export function staticTargets(next: AnyNext): string[] {
  if (typeof next === "string") return [next];
  if (!Array.isArray(next)) return [];
  return next.flatMap(({ to }) => (typeof to === "string" ? [to] : []));
}

/** Steps, sub-skills and topics that something leads to and that are not there. */
export function targetProblems(definition: WorkflowDefinition): string[] {
  const { steps, subskills } = definition;
  const fromSteps = Object.entries(steps).flatMap(([name, step]) => [
    ...staticTargets(step.next).map((to) => ({ where: `The \`next\` of "${name}"`, to })),
    ...(step.onMaxVisits === undefined ? [] : [{ where: `The \`onMaxVisits\` of "${name}"`, to: step.onMaxVisits }]),
    ...(step.onError === undefined ? [] : [{ where: `The \`onError\` of "${name}"`, to: step.onError }]),
  ]);
  const fromSubskills = Object.entries(subskills).flatMap(([name, { next }]) =>
    next === undefined
      ? []
      : staticTargets(next).map((to) => ({ where: `The \`next\` of the sub-skill "${name}"`, to })),
  );
  return [...fromSteps, ...fromSubskills]
    .filter(({ to }) => !isTarget(definition, to))
    .map(({ where, to }) => `${where} leads to "${to}", which is not there.${suggestion(definition, to)}`);
}

/** Whether a step may lead there. */
export function isTarget({ steps, subskills, topics }: WorkflowDefinition, to: unknown): boolean {
  if (isTerminal(to)) return true;
  if (typeof to !== "string") return false;
  if (to === "self" || Object.hasOwn(steps, to)) return true;
  const [, kind, name = ""] = /^(subskill|topic):(.*)$/s.exec(to) ?? [];
  if (kind === undefined) return false;
  return Object.hasOwn(kind === "subskill" ? subskills : topics, name);
}

function suggestion({ steps, subskills, topics }: WorkflowDefinition, to: string): string {
  const names = [
    ...Object.keys(steps),
    ...Object.keys(subskills).map((name) => `subskill:${name}`),
    ...Object.keys(topics).map((name) => `topic:${name}`),
  ];
  return nearestNames(to, names);
}
