import { resolveToolNames, type SkillToolNames, type SkillToolPreset } from "./tool-names.ts";

export interface CollectLoadedSkillNamesOptions {
  /** The names that the tools have in this conversation. Default `standard`. */
  readonly tools?: SkillToolPreset | Partial<SkillToolNames>;
}

/**
 * Names of the skills that a conversation has asked to load, in order, each once: from messages of the AI SDK (model and
 * UI), of OpenAI and of Anthropic.
 */
export function collectLoadedSkillNames(
  messages: readonly unknown[],
  options: CollectLoadedSkillNamesOptions = {},
): string[] {
  const { name: tool, parameters } = resolveToolNames(options.tools).load;
  const names = new Set<string>();
  for (const message of messages) {
    for (const call of toolCalls(message)) {
      const name = call.tool === tool ? fieldOf(call.input, parameters.name) : undefined;
      if (typeof name === "string" && name !== "") names.add(name);
    }
  }
  return [...names];
}

interface Call {
  readonly tool: unknown;
  readonly input: unknown;
}

function toolCalls(message: unknown): Call[] {
  const parts = [...listOf(fieldOf(message, "content")), ...listOf(fieldOf(message, "parts"))];
  const calls = parts.map((part): Call => {
    const type = fieldOf(part, "type");
    // UI messages put the tool's name into the type.
    if (typeof type === "string" && type.startsWith("tool-") && fieldOf(part, "toolName") === undefined) {
      return { tool: type.slice("tool-".length), input: fieldOf(part, "input") ?? fieldOf(part, "args") };
    }
    if (type === "tool-call" || type === "dynamic-tool") {
      return { tool: fieldOf(part, "toolName"), input: fieldOf(part, "input") ?? fieldOf(part, "args") };
    }
    return { tool: type === "tool_use" ? fieldOf(part, "name") : undefined, input: fieldOf(part, "input") };
  });
  const functions = [...listOf(fieldOf(message, "tool_calls")), ...(isFunctionCall(message) ? [message] : [])];
  for (const call of functions) {
    const target = fieldOf(call, "function") ?? call;
    calls.push({ tool: fieldOf(target, "name"), input: parseJson(fieldOf(target, "arguments")) });
  }
  return calls;
}

/** An item of OpenAI's Responses API. */
function isFunctionCall(message: unknown): boolean {
  return fieldOf(message, "type") === "function_call";
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
