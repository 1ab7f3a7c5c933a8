/** What a folder's file names say about the skill in it. */
export interface SkillFileName {
  /** The file to read: `SKILL.md`, else `skill.md`. */
  readonly name?: string;
  /** The nearest miss (`Skill.md`), when there is nothing to read. */
  readonly miscased?: string;
}

/** Picks the SKILL.md among the names of a folder; upper case wins, as in the reference. */
export function skillFileName(names: readonly string[]): SkillFileName {
  if (names.includes("SKILL.md")) return { name: "SKILL.md" };
  if (names.includes("skill.md")) return { name: "skill.md" };
  const miscased = names.find((name) => name.length === 8 && name.toLowerCase() === "skill.md");
  return miscased === undefined ? {} : { miscased };
}
