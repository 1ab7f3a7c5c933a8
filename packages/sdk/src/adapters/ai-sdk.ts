import { dynamicTool, jsonSchema, type LanguageModel, type ModelMessage, type ToolChoice, type ToolSet } from "ai";
import { SkillError } from "../core/errors.ts";
import type { Skillset } from "../core/skillset/skillset.ts";
import type { SkillTool } from "../core/skillset/skill-tool.ts";

/**
 * A skillset's tools as the AI SDK takes them. They are dynamic tools: their calls are typed `DynamicToolCall`, so the
 * types of the program's own tools stay what they are.
 */
export type SkillToolSet = Record<string, ReturnType<typeof dynamicTool>>;

/** The tools of a skillset, by name, for `generateText`, `streamText` and agents. */
export function skillTools(skillset: Skillset): SkillToolSet {
  return Object.fromEntries(skillset.tools.map((tool) => [tool.name, toAiTool(tool)]));
}

type JsonSchema = Parameters<typeof jsonSchema>[0];

function toAiTool(tool: SkillTool): SkillToolSet[string] {
  return dynamicTool({
    description: tool.description,
    // Read-only lists are the only difference between the two types.
    inputSchema: jsonSchema(tool.inputSchema as object as JsonSchema),
    execute: (input, { abortSignal: signal }) => tool.execute(input, signal === undefined ? {} : { signal }),
  });
}

interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

/** Every form that a system prompt has in versions 5, 6 and 7. */
export type SystemPrompt = string | SystemMessage | readonly SystemMessage[];

/** The settings that skills have to do with; all others are passed on as they are. */
export interface SkillSettings<Name extends string = string> {
  readonly model: LanguageModel;
  readonly system?: SystemPrompt | undefined;
  readonly instructions?: SystemPrompt | undefined;
  readonly tools?: ToolSet | undefined;
  readonly activeTools?: readonly Name[] | undefined;
  readonly stopWhen?: unknown;
  // Not looked at. Named here so that what is written as a literal keeps its type.
  readonly prompt?: string | readonly ModelMessage[] | undefined;
  readonly messages?: readonly ModelMessage[] | undefined;
  readonly toolChoice?: ToolChoice<Record<Name, never>> | undefined;
}

/** Steps after which a call ends that does not say when: as many as the AI SDK gives its agents. */
const maxSteps = 20;

/**
 * Settings of `generateText`, `streamText` or an agent, with skills: their prompt behind the system prompt, their tools
 * beside the program's. Where there is no `stopWhen`, up to 20 steps are made: the AI SDK's own default of one would
 * end the call as soon as a skill is loaded. Callbacks get their types when they are added afterwards:
 * `streamText({ ...withSkills({ model, prompt }, skillset), onStepFinish })`.
 */
export function withSkills<Settings extends SkillSettings<Name>, Name extends string = string>(
  settings: Settings,
  skillset: Skillset,
): Settings {
  return { ...settings, ...promptSettings(settings, skillset.prompt()), ...toolSettings(settings, skillset) };
}

function promptSettings(settings: SkillSettings, prompt: string): Pick<SkillSettings, "system" | "instructions"> {
  if (prompt === "") return {};
  const { system, instructions } = settings;
  if (instructions !== undefined) return { instructions: append(instructions, prompt) };
  if (system !== undefined || "prompt" in settings || "messages" in settings) return { system: append(system, prompt) };
  // Settings of an agent. Version 5 reads `system` there and nothing else, versions 6 and 7 read `instructions` first.
  return { system: prompt, instructions: prompt };
}

/** Each form stays what it is; what is appended to a message is cached with it, if its options ask for that. */
function append(before: SystemPrompt | undefined, prompt: string): SystemPrompt {
  if (before === undefined || before === "") return prompt;
  if (typeof before === "string") return `${before}\n\n${prompt}`;
  if ("role" in before) return { ...before, content: `${before.content}\n\n${prompt}` };
  return [...before, { role: "system", content: prompt }];
}

function toolSettings(
  { tools = {}, activeTools, stopWhen }: SkillSettings,
  skillset: Skillset,
): Pick<SkillSettings, "tools" | "activeTools" | "stopWhen"> {
  const names = skillset.tools.map(({ name }) => name);
  if (names.length === 0) return {};
  const taken = names.find((name) => Object.hasOwn(tools, name));
  if (taken !== undefined) {
    const message = `The name "${taken}" is taken by a tool of the skillset; rename the program's tool, or choose other names with \`toolNames\`.`;
    throw new SkillError("skillset-invalid", message, { facts: { tool: taken } });
  }
  return {
    tools: { ...tools, ...skillTools(skillset) },
    ...(activeTools !== undefined && { activeTools: [...new Set([...activeTools, ...names])] }),
    stopWhen: stopWhen ?? (({ steps }: { steps: readonly unknown[] }): boolean => steps.length >= maxSteps),
  };
}

/** What a UI message says about a skill that was loaded. */
export interface SkillLoadedData {
  readonly name: string;
}

/** For the data types of an own UI message: `UIMessage<unknown, SkillDataTypes>`. */
// A type and not an interface: only a type fits `UIDataTypes`, which has an index signature.
export type SkillDataTypes = { readonly skill_loaded: SkillLoadedData };

/** A part of a UI message stream that says that a skill was loaded. */
export interface SkillLoadedPart {
  type: "data-skill_loaded";
  data: SkillLoadedData;
  transient?: boolean;
}

/** The part of a `UIMessageStreamWriter` that is used. */
export interface SkillEventWriter {
  write(part: SkillLoadedPart): void;
}

export interface WriteSkillEventsOptions {
  /** Whether parts reach the client without becoming part of the message. Default false. */
  readonly transient?: boolean;
}

/** Writes a `data-skill_loaded` part into a UI message stream whenever a skill is loaded; call the result to stop. */
export function writeSkillEvents(
  skillset: Skillset,
  writer: SkillEventWriter,
  { transient = false }: WriteSkillEventsOptions = {},
): () => void {
  return skillset.on("skill-loaded", ({ id }) => {
    writer.write({ type: "data-skill_loaded", data: { name: id }, ...(transient && { transient }) });
  });
}
