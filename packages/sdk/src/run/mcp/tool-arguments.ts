import type { JsonSchema } from "../../core/code/code-tool.ts";
import { schemaFromJson } from "../../core/code/schema-from-json.ts";
import { validateStandardSync } from "../../core/code/standard-schema.ts";
import type { ToolInput } from "../../workflow/tools/tool-inputs.ts";

/** Says what is wrong with a call's arguments; undefined if nothing is. What `params` hold is the engine's to judge. */
export function argumentProblem(input: ToolInput, given: Readonly<Record<string, unknown>>): string | undefined {
  const checked = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name !== "params" && value !== undefined),
  );
  const { params, ...properties } = input.properties;
  if (params && given["params"] !== undefined && !isObject(given["params"])) return "`params` must be an object.";
  // A step without a schema takes no answer, and many leave it out then.
  const required = input.required.filter((name) => name !== "output");
  const result = validateStandardSync(schemaFor({ ...input, properties, required }), checked);
  const issue = result?.issues?.[0];
  return issue && `The arguments do not fit${issue.path === "" ? "" : ` (${issue.path})`}: ${issue.message}`;
}

function schemaFor(input: ToolInput): ReturnType<typeof schemaFromJson> {
  return schemaFromJson({ ...input } as JsonSchema);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
