import { SkillError } from "../../core/errors.ts";
import { nearestNames } from "../../core/skillset/nearest-names.ts";
import type { Selection } from "../project/project.ts";

/** Those that are wanted. Throws `skill-unknown` for an `include` that matches nothing. */
export function selectSkills<
  Skill extends { readonly name: string; readonly folder: string; readonly isNested?: boolean },
>(skills: readonly Skill[], selection: Selection, where: string): Skill[] {
  const included = selection.include?.map((written) => ({ written, matches: matcher(written) }));
  const excluded = selection.exclude?.map(matcher) ?? [];
  for (const { written, matches } of included ?? []) {
    if (!skills.some(matches)) throw matchesNothing(written, skills, where);
  }
  const isWanted = (skill: Skill): boolean => {
    const by = included?.filter(({ matches }) => matches(skill));
    if (skill.isNested === true) return by?.some(({ written }) => !written.includes("*")) === true;
    return by === undefined || by.length > 0;
  };
  return skills.filter((skill) => isWanted(skill) && !excluded.some((matches) => matches(skill)));
}

/** Whether a pattern of `include` or `exclude` means a skill. */
export function matchesSkill(written: string, skill: { readonly name: string; readonly folder: string }): boolean {
  return matcher(written)(skill);
}

function matcher(written: string): (skill: { readonly name: string; readonly folder: string }) => boolean {
  const plain = written.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/+$/, "");
  const pattern = new RegExp(
    `^${plain
      .split(/\*+/)
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("[^/]*")}$`,
    "u",
  );
  return ({ name, folder }) => pattern.test(name) || pattern.test(folder);
}

function matchesNothing(
  written: string,
  skills: readonly { readonly name: string; readonly folder: string }[],
  where: string,
): SkillError {
  const shown = written.slice(0, 100);
  const names = [...new Set(skills.map(({ name }) => name))].sort();
  const message = `${where} has no skill that "include" could mean by "${shown}".${nearestNames(written, names)}`;
  return new SkillError("skill-unknown", message, { facts: { include: shown } });
}
