import type { FrontmatterValue, SkillManifest } from "@tradecraft/sdk";
import type { Buildable } from "@tradecraft/sdk/workflow";
import { oldestNode } from "../bundle/bundle-options.ts";
import type { SkillMdInput } from "./skill-md-input.ts";

/** Everything but the text. */
export function frontmatterOf(input: SkillMdInput): Omit<SkillManifest, "body" | "raw"> {
  const { definition, version, mode } = input;
  const needs = mode === "node" ? `Needs Node.js ${oldestNode} or later.` : undefined;
  const { name, description, license, compatibility = needs } = definition;
  return {
    name,
    description,
    license,
    compatibility,
    metadata: version === "0.0.0" ? {} : { version },
    allowedTools: allowedTools(input),
    extra: clientFields(definition),
    dialect: {},
  };
}

/**
 * What the instructions tell the agent to type, granted as it will be typed: by the path of this skill, from wherever the
 * agent is.
 */
function allowedTools({ definition, hasMcp, protocol }: SkillMdInput): string[] {
  const { name, kind, topics, allowedTools: own } = definition;
  const hasTopics = Object.keys(topics).length > 0;
  const served = [
    ...(kind === "skill" ? ["start", "advance", "status"] : []),
    ...(hasTopics ? ["topics", "topic"] : []),
  ];
  const tools = [
    `Bash(*/${name}/scripts/run *)`,
    ...(kind === "skill" && protocol === "session" ? ["Read"] : []),
    ...(hasMcp ? served.map((tool) => `mcp__${name}__${tool}`) : []),
    ...(typeof own === "string" ? splitTools(own) : (own ?? [])),
  ];
  return [...new Set(tools)];
}

/** Names by spaces or commas; what is in brackets stays whole. */
function splitTools(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}

/** Keys that the specification does not know and clients do. */
function clientFields(definition: Buildable): Record<string, FrontmatterValue> {
  const fields: Record<string, FrontmatterValue | readonly string[] | undefined> = {
    "argument-hint": definition.argumentHint,
    arguments: definition.arguments,
    paths: definition.paths,
    context: definition.context,
    agent: definition.agent,
    model: definition.model,
    effort: definition.effort,
    "disable-model-invocation": definition.disableModelInvocation,
    "user-invocable": definition.userInvocable,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [[key, Array.isArray(value) ? [...(value as readonly string[])] : (value as FrontmatterValue)]],
    ),
  );
}
