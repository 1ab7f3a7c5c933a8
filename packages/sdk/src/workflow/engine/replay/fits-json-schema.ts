import { schemaFromJson } from "../../../core/code/schema-from-json.ts";
import { checkValue } from "../values/check-value.ts";

/** Whether a value is what a JSON Schema describes. */
export async function fitsJsonSchema(schema: Parameters<typeof schemaFromJson>[0], value: unknown): Promise<boolean> {
  return (await checkValue(schemaFromJson(schema), value)).issues === undefined;
}
