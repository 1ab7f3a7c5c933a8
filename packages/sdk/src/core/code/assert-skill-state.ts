import { assertKeys, isRecord, noSchema, type Refuse } from "./assert-keys.ts";
import { isStandardSchema, jsonSchemaOf, validateStandardSync } from "./standard-schema.ts";
import { isPlainObject } from "./state/plain-object.ts";

/** Throws for a state that no session could begin with. */
export function assertSkillState(state: unknown, refuse: Refuse): void {
  if (state === undefined) return;
  if (!isRecord(state)) throw refuse("state", "it must be { namespace, schema }");
  assertKeys(state, ["namespace", "schema", "initial", "jsonSchema"], "state", refuse);
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
