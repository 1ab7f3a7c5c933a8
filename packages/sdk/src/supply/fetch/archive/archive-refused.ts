import { SkillError } from "../../../core/errors.ts";

/** The refusal of an archive: what is wrong, and in which entry. */
export function archiveRefused(where: string, problem: string, path?: string): SkillError {
  const shown = path?.slice(0, 200);
  const named = shown === undefined ? "" : `${JSON.stringify(shown)} `;
  return new SkillError("archive-refused", `${where} is refused: ${named}${problem}.`, {
    facts: shown === undefined ? {} : { path: shown },
  });
}
