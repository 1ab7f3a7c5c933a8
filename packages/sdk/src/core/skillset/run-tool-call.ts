import type { ToolCallOptions } from "./skill-tool.ts";
import type { Skillset } from "./skillset.ts";

/**
 * Runs a model's call of one of the skillset's tools, and gives the text to answer it with; undefined when it is no tool
 * of the skillset, but one of the program's. The input may be JSON text, as OpenAI sends it.
 */
export async function runToolCall(
  skillset: Pick<Skillset, "tools"> & Partial<Pick<Skillset, "unlockable">>,
  name: string,
  input: unknown,
  options: ToolCallOptions = {},
): Promise<string | undefined> {
  const tool = [...skillset.tools, ...(skillset.unlockable ?? [])].find((each) => each.name === name);
  if (tool === undefined) return undefined;
  const parsed = typeof input === "string" ? parseInput(input) : { value: input };
  if (parsed === undefined) return `${name} was not called: its arguments are not valid JSON. Send them again.`;
  return tool.execute(parsed.value, options);
}

/** A call without arguments may come with an empty text. */
function parseInput(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === "") return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
