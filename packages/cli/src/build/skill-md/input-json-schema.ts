import type { AnySchema } from "@tradecraft/sdk/workflow";

interface SaysJsonSchema {
  readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => unknown };
}

/** JSON Schema of what a schema takes; undefined if its library cannot say. */
export function inputJsonSchema(schema: AnySchema): Readonly<Record<string, unknown>> | undefined {
  try {
    const { jsonSchema } = schema["~standard"] as SaysJsonSchema;
    const told = jsonSchema?.input({ target: "draft-2020-12" });
    if (typeof told !== "object" || told === null) return undefined;
    const { $schema: _, ...rest } = told as Record<string, unknown>;
    return rest;
  } catch {
    return undefined;
  }
}
