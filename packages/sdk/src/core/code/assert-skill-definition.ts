import { SkillError } from "../errors.ts";
import { validateSkillDescription, validateSkillName } from "../format/validate-fields.ts";
import { messageOf } from "../message-of.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { assertKeys, isRecord, type Refuse } from "./assert-keys.ts";
import { assertSkillState } from "./assert-skill-state.ts";
import { assertSkillTools } from "./assert-skill-tools.ts";
import { identityFields, writtenFields } from "./definition-fields.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { isPlainObject } from "./state/plain-object.ts";

/** What a definition may have; what follows comes from those who made it, not from whoever wrote it. */
const fields: readonly string[] = [...identityFields, ...writtenFields];
const internal = ["id", "raw", "dialect", "files", "directory", "revision", "reconfigure"];
const efforts = ["minimal", "low", "medium", "high", "xhigh"];

/** Throws `skill-invalid`, naming skill and field, for a definition that no agent could use. */
export function assertSkillDefinition(definition: unknown): asserts definition is SkillDefinition {
  if (!isRecord(definition)) throw invalid("", "", "it is not an object");
  const { name } = definition;
  const called = typeof name === "string" ? name : "";
  const refuse: Refuse = (field, reason) => invalid(called, field, reason);

  for (const key of Object.keys(definition)) {
    if (fields.includes(key) || internal.includes(key)) continue;
    throw refuse(key, `"${key}" is no part of a skill; there are: ${fields.join(", ")}`);
  }
  assertText(definition, refuse);
  for (const field of ["license", "compatibility"] as const) {
    if (definition[field] !== undefined && typeof definition[field] !== "string")
      throw refuse(field, "it must be a text");
  }
  const { metadata = {}, resources = {}, extras = {} } = definition;
  if (!isPlainObject(metadata) || Object.values(metadata).some((value) => typeof value !== "string")) {
    throw refuse("metadata", "it must be an object of texts");
  }
  if (!isRecord(extras)) throw refuse("extras", "they must be an object");
  if (!isRecord(resources)) throw refuse("resources", "they must be an object of files by path");
  for (const [path, content] of resources instanceof Map ? resources : Object.entries(resources)) {
    const isContent = typeof content === "string" || typeof content === "function" || content instanceof Uint8Array;
    if (!isContent)
      throw refuse(`resources.${String(path)}`, "it must be a text, bytes, or a function that brings them");
    try {
      normalizeResourcePath(String(path));
    } catch (error) {
      throw refuse(`resources.${String(path)}`, `its path is refused: ${messageOf(error)}`);
    }
  }
  assertSkillTools(definition, refuse);
  assertSkillState(definition["state"], refuse);
  assertRun(definition, refuse);
}

function assertText({ name, description, body }: Record<string, unknown>, refuse: Refuse): void {
  if (typeof name !== "string") throw refuse("name", "it needs a name");
  const [badName] = validateSkillName(name).filter(isError);
  if (badName !== undefined) throw refuse("name", badName.message);
  if (typeof description !== "string") throw refuse("description", "it needs a description");
  const [badDescription] = validateSkillDescription(description).filter(isError);
  if (badDescription !== undefined) throw refuse("description", badDescription.message);
  if (typeof body !== "string" || body.trim() === "") throw refuse("body", "it needs instructions");
}

function assertRun(definition: Record<string, unknown>, refuse: Refuse): void {
  const { model, thinking, requestLimit, forceFinalAnswer, lifespan } = definition;
  if (model !== undefined && (typeof model === "string" ? model === "" : !isRecord(model)))
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
  assertKeys(lifespan, ["setup", "teardown"], "lifespan", refuse);
  if (lifespan["teardown"] !== undefined && typeof lifespan["teardown"] !== "function") {
    throw refuse("lifespan.teardown", "it must be a function");
  }
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}

function invalid(skill: string, field: string, reason: string): SkillError {
  const called = skill === "" ? "A skill" : `The skill "${skill.slice(0, 100)}"`;
  const at = field === "" ? "" : ` (${field.slice(0, 200)})`;
  const sentence = reason.endsWith(".") ? reason : `${reason}.`;
  return new SkillError("skill-invalid", `${called} cannot be used${at}: ${sentence}`, { facts: { skill, field } });
}
