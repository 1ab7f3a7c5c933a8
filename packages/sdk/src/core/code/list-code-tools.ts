import { SkillError } from "../errors.ts";
import { mention } from "../skillset/escape.ts";
import { toAllowedTools } from "../skillset/scope-tools.ts";
import type { ToolInputSchema } from "../skillset/skill-tool.ts";
import type { SourceCallOptions } from "../source/skill-source.ts";
import { describeFailure } from "../source/decorate/describe-failure.ts";
import type { CodeSession } from "./code-session.ts";
import type { CodeTool } from "./code-tool.ts";
import { asToolset } from "./object-toolset.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { jsonSchemaOf } from "./standard-schema.ts";
import { toolInputSchema } from "./tool-input-schema.ts";
import type { Toolset, ToolsetTool } from "./toolset.ts";

/** A tool of a skill, as a model is told about it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
}

const schemas = new WeakMap<CodeTool, ToolInputSchema>();

/** The tools that a skill may use now: its own, then its toolsets', which are asked. The first one of a name counts. */
export async function listCodeTools(
  session: Pick<CodeSession, "listings">,
  id: string,
  definition: SkillDefinition,
  options: SourceCallOptions = {},
): Promise<readonly ListedTool[]> {
  const allowed = allowedNames(definition);
  const listed = new Map<string, ListedTool>();
  for (const [name, tool] of Object.entries(definition.tools ?? {})) {
    listed.set(name, { name, description: tool.description, inputSchema: ownSchema(tool) });
  }
  for (const toolset of (definition.toolsets ?? []).map(asToolset)) {
    for (const { name, description = "", inputSchema } of await listToolset(session, id, toolset, options)) {
      const schema = toolInputSchema(inputSchema);
      if (schema !== undefined && !listed.has(name)) listed.set(name, { name, description, inputSchema: schema });
    }
  }
  return [...listed.values()].filter(({ name }) => allowed(name));
}

/** As `listCodeTools`; a toolset that cannot be asked costs the tools of toolsets, and not the skill. */
export async function listUsableTools(
  session: Pick<CodeSession, "listings">,
  id: string,
  definition: SkillDefinition,
  options: SourceCallOptions = {},
): Promise<{ readonly tools: readonly ListedTool[]; readonly missing: readonly string[] }> {
  try {
    return { tools: await listCodeTools(session, id, definition, options), missing: [] };
  } catch (error) {
    if (!SkillError.is(error, "toolset-unavailable")) throw error;
    const tools = await listCodeTools(session, id, { ...definition, toolsets: [] }, options);
    return { tools, missing: [mention(error.message, 500)] };
  }
}

/** Whether a skill's `allowedTools` names a tool. */
export function allowedNames({ allowedTools }: SkillDefinition): (name: string) => boolean {
  if (allowedTools === undefined) return () => true;
  const names = new Set(toAllowedTools(allowedTools).map(({ tool }) => tool));
  return (name) => names.has(name);
}

/** Asks a toolset, and remembers the answer for the calls to come. */
async function listToolset(
  { listings }: Pick<CodeSession, "listings">,
  id: string,
  toolset: Toolset,
  options: SourceCallOptions,
): Promise<readonly ToolsetTool[]> {
  try {
    const tools = await toolset.list(options);
    listings.set(toolset, tools);
    return tools;
  } catch (error) {
    options.signal?.throwIfAborted();
    const message = `The tools of the skill "${id}" could not be listed by ${toolset.label ?? "its toolset"}. ${describeFailure(error)}`;
    throw new SkillError("toolset-unavailable", message, { facts: { skill: id }, cause: error });
  }
}

/** The toolset that a tool's name belongs to; asked again if none had it when it was listed last. */
export async function findToolset(
  session: Pick<CodeSession, "listings">,
  id: string,
  definition: SkillDefinition,
  name: string,
  options: SourceCallOptions,
): Promise<{ readonly toolset: Toolset; readonly tool: ToolsetTool } | undefined> {
  for (const toolset of (definition.toolsets ?? []).map(asToolset)) {
    const known = session.listings.get(toolset)?.find((tool) => tool.name === name);
    const tool = known ?? (await listToolset(session, id, toolset, options)).find((each) => each.name === name);
    if (tool !== undefined) return { toolset, tool };
  }
  return undefined;
}

function ownSchema(tool: CodeTool): ToolInputSchema {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const schema = toolInputSchema(tool.inputJsonSchema ?? jsonSchemaOf(tool.input, "input") ?? {});
  const made = schema ?? { type: "object", properties: {}, required: [], additionalProperties: true };
  schemas.set(tool, made);
  return made;
}
