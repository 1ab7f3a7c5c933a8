import { jsonSchemaOf } from "../../../core/code/standard-schema.ts";
import type { AnySchema } from "../../define/workflow-definition.ts";
import { type LintCheck, quoteList } from "../lint-context.ts";
import { type LintDiagnostic, lintDiagnostic } from "../lint-diagnostic.ts";
import { nameUnit } from "../prompt-unit.ts";
import { type ToolMention, toolMentions } from "../tool-mentions.ts";

const hint = "Use `act`, or ask `host.toolsAvailable.includes(…)` before naming the tool.";

/** Tools of particular hosts, named in prompts that do not ask for them. */
export const checkToolNames: LintCheck = ({ definition, units, knownTools }) => {
  const shared = new Set([
    ...Object.keys(definition.steps),
    ...Object.keys(definition.stores),
    ...Object.keys(definition.subskills),
    ...Object.keys(definition.topics),
    ...wordsOf(definition.params),
  ]);
  const found = units.flatMap(({ unit, prompts, asked }) => {
    const own = new Set([...shared, ...wordsOf(unit.response)]);
    const text = [...new Set(prompts.flatMap(({ prose }) => prose))].join("\n\n");
    const named = toolMentions(text, knownTools, own).filter(({ name }) => !asked.has(name));
    return complain(`The prompt of ${nameUnit(unit)}`, named, { step: unit.step });
  });
  const always = definition.system === undefined ? [] : toolMentions(definition.system, knownTools, shared);
  return [...complain("`system`", always), ...found];
};

/** What may mean something else is a warning. */
function complain(
  what: string,
  named: readonly ToolMention[],
  more: { readonly step?: string } = {},
): readonly LintDiagnostic[] {
  if (named.length === 0) return [];
  const message = `${what} names ${quoteList(named.map(({ name }) => name))}, which only some hosts have.`;
  const isSure = named.some((mention) => mention.isSure);
  return [
    lintDiagnostic("no-host-tool-names", message, { ...more, hint, ...(!isSure && { severity: "warning" as const }) }),
  ];
}

/** Names of fields and possible values anywhere in a schema. */
function wordsOf(schema: AnySchema | undefined): readonly string[] {
  const words: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 8) return;
    const { properties, enum: values, const: only } = value as Record<string, unknown>;
    if (typeof properties === "object" && properties !== null) words.push(...Object.keys(properties));
    if (Array.isArray(values)) words.push(...values.map(String));
    if (typeof only === "string") words.push(only);
    for (const inner of Object.values(value)) walk(inner, depth + 1);
  };
  if (schema !== undefined) walk(jsonSchemaOf(schema, "input") ?? jsonSchemaOf(schema, "output"), 0);
  return words;
}
