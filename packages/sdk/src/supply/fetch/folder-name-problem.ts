import { refusedSkillId } from "../../core/source/skill-id.ts";

/** Why a skill's name cannot be the name of its folder beside others; undefined if it can. */
export function folderNameProblem(name: string): string | undefined {
  if (/[/:]/.test(name)) return "it has a slash or a colon";
  // `.git` beside other skills would make a repository of all of them, with settings that run programs.
  if (name.startsWith(".") || /^git~\d/i.test(name)) return "it is the name of something hidden";
  return refusedSkillId(name);
}
