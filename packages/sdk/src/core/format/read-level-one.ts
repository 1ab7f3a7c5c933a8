import { readOrdinary } from "./read-ordinary.ts";
import type { SkillManifest } from "./types.ts";

/** What a catalog says about a skill. */
export interface LevelOne {
  readonly name: string;
  readonly description: string;
  readonly compatibility: string | undefined;
  readonly disableModelInvocation: boolean | undefined;
  readonly userInvocable: boolean | undefined;
}

/**
 * The fields of a catalog, and no others, from an ordinary file. Undefined for anything that needs a closer look, which
 * is then read whole; where this answers, that answer is the same.
 */
export function readLevelOne(raw: string): LevelOne | undefined {
  const ordinary = readOrdinary(raw);
  if (ordinary === null) return undefined;
  let name = "";
  let description = "";
  let compatibility: string | undefined;
  let disableModelInvocation: boolean | undefined;
  let userInvocable: boolean | undefined;
  for (const { key, value, commentAt } of ordinary.entries) {
    // A comment may be half of a value.
    if (commentAt >= 0) return undefined;
    switch (key) {
      case "name":
        if (typeof value !== "string") return undefined;
        name = value.trim();
        break;
      case "description":
        if (typeof value !== "string") return undefined;
        description = value.trim();
        break;
      case "compatibility":
        if (typeof value !== "string") return undefined;
        compatibility = value.trim();
        break;
      case "disable-model-invocation":
        if (typeof value !== "boolean") return undefined;
        disableModelInvocation = value;
        break;
      case "user-invocable":
        if (typeof value !== "boolean") return undefined;
        userInvocable = value;
        break;
      default:
    }
  }
  return { name, description, compatibility, disableModelInvocation, userInvocable };
}

/** The same fields of a skill that was read whole. */
export function levelOneOf({ name, description, compatibility, dialect }: SkillManifest): LevelOne {
  const { disableModelInvocation, userInvocable } = dialect;
  return { name, description, compatibility, disableModelInvocation, userInvocable };
}
