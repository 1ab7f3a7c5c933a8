import type { Diagnostic } from "../diagnostic.ts";
import { DIAGNOSTIC_CODES, weigh } from "../format/codes.ts";
import { parseSkill } from "../format/parse-skill.ts";
import { type LevelOne, levelOneOf, readLevelOne } from "../format/read-level-one.ts";
import type { ParseSkillResult } from "../format/types.ts";
import { refusedSkillId } from "./skill-id.ts";
import type { SkillEntry } from "./skill-source.ts";

export interface ReadEntryOptions {
  readonly parse?: ((raw: string) => ParseSkillResult) | undefined;
  /** The id, where it is not the skill's name. */
  readonly id?: string | undefined;
  /** The id of a skill whose name can be none: its folder's name. */
  readonly fallbackId?: string | undefined;
}

export interface ReadEntryResult {
  /** Undefined when the skill cannot be listed; the diagnostics say why. */
  readonly entry: SkillEntry | undefined;
  /** What was repaired, and what is missing, as a good client weighs it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Level 1 of a skill from its SKILL.md, or from as much of it as holds the frontmatter. */
export function readEntry(raw: string, options: ReadEntryOptions = {}): ReadEntryResult {
  const quick = options.parse === undefined ? readLevelOne(raw) : undefined;
  if (quick !== undefined) return toEntry(quick, [], options);
  const { manifest, diagnostics } = (options.parse ?? parseSkill)(raw);
  return toEntry(levelOneOf(manifest), weigh(diagnostics, "lenient", undefined).filter(concernsListing), options);
}

/** Other findings are for whoever checks the skill; they change nothing about its place in a list. */
function concernsListing({ code, field }: Diagnostic): boolean {
  return DIAGNOSTIC_CODES[code]?.group === "syntax" || field === "name" || field === "description";
}

function toEntry(
  { name, description, compatibility, disableModelInvocation, userInvocable }: LevelOne,
  found: readonly Diagnostic[],
  { id: given, fallbackId }: ReadEntryOptions,
): ReadEntryResult {
  if (description === "") {
    const message = "Without a description nobody can choose this skill, so it is not listed.";
    return left(found, { code: "description-missing", severity: "error", field: "description", message });
  }
  const usesName = given === undefined && refusedSkillId(name) === undefined;
  const id = usesName ? name : (given ?? fallbackId);
  const refused = usesName || id === undefined ? undefined : refusedSkillId(id);
  if (id === undefined && name === "") {
    const message = "Without a name there is nothing to call this skill by, so it is not listed.";
    return left(found, { code: "name-missing", severity: "error", field: "name", message });
  }
  if (id === undefined || refused !== undefined) {
    const reason = refused ?? refusedSkillId(name);
    const message = `"${(id ?? name).slice(0, 100)}" cannot be the id of a skill, so it is not listed: ${reason}.`;
    return left(found, { code: "entry-invalid", severity: "error", field: "name", message });
  }
  const fields = { id, name: name === "" ? id : name, description };
  const isPlain = compatibility === undefined && disableModelInvocation === undefined && userInvocable === undefined;
  const entry: SkillEntry = isPlain
    ? fields
    : {
        ...fields,
        ...(compatibility !== undefined && { compatibility }),
        ...(disableModelInvocation !== undefined && { disableModelInvocation }),
        ...(userInvocable !== undefined && { userInvocable }),
      };
  if (given !== undefined || id === name) return { entry, diagnostics: found };
  return { entry, diagnostics: [...found, renamed(name, id)] };
}

function left(found: readonly Diagnostic[], reason: Diagnostic): ReadEntryResult {
  return { entry: undefined, diagnostics: [...found, reason] };
}

function renamed(name: string, id: string): Diagnostic {
  if (name === "") {
    const message = `There is no name; the skill is listed as "${id}", after its folder.`;
    return { code: "name-missing", severity: "warning", field: "name", message };
  }
  const message = `The name cannot be used as an id; the skill is listed as "${id}", after its folder.`;
  return { code: "name-characters", severity: "warning", field: "name", message };
}
