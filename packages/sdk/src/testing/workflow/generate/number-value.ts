import type { JsonSchema } from "../../../core/code/code-tool.ts";
import type { Random } from "./random.ts";

/** A number within a schema's bounds, often one at their ends; undefined if there is none. */
export function numberValue(schema: JsonSchema, random: Random, whole: boolean): number | undefined {
  const step = positive(schema["multipleOf"]) ?? (whole ? 1 : undefined);
  const { least, most } = boundsOf(schema);
  if (step === undefined) return fraction(schema, random, least, most);
  // A whole number that is also a multiple of a fraction is looked for among its multiples.
  const first = Number.isFinite(least)
    ? Math.ceil(least / step)
    : Number.isFinite(most)
      ? Math.floor(most / step) - 100
      : -100;
  const last = Number.isFinite(most) ? Math.floor(most / step) : first + 200;
  const fits = (factor: number): boolean =>
    within(schema, clean(factor * step)) && (!whole || Number.isInteger(clean(factor * step)));
  for (let tries = 0; tries < 50 && first <= last; tries++) {
    const near = Math.min(last, first + 1000);
    const factor =
      tries < 40 ? random.pick([first, first + 1, last, last - 1, 0, 1, random.int(first, near)]) : first + tries - 40;
    if (factor >= first && factor <= last && fits(factor)) return clean(factor * step);
  }
  return undefined;
}

function fraction(schema: JsonSchema, random: Random, least: number, most: number): number | undefined {
  const low = Number.isFinite(least) ? least : Number.isFinite(most) ? most - 200 : -100;
  const high = Number.isFinite(most) ? most : low + 200;
  const between = low + random.next() * (high - low);
  const candidates = random.shuffle([low, high, 0, 1, Math.round(between), Math.round(between * 100) / 100]);
  return [...candidates, between, (low + high) / 2].map((value) => value + 0).find((value) => within(schema, value));
}

function boundsOf(schema: JsonSchema): { readonly least: number; readonly most: number } {
  const numbers = (...keys: string[]): number[] =>
    keys.map((key) => schema[key]).filter((value): value is number => typeof value === "number");
  return {
    least: Math.max(-Infinity, ...numbers("minimum", "exclusiveMinimum")),
    most: Math.min(Infinity, ...numbers("maximum", "exclusiveMaximum")),
  };
}

function within(schema: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return (
    !(typeof minimum === "number" && value < minimum) &&
    !(typeof maximum === "number" && value > maximum) &&
    !(typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) &&
    !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
  );
}

/** Without the dirt of binary fractions (0.30000000000000004), and without -0, which JSON does not keep. */
function clean(value: number): number {
  return (Number.isInteger(value) ? value : Number(value.toPrecision(15))) + 0;
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}
