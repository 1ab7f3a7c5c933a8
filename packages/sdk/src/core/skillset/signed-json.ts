import { SkillError } from "../errors.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { LoadedSkill } from "./ledger.ts";
import { type LoadingSession, loadSkill } from "./load-skill.ts";
import type { SkillsetJson } from "./skillset.ts";

/** What a skillset was, as far as the registry vouches for it now: a text from JSON is signed by nobody. */
export async function signedJson(json: SkillsetJson, registry: SkillRegistry): Promise<SkillsetJson> {
  const current = new Map((await registry.catalog()).map((entry) => [entry.id, entry]));
  const entries = json.entries.flatMap(({ id }) => current.get(id) ?? []);
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const isKnown = ({ id }: LoadedSkill): boolean => known.has(id);
  const loaded = json.loaded.filter(isKnown);
  return {
    ...json,
    entries,
    listed: json.listed.filter((id) => known.has(id) && known.get(id)?.disableModelInvocation !== true),
    preloaded: json.preloaded.filter(isKnown),
    loaded,
    lost: json.lost.filter((id) => loaded.some((skill) => skill.id === id)),
  };
}

/** The same skills with their instructions read anew; those that cannot be had any more are left out. */
export async function loadAgain(skills: readonly LoadedSkill[], session: LoadingSession): Promise<LoadedSkill[]> {
  const again: LoadedSkill[] = [];
  for (const { id, at } of skills) {
    try {
      again.push({ ...(await loadSkill(session, id, { by: "program" })), at });
    } catch (error) {
      if (!SkillError.is(error)) throw error;
    }
  }
  return again;
}
