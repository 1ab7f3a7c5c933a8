import { SkillError } from "../errors.ts";
import { type UnsafePart, unsafePart, unsafeText } from "./unsafe-path.ts";

/**
 * The one spelling of a path inside a skill: `/` as separator, no leading `./`. Throws `path-refused` for anything that
 * could name something outside, on any system that may open it later.
 */
export function normalizeResourcePath(path: string): string {
  if (typeof path !== "string") throw refusedPath(typeof path, "it is not a text");
  const problem = unsafeText(path);
  if (problem !== undefined) throw refusedPath(path, problem);
  const normalized = path.replaceAll("\\", "/").replace(/^\.\/(?!\/)/, "");
  if (normalized === "") throw refusedPath(path, "it is empty");
  if (normalized.startsWith("/")) throw refusedPath(path, "it is absolute");
  if (normalized.includes(":")) throw refusedPath(path, "it has a colon, which names a drive or a stream");
  for (const part of normalized.split("/")) {
    const unsafe = unsafePart(part);
    if (unsafe !== undefined) throw refusedPath(path, words[unsafe]);
  }
  return normalized;
}

const words: Readonly<Record<UnsafePart, string>> = {
  empty: "a part of it is empty",
  dot: "a part of it is a single dot",
  dots: "it leaves the skill",
  reserved: "a part of it means something else to the system",
  prototype: "a part of it is a name of the language itself",
  edge: "a part of it ends in a dot or a space",
};

/** The refusal of a path; the path itself is in the facts, made short. */
export function refusedPath(path: string, reason: string): SkillError {
  return new SkillError("path-refused", `This path is refused: ${reason}.`, { facts: { path: path.slice(0, 200) } });
}
