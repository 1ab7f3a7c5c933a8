import { SkillError } from "../../core/errors.ts";
import type { BakedLanguage } from "./baked-input.ts";

/** The language that a file's name asks for; throws `project-invalid` for a name that is no module's. */
export function bakedLanguage(file: string): BakedLanguage {
  if (/\.m?ts$/i.test(file) && !/\.d\.m?ts$/i.test(file)) return "ts";
  if (/\.m?js$/i.test(file)) return "js";
  const message = `Skills cannot be baked into ${JSON.stringify(file.slice(0, 200))}: its name must end in .ts, .mts, .js or .mjs.`;
  throw new SkillError("project-invalid", message, { facts: { file: file.slice(0, 200) } });
}
