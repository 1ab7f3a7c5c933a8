import { type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { messageOf } from "../message-of.ts";
import type { JsonSchema } from "./code-tool.ts";

/** A Standard Schema for a JSON Schema: it checks and changes nothing. A schema that makes no sense refuses everything. */
export function schemaFromJson(jsonSchema: JsonSchema): StandardSchemaV1 & StandardJSONSchemaV1 {
  let validator: Validator | undefined;
  const validate = (value: unknown): StandardSchemaV1.Result<unknown> => {
    try {
      // A copy, because the validator writes into the schema.
      validator ??= new Validator(withoutPatterns(jsonSchema) as object, draftOf(jsonSchema), false);
      const { valid, errors } = validator.validate(value);
      return valid ? { value } : { issues: usefulErrors(errors).map(issueOf) };
    } catch (error) {
      return { issues: [{ message: `It cannot be checked: ${messageOf(error)}` }] };
    }
  };
  const give = (): Record<string, unknown> => ({ ...jsonSchema });
  return { "~standard": { version: 1, vendor: "tradecraft", validate, jsonSchema: { input: give, output: give } } };
}

const patterns = new Set(["pattern", "patternProperties", "format"]);
/** What is under these is data, and not a schema. */
const dataKeywords = new Set(["const", "enum", "default", "examples"]);

/**
 * A copy of a schema without regular expressions. Whoever wrote them could choose one that takes for ever, and a model can
 * be made to send the text for it; who gave the schema checks them anyway.
 */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      patterns.has(key) && typeof value !== "boolean" && !isProperty(key, value)
        ? []
        : [[key, dataKeywords.has(key) ? value : withoutPatterns(value)]],
    ),
  );
  // Names that a pattern allowed are not to be refused for want of it.
  if (isSchemaMap((schema as JsonSchema)["patternProperties"])) delete copy["additionalProperties"];
  return copy;
}

/** `properties: { pattern: {…} }`: a property of that name, whose value is a schema. */
function isProperty(key: string, value: unknown): boolean {
  return key !== "patternProperties" && typeof value === "object";
}

function isSchemaMap(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const uri = typeof $schema === "string" ? $schema : "";
  if (uri.includes("draft-04")) return "4";
  if (/draft-0[67]/.test(uri)) return "7";
  return uri.includes("2019-09") ? "2019-09" : "2020-12";
}

/** As many issues as anybody would read. */
const maxIssues = 10;

/** Errors that say what is wrong: an error that only says that something below it is wrong is left out. */
function usefulErrors(errors: readonly OutputUnit[]): OutputUnit[] {
  const causes = errors.filter(({ keyword }) => keyword !== "false");
  const useful = causes.filter(
    (error) =>
      !causes.some(
        (other) =>
          other !== error && other.keywordLocation.startsWith(`${error.keywordLocation}/`) && isAtOrBelow(other, error),
      ),
  );
  return (useful.length > 0 ? useful : [...errors]).slice(0, maxIssues);
}

function isAtOrBelow(inner: OutputUnit, outer: OutputUnit): boolean {
  return (
    inner.instanceLocation === outer.instanceLocation || inner.instanceLocation.startsWith(`${outer.instanceLocation}/`)
  );
}

function issueOf({ instanceLocation, keyword, error }: OutputUnit): StandardSchemaV1.Issue {
  const path = decodeSafely(instanceLocation.slice(1))
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [, property] = /^Property "(.*)" does not match additional properties schema\.$/s.exec(error) ?? [];
  const unknown = keyword === "additionalProperties" && property !== undefined;
  return { path, message: unknown ? `The property "${property}" is not known here.` : error };
}

function decodeSafely(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
