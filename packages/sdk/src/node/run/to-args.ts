import { SkillError } from "../../core/errors.ts";

/** A value of an option; false, null and undefined leave the option out. */
export type ArgValue = string | number | boolean | null | undefined | readonly (string | number)[];

/**
 * Options of a script as its arguments: `{ out: "a.csv", top: 3, quiet: true, tag: ["x", "y"] }` becomes
 * `--out a.csv --top 3 --quiet --tag x --tag y`. A value that begins with a dash is joined to its option by `=`.
 */
export function toArgs(options: Readonly<Record<string, ArgValue>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) throw refused(name, "its name is not that of an option");
    if (value === undefined || value === null || value === false) return [];
    if (value === true) return [`--${name}`];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => toPair(name, item));
  });
}

function toPair(name: string, value: unknown): string[] {
  if (typeof value !== "string" && (typeof value !== "number" || !Number.isFinite(value)))
    throw refused(name, "its value is neither a text nor a number");
  const text = String(value);
  return text.startsWith("-") ? [`--${name}=${text}`] : [`--${name}`, text];
}

function refused(name: string, reason: string): SkillError {
  return new SkillError("script-refused", `This option is refused: ${reason}.`, {
    facts: { name: name.slice(0, 100) },
  });
}
