import type { StandardSchemaV1 } from "@standard-schema/spec";
import { messageOf } from "../../../core/message-of.ts";
import { cutText } from "../../../core/skillset/cut-text.ts";
import type { AnySchema } from "../../define/workflow-definition.ts";
import { isPlainObject } from "./is-plain-object.ts";

/** What a schema does not accept, and where. */
export interface ValueIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/** What a schema made of a value, or why it did not. */
export type CheckedValue =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly ValueIssue[]; readonly value?: undefined };

/** Checks a value with any Standard Schema. One that throws is an issue. */
export async function checkValue(schema: AnySchema, value: unknown): Promise<CheckedValue> {
  try {
    const result = await schema["~standard"].validate(looseCopy(value));
    if (!result.issues) return { value: result.value };
    const issues = Array.from(result.issues, ({ path, message }) => ({ path: keysOf(path), message }));
    return { issues: issues.length > 0 ? issues : [{ path: [], message: "The schema refused it without a reason." }] };
  } catch (error) {
    return { issues: [{ path: [], message: `The schema failed: ${messageOf(error)}` }] };
  }
}

/** A copy that may be changed: some libraries make what they give from what they got, in place. */
function looseCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(looseCopy);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, looseCopy(part)]));
}

/** So many issues are told, and so many characters of each: agents read them, and a hostile answer may have thousands. */
const most = { issues: 20, characters: 300 };

/** Issues in one line: `path.joined: message`, joined by `; `. */
export function describeIssues(issues: readonly ValueIssue[]): string {
  const told = issues.slice(0, most.issues).map(({ path, message }) => {
    const text = path.length === 0 ? message : `${path.join(".")}: ${message}`;
    return text.length > most.characters ? `${cutText(text, most.characters - 1)}…` : text;
  });
  const left = issues.length - told.length;
  return left > 0 ? `${told.join("; ")}; and ${left} more` : told.join("; ");
}

function keysOf(path: StandardSchemaV1.Issue["path"]): string[] {
  // Not `map`: some libraries give a list of a class of their own, which makes another of its kind, and wrongly.
  return Array.from(path ?? [], (segment) => String(typeof segment === "object" ? segment.key : segment));
}
