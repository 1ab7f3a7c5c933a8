import type { FrontmatterValue } from "../../core/format/types.ts";
import { textExpression } from "./literal.ts";

/** Data as an expression that makes it; an object may get a further property, written already. */
export function valueExpression(value: FrontmatterValue, further?: string): string {
  if (typeof value === "string") return textExpression(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => valueExpression(item)).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => `${keyExpression(key)}: ${valueExpression(item)}`);
  if (further !== undefined) pairs.push(further);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** A key: computed where it is not a plain one, for written out, `__proto__` would set the prototype. */
export function keyExpression(key: string): string {
  const expression = textExpression(key);
  return expression.startsWith('"') && key !== "__proto__" ? expression : `[${expression}]`;
}
