/** JSON Schema of a tool's input: always an object. */
export interface ToolInputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean | Readonly<Record<string, unknown>>;
  /** What else the schema of a skill's own tool says. */
  readonly [keyword: string]: unknown;
}

export interface ToolCallOptions {
  readonly signal?: AbortSignal;
  /** The model's id of this call, for those who follow it by events. */
  readonly callId?: string;
}

/** A tool as any framework can take it. The result is text for the model; a mistake of the model's is a text too. */
export interface SkillTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
  execute(input: unknown, options?: ToolCallOptions): Promise<string>;
}

/** A parameter of the input, whatever the model sent. */
export function inputField(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null && Object.hasOwn(input, name)
    ? (input as Record<string, unknown>)[name]
    : undefined;
}

/** A text of the input; empty when it is none. */
export function inputText(input: unknown, name: string): string {
  const value = inputField(input, name);
  return typeof value === "string" ? value : "";
}
