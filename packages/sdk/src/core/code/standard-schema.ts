import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "./code-tool.ts";
import { messageOf } from "../message-of.ts";
import { jsonPointer } from "./state/json-pointer.ts";

/** What a schema does not accept. */
export interface SchemaIssue {
  /** JSON pointer; the root is the empty text. */
  readonly path: string;
  readonly message: string;
}

/** What a schema made of a value, or why it did not. */
export type ValidationResult<Value = unknown> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[]; readonly value?: undefined };

/** Whether a value is a Standard Schema; in some libraries schemas are functions. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard: unknown = (value as Partial<StandardSchemaV1>)["~standard"];
  if (typeof standard !== "object" || standard === null) return false;
  return "validate" in standard && typeof standard.validate === "function";
}

/** Validates with any Standard Schema. One that throws is an issue. */
export async function validateStandard<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
): Promise<ValidationResult<StandardSchemaV1.InferOutput<Schema>>> {
  try {
    return readResult(await schema["~standard"].validate(value));
  } catch (error) {
    return thrownIssue(error);
  }
}

/** As `validateStandard`, at once; undefined for a schema that answers with a promise. */
export function validateStandardSync<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
): ValidationResult<StandardSchemaV1.InferOutput<Schema>> | undefined {
  try {
    const result = schema["~standard"].validate(value);
    if (!("then" in result)) return readResult(result);
    result.then(undefined, () => undefined);
    return undefined;
  } catch (error) {
    return thrownIssue(error);
  }
}

/** JSON Schema of what a schema takes or gives, without `$schema`; undefined if its library cannot say. */
export function jsonSchemaOf(schema: StandardSchemaV1, side: "input" | "output"): JsonSchema | undefined {
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      const { jsonSchema } = schema["~standard"] as Partial<StandardJSONSchemaV1.Props>;
      const converted: unknown = jsonSchema?.[side]({ target });
      if (typeof converted !== "object" || converted === null) return undefined;
      const { $schema: _, ...rest } = converted as Record<string, unknown>;
      return rest;
    } catch {
      // Not this target, or not this schema at all.
    }
  }
  return undefined;
}

function readResult<Value>(result: StandardSchemaV1.Result<Value>): ValidationResult<Value> {
  if (!result.issues) return { value: result.value };
  const issues = result.issues.map(({ message, path }) => ({ path: issuePath(path ?? []), message }));
  return { issues: issues.length > 0 ? issues : [{ path: "", message: "The schema refused it without a reason." }] };
}

function issuePath(path: readonly (PropertyKey | StandardSchemaV1.PathSegment)[]): string {
  // Some libraries' paths are lists of a class of their own, whose `map` is another.
  return jsonPointer(Array.from(path, (segment) => String(typeof segment === "object" ? segment.key : segment)));
}

function thrownIssue(error: unknown): { issues: SchemaIssue[] } {
  return { issues: [{ path: "", message: `The schema failed: ${messageOf(error)}` }] };
}
