import { SkillError } from "../errors.ts";

const flagName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Arguments as a script gets them: an array as it is, an object as `--flag value` pairs. `true` is a bare flag, `false`
 * and null are left out, a list repeats its flag. Throws `script-refused` for anything else.
 */
export function toScriptArgs(value: unknown): string[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.map(toText);
  if (typeof value !== "object") throw refused("give the arguments as a list of texts, or as an object of flags");
  return Object.entries(value).flatMap(([name, flag]) => {
    if (!flagName.test(name)) throw refused(`"${name.slice(0, 50)}" cannot be a flag`);
    const values: unknown[] = Array.isArray(flag) ? flag : [flag];
    return values.flatMap((each) => {
      if (each === false || each === null || each === undefined) return [];
      return each === true ? [`--${name}`] : [`--${name}`, toText(each)];
    });
  });
}

function toText(value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isPlain) throw refused("an argument is neither a text nor a number");
  const text = String(value);
  if (text.includes("\0")) throw refused("an argument has a NUL character");
  return text;
}

function refused(reason: string): SkillError {
  return new SkillError("script-refused", `The script was not run: ${reason}.`);
}
