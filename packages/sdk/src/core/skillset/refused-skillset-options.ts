import { isRecord } from "../is-record.ts";
import {
  aFunction,
  aText,
  oneOf,
  type OptionRule,
  refusedOptions,
  shapeOf,
  textList,
  withMethods,
} from "../refused-options.ts";
import { refusedToolNames } from "./refused-tool-names.ts";

const rules: Readonly<Record<string, OptionRule>> = {
  allow: {
    is: (value) => typeof value === "function" || textList.is(value),
    words: 'an array of ids, as ["pdf", "team-*"], or a function',
  },
  preload: textList,
  pin: textList,
  loaded: textList,
  query: aText,
  countTokens: aFunction,
  format: oneOf("xml", "markdown", "json"),
  binaryFiles: oneOf("refuse", "base64"),
  scripts: withMethods("run"),
  approve: { is: aFunction.is, words: "a function that decides on a script" },
  approvals: withMethods("has", "add"),
  subagents: withMethods("run"),
  signatures: { is: isRecord, words: "an object with `mode` and `verifier`" },
  otherTools: {
    is: (value) => typeof value === "object" && value !== null && Symbol.iterator in value,
    words: "a list of names",
  },
  now: aFunction,
  signal: withMethods("addEventListener", "throwIfAborted"),
};

/** What is wrong with options of `createSkillset`; undefined where nothing is. */
export function refusedSkillsetOptions(options: unknown): string | undefined {
  const problem = refusedOptions(options, rules);
  if (problem !== undefined) return problem;
  const { budget, toolNames } = options as Readonly<Record<string, unknown>>;
  return refusedBudget(budget) ?? refusedToolNames(toolNames);
}

function refusedBudget(budget: unknown): string | undefined {
  if (budget === undefined || typeof budget === "number") return undefined;
  if (!isRecord(budget)) return `\`budget\` must be a number of tokens or { catalog, preload }, not ${shapeOf(budget)}`;
  const unknown = Object.keys(budget).find((name) => name !== "catalog" && name !== "preload");
  if (unknown !== undefined) return `\`budget\` has no part "${unknown}"; there are: catalog, preload`;
  const wrong = Object.entries(budget).find(([, tokens]) => tokens !== undefined && typeof tokens !== "number");
  return wrong && `\`budget.${wrong[0]}\` must be a number of tokens, not ${shapeOf(wrong[1])}`;
}
