import { SkillError } from "@tradecraft/sdk";
import type { Lock, Project } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";

/** Local names of sources: all of them, or those that are named, also by a skill that they bring. */
export function sourcesNamed(names: readonly string[], { skills }: Project, { sources }: Lock): string[] {
  if (names.length === 0) return Object.keys(skills);
  const found = names.flatMap((name) => {
    if (Object.hasOwn(skills, name)) return [name];
    const owners = Object.entries(sources).filter(([, locked]) =>
      Object.values(locked.skills).some((skill) => skill.name === name),
    );
    const own = owners.map(([source]) => source).filter((source) => Object.hasOwn(skills, source));
    if (own.length > 0) return own;
    const shown = name.slice(0, 100);
    const message = `No source in tradecraft.json is called "${shown}"${suggestion(name, Object.keys(skills))}`;
    throw new SkillError("skill-unknown", message, { facts: { name: shown } });
  });
  return [...new Set(found)];
}
