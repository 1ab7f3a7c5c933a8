import { SkillError } from "../errors.ts";
import { isReservedWord, unsafePart, unsafeText } from "./unsafe-path.ts";

const maxLength = 256;
/** What the specification lets a name be, in ASCII; of these only the system's own words are refused. */
const specName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const reserved = "a part of it means something else to the system";

/** Why a text cannot be the id of a skill; undefined when it can. */
export function refusedSkillId(id: unknown): string | undefined {
  if (typeof id !== "string") return "an id must be a text";
  if (id.length <= 64 && specName.test(id)) return isReservedWord(id) ? reserved : undefined;
  const problem = unsafeText(id);
  if (problem !== undefined) return problem;
  if (id.length > maxLength) return `it is longer than ${maxLength} characters`;
  if (id.includes("\\")) return "it has a backslash";
  if (/^[a-z]:(?:\/|$)/i.test(id)) return "it is a drive";
  // A prefix (`team:skill`) is part of an id; each side of it must be sound.
  for (const part of id.split(/[/:]/)) {
    const unsafe = unsafePart(part);
    if (unsafe === "empty") return "a part of it is empty";
    if (unsafe === "dot" || unsafe === "dots") return "a part of it is nothing but dots";
    if (unsafe !== undefined) return reserved;
  }
  return undefined;
}

/** Throws `path-refused` for what can be no id: ids come from models, and end in paths and addresses. */
export function assertSkillId(id: string): void {
  const problem = refusedSkillId(id);
  if (problem === undefined) return;
  throw new SkillError("path-refused", `This skill id is refused: ${problem}.`, {
    facts: { id: typeof id === "string" ? id.slice(0, 200) : typeof id },
  });
}

/** The error for an id that the source did not list. */
export function unknownSkill(id: string): SkillError {
  return new SkillError("skill-unknown", `There is no skill "${id.slice(0, 100)}" here.`, {
    facts: { id: id.slice(0, 200) },
  });
}

/** The error for a path that the skill does not have. */
export function missingResource(id: string, path: string): SkillError {
  return new SkillError("resource-missing", `The skill "${id.slice(0, 100)}" has no file "${path.slice(0, 200)}".`, {
    facts: { id: id.slice(0, 200), path: path.slice(0, 200) },
  });
}
