import { isStandardSchema, jsonSchemaOf } from "../../core/code/standard-schema.ts";
import { isTerminal } from "./terminal.ts";
import type { AnyActionUse, AnyPartConfig, DefinedStep } from "./workflow-definition.ts";

const reserved = new Set(["self", "all", "ran", "history", "__parent__", "__terminal__", "__proto__", "toJSON"]);

/** What is wrong with a step, in sentences that name it. */
export function stepProblems(name: string, step: DefinedStep): string[] {
  const problems = [
    ...nameProblems(name),
    ...shapeProblems(step),
    ...limitProblems(step),
    ...parallelProblems(step),
    ...actionProblems(step.action, step),
  ];
  return problems.map((problem) => `Step "${name}": ${problem}`);
}

function nameProblems(name: string): string[] {
  if (reserved.has(name) || name === "") return ["a step cannot be called that."];
  return /[/#:]/.test(name) ? ["a name has no `/`, `#` or `:`."] : [];
}

function shapeProblems({ prompt, response, save, next, parallel }: DefinedStep): string[] {
  const problems: string[] = [];
  if (next === undefined || next === null)
    problems.push("it needs `next`: a name, branches, a function, or `terminal`.");
  else if (Array.isArray(next)) {
    if (next.length === 0) problems.push("its list of branches is empty.");
    if (next.some((branch) => typeof branch?.to !== "string" && !isTerminal(branch?.to))) {
      problems.push("each branch needs `to`: the name of a step, or `terminal`.");
    }
  } else if (typeof next !== "string" && typeof next !== "function" && !isTerminal(next)) {
    problems.push("`next` is a name, branches, a function, or `terminal`.");
  }
  if (response !== undefined && !isStandardSchema(response)) problems.push("`response` must be a schema.");
  if (response !== undefined && prompt === undefined && parallel === undefined) {
    problems.push("it has a `response` and no `prompt`, so nobody would give one.");
  }
  if (save !== undefined && typeof save !== "function") problems.push("`save` must be a function.");
  return problems;
}

function limitProblems({ maxVisits, onMaxVisits, timeout, retries, action, onError, parallel }: DefinedStep): string[] {
  const problems: string[] = [];
  if (maxVisits !== undefined && !(Number.isInteger(maxVisits) && maxVisits >= 1)) {
    problems.push("`maxVisits` is a whole number from 1.");
  }
  if (onMaxVisits !== undefined && maxVisits === undefined) problems.push("`onMaxVisits` needs `maxVisits`.");
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0))
    problems.push("`timeout` is milliseconds above 0.");
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0))
    problems.push("`retries` is a whole number.");
  if (onError !== undefined && action === undefined && parallel === undefined)
    problems.push("`onError` needs an `action`.");
  return problems;
}

function parallelProblems({ parallel, prompt, action }: DefinedStep): string[] {
  if (parallel === undefined) return [];
  if (prompt !== undefined || action !== undefined)
    return ["a parallel step has prompts and actions in its parts only."];
  if ("branches" in parallel) {
    const parts = Object.entries(parallel.branches ?? {});
    if (parts.length === 0) return ["`branches` is empty."];
    return parts.flatMap(([part, config]) => [
      ...(/[/#:]/.test(part) || part === "" || part === "__proto__" ? [`a part cannot be called "${part}".`] : []),
      ...partProblems(part, config),
    ]);
  }
  if (typeof parallel.over !== "function") return ["`over` must be a function that gives a list."];
  return partProblems("each", parallel.each);
}

function partProblems(part: string, config: AnyPartConfig | undefined): string[] {
  if (config?.prompt === undefined) return [`the part "${part}" needs a \`prompt\`.`];
  if (config.response !== undefined && !isStandardSchema(config.response)) {
    return [`the \`response\` of the part "${part}" must be a schema.`];
  }
  return actionProblems(config.action, config);
}

function actionProblems(action: DefinedStep["action"], { response }: Pick<DefinedStep, "response">): string[] {
  if (action === undefined || typeof action === "function") return [];
  if (action?.run?.kind !== "action") return ["`action` is a function, or `{ run: action({ … }) }`."];
  return action.mapInput === undefined && response !== undefined ? inputProblems(action, response) : [];
}

/** An action that is called with the answer must find in it what it needs. */
function inputProblems({ run }: AnyActionUse, response: NonNullable<DefinedStep["response"]>): string[] {
  const needs = jsonSchemaOf(run.input, "input")?.["required"];
  const gives = jsonSchemaOf(response, "output")?.["properties"];
  if (!Array.isArray(needs) || typeof gives !== "object" || gives === null) return [];
  const missing = needs.filter((key) => typeof key === "string" && !Object.hasOwn(gives, key));
  if (missing.length === 0) return [];
  const list = missing.map((key) => `"${String(key)}"`).join(", ");
  return [`its action "${run.name}" needs ${list}, which the response does not have; say how with \`mapInput\`.`];
}
