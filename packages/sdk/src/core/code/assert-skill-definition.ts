import { SkillError } from "../errors.ts";
import { parseAllowedTools } from "../format/allowed-tools.ts";
import { validateSkillDescription, validateSkillName } from "../format/validate-fields.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { isPlainObject } from "./state/plain-object.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { isStandardSchema, jsonSchemaOf, validateStandardSync } from "./standard-schema.ts";
import { toolInputSchema } from "./tool-input-schema.ts";

/** Every field of a definition; the last four come from those who made it, not from whoever wrote it. */
const fields = [
  "name",
  "description",
  "body",
  "license",
  "compatibility",
  "metadata",
  "allowedTools",
  "extra",
  "resources",
  "tools",
  "toolsets",
  "state",
  "model",
  "thinking",
  "requestLimit",
  "forceFinalAnswer",
  "lifespan",
  "deps",
  "extras",
] as const;
const internal = ["id", "raw", "dialect", "files", "directory", "revision", "reconfigure"];
const efforts = ["minimal", "low", "medium", "high", "xhigh"];
/** What every provider takes as the name of a tool. */
const toolName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** Throws `skill-invalid`, naming skill and field, for a definition that no agent could use. */
export function assertSkillDefinition(definition: unknown): asserts definition is SkillDefinition {
  if (!isRecord(definition)) throw invalid("", "", "it is not an object");
  const { name } = definition;
  const called = typeof name === "string" ? name : "";
  const refuse: Refuse = (field, reason) => invalid(called, field, reason);

  for (const key of Object.keys(definition)) {
    if (fields.includes(key as (typeof fields)[number]) || internal.includes(key)) continue;
    throw refuse(key, `"${key}" is no part of a skill; there are: ${fields.join(", ")}`);
  }
  assertText(definition, refuse);
  for (const field of ["license", "compatibility"] as const) {
    if (definition[field] !== undefined && typeof definition[field] !== "string")
      throw refuse(field, "it must be a text");
  }
  const { metadata = {}, resources = {}, extras = {}, toolsets = [] } = definition;
  if (!isRecord(metadata) || Object.values(metadata).some((value) => typeof value !== "string")) {
    throw refuse("metadata", "it must be an object of texts");
  }
  if (!isRecord(extras)) throw refuse("extras", "they must be an object");
  if (!Array.isArray(toolsets) || !toolsets.every(isRecord))
    throw refuse("toolsets", "they must be a list of toolsets");
  if (!isRecord(resources)) throw refuse("resources", "they must be an object of files by path");
  for (const path of resources instanceof Map ? resources.keys() : Object.keys(resources)) {
    try {
      normalizeResourcePath(String(path));
    } catch (error) {
      throw refuse(`resources.${String(path)}`, `its path is refused: ${messageOf(error)}`);
    }
  }
  assertTools(definition, refuse);
  assertState(definition["state"], refuse);
  assertRun(definition, refuse);
}

type Refuse = (field: string, reason: string) => SkillError;

function assertText({ name, description, body }: Record<string, unknown>, refuse: Refuse): void {
  if (typeof name !== "string") throw refuse("name", "it needs a name");
  const [badName] = validateSkillName(name).filter(isError);
  if (badName !== undefined) throw refuse("name", badName.message);
  if (typeof description !== "string") throw refuse("description", "it needs a description");
  const [badDescription] = validateSkillDescription(description).filter(isError);
  if (badDescription !== undefined) throw refuse("description", badDescription.message);
  if (typeof body !== "string" || body.trim() === "") throw refuse("body", "it needs instructions");
}

