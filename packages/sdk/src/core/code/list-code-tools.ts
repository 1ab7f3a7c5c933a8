import { SkillError } from "../errors.ts";
import { cutText } from "../skillset/cut-text.ts";
import { mention } from "../skillset/escape.ts";
import { toAllowedTools } from "../skillset/scope-tools.ts";
import type { ToolInputSchema } from "../skillset/skill-tool.ts";
import { describeFailure } from "../source/decorate/describe-failure.ts";
import type { SourceCallOptions } from "../source/skill-source.ts";
import { waitFor } from "../source/wait-for.ts";
import type { CodeSession } from "./code-session.ts";
import type { CodeTool, JsonSchema } from "./code-tool.ts";
import { asToolset } from "./object-toolset.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { jsonSchemaOf } from "./standard-schema.ts";
import { toolInputSchema } from "./tool-input-schema.ts";
import type { Toolset } from "./toolset.ts";

/** A tool of a skill, as a model is told about it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
}

/** What a skill can use now, and in words what it cannot. */
export interface ToolListing {
  readonly tools: readonly ListedTool[];
  readonly missing: readonly string[];
}

/** Characters that the description and the schema of one tool may take; what is longer is cut, or left out. */
const maxDescription = 4 * 1024;
const maxSchema = 64 * 1024;

type Session = Pick<CodeSession, "listings">;

/**
 * The tools that a skill may use now: its own, then its toolsets', which are asked. The first one of a name counts. A
 * toolset that cannot be asked costs its own tools, and not the skill.
 */
export async function listCodeTools(
  session: Session,
  id: string,
  definition: SkillDefinition,
  options: SourceCallOptions = {},
): Promise<ToolListing> {
  const allowed = allowedNames(definition);
  const missing: string[] = [];
  const listed = new Map<string, ListedTool>();
  for (const [name, tool] of Object.entries(definition.tools ?? {})) {
    listed.set(name, { name, description: cutDescription(tool.description), inputSchema: ownSchema(tool) });
  }
  for (const toolset of (definition.toolsets ?? []).map(asToolset)) {
    try {
      const { tools, left } = await listToolset(session, id, toolset, options);
      for (const tool of tools) if (!listed.has(tool.name)) listed.set(tool.name, tool);
      if (left.length > 0) missing.push(leftOut(id, toolset, left));
    } catch (error) {
      if (!SkillError.is(error, "toolset-unavailable")) throw error;
      missing.push(mention(error.message, 500));
    }
  }
  return { tools: [...listed.values()].filter(({ name }) => allowed(name)), missing };
}

/** Whether a skill's `allowedTools` names a tool. */
export function allowedNames({ allowedTools }: SkillDefinition): (name: string) => boolean {
  if (allowedTools === undefined) return () => true;
  const names = new Set(toAllowedTools(allowedTools).map(({ tool }) => tool));
  return (name) => names.has(name);
}

/** A tool of a toolset, and who calls it. */
export interface FoundTool {
  readonly toolset: Toolset;
  readonly tool: ListedTool;
}

/** The toolset that a tool's name belongs to; asked again if none had it when it was listed last. */
export async function findToolset(
  session: Session,
  id: string,
  definition: SkillDefinition,
  name: string,
  options: SourceCallOptions,
): Promise<FoundTool | undefined> {
  const failures: unknown[] = [];
  for (const toolset of (definition.toolsets ?? []).map(asToolset)) {
    try {
      const known = session.listings.get(toolset)?.find((tool) => tool.name === name);
      const tool = known ?? (await listToolset(session, id, toolset, options)).tools.find((each) => each.name === name);
      if (tool !== undefined) return { toolset, tool };
    } catch (error) {
      if (!SkillError.is(error, "toolset-unavailable")) throw error;
      failures.push(error);
    }
  }
  // It may be one of those that nobody could list.
  if (failures.length > 0) throw failures[0];
  return undefined;
}

/** Names of a skill's tools, as far as they were listed. */
export function knownNames({ listings }: Session, { tools = {}, toolsets = [] }: SkillDefinition): string[] {
  const foreign = toolsets.flatMap((toolset) => listings.get(asToolset(toolset)) ?? []);
  return [...Object.keys(tools), ...foreign.map(({ name }) => name)];
}

/** Asks a toolset, and remembers the answer for the calls to come. */
async function listToolset(
  { listings }: Session,
  id: string,
  toolset: Toolset,
  { signal }: SourceCallOptions,
): Promise<{ readonly tools: readonly ListedTool[]; readonly left: readonly unknown[] }> {
  try {
    const listed: unknown = await waitFor(ask(toolset, signal), signal);
    if (!Array.isArray(listed)) throw new TypeError("it gave no list");
    const sound = listed.map((tool: unknown) => ({ tool, own: soundTool(tool) }));
    const tools = sound.flatMap(({ own }) => own ?? []);
    listings.set(toolset, tools);
    return { tools, left: sound.filter(({ own }) => own === undefined).map(({ tool }) => tool) };
  } catch (error) {
    signal?.throwIfAborted();
    const message = `Tools of the skill "${id}" could not be listed by ${toolset.label ?? "its toolset"}. ${describeFailure(error)}`;
    throw new SkillError("toolset-unavailable", message, { facts: { skill: id }, cause: error });
  }
}

function leftOut(id: string, { label = "its toolset" }: Toolset, tools: readonly unknown[]): string {
  const names = tools.map((tool) => {
    const name: unknown = typeof tool === "object" && tool !== null && "name" in tool ? tool.name : undefined;
    return typeof name === "string" && name !== "" ? name.slice(0, 64) : "one without a name";
  });
  const which = names.slice(0, 5).join(", ");
  const message = `The skill "${id}" cannot use ${names.length} of the tools of ${label} (${which}): a tool needs a name, and a JSON Schema of an object, of at most ${maxSchema / 1024} KiB.`;
  return mention(message, 500);
}

async function ask(toolset: Toolset, signal: AbortSignal | undefined): Promise<unknown> {
  return toolset.list(signal === undefined ? {} : { signal });
}

/** A toolset is other people's code: what it lists is copied, and left out unless a model could call it. */
function soundTool(tool: unknown): ListedTool | undefined {
  if (typeof tool !== "object" || tool === null) return undefined;
  const { name, description, inputSchema } = tool as Record<string, unknown>;
  if (typeof name !== "string" || name === "") return undefined;
  const copy = copySchema(inputSchema);
  const schema = copy === undefined ? undefined : toolInputSchema(copy);
  if (schema === undefined) return undefined;
  const text = typeof description === "string" ? cutDescription(description) : "";
  return { name, description: text, inputSchema: schema };
}

function cutDescription(text: string): string {
  return text.length <= maxDescription ? text : `${cutText(text, maxDescription)} [cut]`;
}

function copySchema(schema: unknown): JsonSchema | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return undefined;
  try {
    const text = JSON.stringify(schema);
    return text.length > maxSchema ? undefined : (JSON.parse(text) as JsonSchema);
  } catch {
    return undefined;
  }
}

const schemas = new WeakMap<CodeTool, ToolInputSchema>();

function ownSchema(tool: CodeTool): ToolInputSchema {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const given = copySchema(tool.inputJsonSchema ?? jsonSchemaOf(tool.input, "input") ?? {});
  const schema = given === undefined ? undefined : toolInputSchema(given);
  const made = schema ?? { type: "object", properties: {}, required: [], additionalProperties: true };
  schemas.set(tool, made);
  return made;
}
