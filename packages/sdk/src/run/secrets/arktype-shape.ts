import type { AnySchema } from "../../workflow/define/workflow-definition.ts";

type Shape = Record<string, unknown>;

/** Where an ArkType schema keeps marks, for one that transforms and so has no JSON Schema; undefined for other libraries. */
export function arktypeShape(schema: AnySchema): Shape | undefined {
  if (schema["~standard"].vendor !== "arktype") return undefined;
  return shapeOf((schema as { readonly json?: unknown }).json);
}

function shapeOf(node: unknown): Shape {
  if (Array.isArray(node)) return { anyOf: node.map(shapeOf) };
  if (typeof node !== "object" || node === null) return {};
  const { meta, required, optional, sequence, in: input, branches } = node as Shape;
  const keys = [required, optional].flatMap((list) =>
    Array.isArray(list) ? (list as { key: string; value: unknown }[]) : [],
  );
  return {
    ...(typeof meta === "object" ? meta : {}),
    ...(keys.length > 0 && { properties: Object.fromEntries(keys.map(({ key, value }) => [key, shapeOf(value)])) }),
    ...(sequence !== undefined && { items: shapeOf(sequence) }),
    ...(input !== undefined && { allOf: [shapeOf(input)] }),
    ...(Array.isArray(branches) && { anyOf: branches.map(shapeOf) }),
  };
}