function assertTools({ tools = {}, allowedTools }: Record<string, unknown>, refuse: Refuse): void {
  if (
    allowedTools !== undefined &&
    !(Array.isArray(allowedTools) && allowedTools.every((each) => typeof each === "string"))
  ) {
    throw refuse("allowedTools", "they must be a list of names");
  }
  if (!isRecord(tools)) throw refuse("tools", "they must be an object of tools by name");
  const allowed =
    allowedTools === undefined
      ? undefined
      : new Set(parseAllowedTools(allowedTools as string[]).map(({ tool }) => tool));
  for (const [name, tool] of Object.entries(tools)) {
    const field = `tools.${name}`;
    if (!toolName.test(name))
      throw refuse(field, `"${name}" cannot be the name of a tool: letters, digits, _ and - only`);
    if (!isRecord(tool)) throw refuse(field, "it must be an object");
    const { description, input, output, execute, inputJsonSchema } = tool;
    if (typeof description !== "string" || description.trim() === "")
      throw refuse(`${field}.description`, "it needs one");
    if (typeof execute !== "function") throw refuse(`${field}.execute`, "it must be a function");
    if (!isStandardSchema(input)) throw refuse(`${field}.input`, noSchema);
    if (output !== undefined && !isStandardSchema(output)) throw refuse(`${field}.output`, noSchema);
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

const noSchema = "it must be a schema of zod, valibot, arktype or any other library with Standard Schema";

function assertState(state: unknown, refuse: Refuse): void {
  if (state === undefined) return;
  if (!isRecord(state)) throw refuse("state", "it must be { namespace, schema }");
  const { namespace, schema, initial = {}, jsonSchema } = state;
  if (typeof namespace !== "string" || namespace === "") throw refuse("state.namespace", "it needs a name");
  if (namespace === "__proto__" || namespace === "constructor" || namespace === "prototype") {
    throw refuse("state.namespace", `"${namespace}" cannot be used as a name`);
  }
  if (!isStandardSchema(schema)) throw refuse("state.schema", noSchema);
  if (!isRecord(jsonSchema) && jsonSchemaOf(schema, "output") === undefined) {
    throw refuse("state.schema", "its library gives no JSON Schema; add it as `state.jsonSchema`");
  }
  const checked = validateStandardSync(schema, initial);
  if (checked === undefined) return;
  if (checked.issues !== undefined) {
    const [first] = checked.issues;
    const where = first?.path === "" ? "" : ` at ${first?.path}`;
    throw refuse(
      "state.initial",
      `a session could not begin with it${where}: ${first?.message}; give the schema defaults, or an \`initial\` that fits`,
    );
  }
  if (!isPlainObject(checked.value)) throw refuse("state.schema", "the state must be an object of JSON");
}

function assertRun(definition: Record<string, unknown>, refuse: Refuse): void {
  const { model, thinking, requestLimit, forceFinalAnswer, lifespan } = definition;
  if (model !== undefined && typeof model !== "string" && !isRecord(model))
    throw refuse("model", "it must be a name or a model");
  if (thinking !== undefined && typeof thinking !== "boolean" && !efforts.includes(thinking as string)) {
    throw refuse("thinking", `it must be true, false, ${efforts.join(", ")}`);
  }
  if (requestLimit !== undefined && !(Number.isInteger(requestLimit) && (requestLimit as number) > 0)) {
    throw refuse("requestLimit", "it must be a whole number above 0");
  }
  if (forceFinalAnswer !== undefined && typeof forceFinalAnswer !== "boolean") {
    throw refuse("forceFinalAnswer", "it must be true or false");
  }
  if (lifespan === undefined) return;
  if (!isRecord(lifespan) || typeof lifespan["setup"] !== "function") {
    throw refuse("lifespan", "it must be { setup, teardown }");
  }
  if (lifespan["teardown"] !== undefined && typeof lifespan["teardown"] !== "function") {
    throw refuse("lifespan.teardown", "it must be a function");
  }
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function invalid(skill: string, field: string, reason: string): SkillError {
  const called = skill === "" ? "A skill" : `The skill "${skill.slice(0, 100)}"`;
  const at = field === "" ? "" : ` (${field.slice(0, 200)})`;
  const sentence = reason.endsWith(".") ? reason : `${reason}.`;
  return new SkillError("skill-invalid", `${called} cannot be used${at}: ${sentence}`, { facts: { skill, field } });
}
