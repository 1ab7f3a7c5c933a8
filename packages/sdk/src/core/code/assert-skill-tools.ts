import { parseAllowedTools } from "../format/allowed-tools.ts";
import { assertKeys, isRecord, noSchema, type Refuse } from "./assert-keys.ts";
import { toolName } from "./definition-fields.ts";
import { isStandardSchema, jsonSchemaOf } from "./standard-schema.ts";
import { toolInputSchema } from "./tool-input-schema.ts";

const toolFields = ["description", "input", "inputJsonSchema", "output", "concurrent", "execute"];

/** Throws for a tool that no model could call. */
export function assertSkillTools(
  { tools = {}, toolsets = [], allowedTools }: Record<string, unknown>,
  refuse: Refuse,
): void {
  if (
    allowedTools !== undefined &&
    !(Array.isArray(allowedTools) && allowedTools.every((each) => typeof each === "string"))
  ) {
    throw refuse("allowedTools", "they must be a list of names");
  }
  if (!Array.isArray(toolsets) || !toolsets.every(isAnyToolset)) {
    throw refuse(
      "toolsets",
      "they must be a list of toolsets, each with `list` and `call`, or of tools by name, each with `execute`",
    );
  }
  if (!isRecord(tools)) throw refuse("tools", "they must be an object of tools by name");
  const allowed =
    allowedTools === undefined
      ? undefined
      : new Set(parseAllowedTools(allowedTools as string[]).map(({ tool }) => tool));
  for (const [name, tool] of Object.entries(tools)) {
    const field = `tools.${name}`;
    if (!toolName.test(name) || name === "__proto__" || name === "constructor")
      throw refuse(field, `"${name}" cannot be the name of a tool: letters, digits, _ and - only`);
    if (!isRecord(tool)) throw refuse(field, "it must be an object");
    assertKeys(tool, toolFields, field, refuse);
    const { description, input, output, execute, inputJsonSchema, concurrent } = tool;
    if (typeof description !== "string" || description.trim() === "")
      throw refuse(`${field}.description`, "it needs one");
    if (typeof execute !== "function") throw refuse(`${field}.execute`, "it must be a function");
    if (!isStandardSchema(input)) throw refuse(`${field}.input`, noSchema);
    if (output !== undefined && !isStandardSchema(output)) throw refuse(`${field}.output`, noSchema);
    if (concurrent !== undefined && typeof concurrent !== "boolean") {
      throw refuse(`${field}.concurrent`, "it must be true or false");
    }
    if (inputJsonSchema !== undefined && !isRecord(inputJsonSchema)) {
      throw refuse(`${field}.inputJsonSchema`, "it must be a JSON Schema");
    }
    const schema = isRecord(inputJsonSchema) ? inputJsonSchema : jsonSchemaOf(input, "input");
    if (schema === undefined) {
      throw refuse(`${field}.input`, "its library gives no JSON Schema for a model; add it as `inputJsonSchema`");
    }
    if (toolInputSchema(schema) === undefined) throw refuse(`${field}.input`, "a tool's input must be an object");
    if (allowed !== undefined && !allowed.has(name)) {
      throw refuse(field, `\`allowedTools\` does not name "${name}", so nobody could use it`);
    }
  }
}

function isAnyToolset(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { list, call } = value;
  if (typeof list === "function" || typeof call === "function") {
    return typeof list === "function" && typeof call === "function";
  }
  return Object.values(value).every((tool) => isRecord(tool) && typeof tool["execute"] === "function");
}
