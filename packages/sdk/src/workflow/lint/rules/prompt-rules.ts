import { closestWord } from "../../../core/format/rules/closest-word.ts";
import { estimateTokens } from "../../../core/skillset/count-tokens.ts";
import { type LintCheck, quoteList } from "../lint-context.ts";
import { lintDiagnostic } from "../lint-diagnostic.ts";
import { nameUnit } from "../prompt-unit.ts";

/** Prompts that could not be made. */
export const checkAssembled: LintCheck = ({ units }) =>
  units.flatMap(({ unit, problem }) =>
    problem === undefined
      ? []
      : [
          lintDiagnostic(
            "prompt-not-assembled",
            `The prompt of ${nameUnit(unit)} could not be made with sample values, so its text was not checked: ${problem}`,
            { step: unit.step },
          ),
        ],
  );

/** Prompts that cost too much. */
export const checkBudget: LintCheck = ({ units, promptBudget }) =>
  units.flatMap(({ unit, prompts }) => {
    // What has fewer characters than the budget has tokens needs no counting.
    const tokens = Math.max(0, ...prompts.map(({ text }) => (text.length <= promptBudget ? 0 : estimateTokens(text))));
    if (tokens <= promptBudget) return [];
    const message = `The prompt of ${nameUnit(unit)} has about ${tokens} tokens, more than ${promptBudget}.`;
    return [
      lintDiagnostic("prompt-budget", message, { step: unit.step, hint: "Split the step, or move detail to a topic." }),
    ];
  });

/** Prompts that ask for tools: too many of them, or for tools that nobody has. */
export const checkAskedTools: LintCheck = ({ units, knownTools }) => {
  const known = new Set(knownTools);
  const asking = new Set(units.filter(({ asked }) => asked.size > 0).map(({ unit }) => unit.step));
  const unknown = units.flatMap(({ unit, asked }) =>
    [...asked]
      .filter((name) => !known.has(name) && !name.startsWith("mcp__"))
      .map((name) => {
        const meant = closestWord(name, knownTools, 2) ?? knownTools.find((tool) => same(tool, name));
        return lintDiagnostic(
          "unknown-tool-names",
          `The prompt of ${nameUnit(unit)} asks for "${name}", a tool of no known host.`,
          {
            step: unit.step,
            ...(meant !== undefined && { hint: `Did you mean "${meant}"?` }),
          },
        );
      }),
  );
  if (asking.size < 2) return unknown;
  const message = `The prompts of ${quoteList(asking)} depend on the host's tools; a primitive could say it once.`;
  return [...unknown, lintDiagnostic("host-branching-density", message)];
};

function same(a: string, b: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[_-]/g, "");
  return plain(a) === plain(b);
}
