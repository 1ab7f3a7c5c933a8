import type { SkillError } from "../errors.ts";

/** The error that says what is wrong with a field. */
export type Refuse = (field: string, reason: string) => SkillError;

/** Throws for a key that nobody knows: most likely it is misspelt. */
export function assertKeys(value: object, known: readonly string[], field: string, refuse: Refuse): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  throw refuse(`${field}.${stranger}`, `"${stranger}" is unknown here; there are: ${known.join(", ")}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What to say where a schema is missing. */
export const noSchema = "it must be a schema of zod, valibot, arktype or any other library with Standard Schema";
