import { SkillError } from "@tradecraft/sdk";
import { type Lock, matchesSkill, type Project, type ProjectSource } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";

/** What is to be changed in a project file so that some names are gone. */
export interface RemovalPlan {
  readonly set: Readonly<Record<string, ProjectSource>>;
  readonly remove: readonly string[];
  /** What a person did not ask for in these words, and should know. */
  readonly notes: readonly string[];
}

/** Finds what names mean: a source, which goes, or a skill, which its source is told to leave out. */
export function planRemoval(names: readonly string[], { skills: sources }: Project, lock: Lock): RemovalPlan {
  const set = new Map<string, ProjectSource>();
  const remove = new Set<string>();
  const notes: string[] = [];
  for (const name of names) {
    if (Object.hasOwn(sources, name)) {
      remove.add(name);
      set.delete(name);
      continue;
    }
    const owners = ownersOf(name, lock).filter((source) => Object.hasOwn(sources, source));
    if (owners.length === 0) throw unknownName(name, sources, lock);
    for (const owner of owners.filter((source) => !remove.has(source))) {
      const source = set.get(owner) ?? sources[owner];
      if (source === undefined) continue;
      const without = leaveOut(source, name, skillsOf(owner, lock));
      if (without === undefined) {
        remove.add(owner);
        set.delete(owner);
        notes.push(`The source "${owner}" has no other wanted skill than "${name}", so it is removed`);
      } else {
        set.set(owner, without);
        notes.push(`"${name}" is a skill of the source "${owner}", which leaves it out from now on`);
      }
    }
  }
  return { set: Object.fromEntries(set), remove: [...remove], notes };
}

/** A source without a skill; undefined when nothing would be left of it. */
function leaveOut(source: ProjectSource, skill: string, all: readonly PlacedSkill[]): ProjectSource | undefined {
  const excluded = new Set([...(source.exclude ?? []), skill]);
  if (all.every(({ name }) => excluded.has(name))) return undefined;
  if (source.include?.includes(skill) !== true) return { ...source, exclude: [...excluded] };
  const include = source.include.filter((name) => name !== skill);
  if (include.length === 0) return undefined;
  const own = all.filter(({ name }) => name === skill);
  const isStillMeant = include.some((pattern) => own.some((each) => matchesSkill(pattern, each)));
  return isStillMeant ? { ...source, include, exclude: [...excluded] } : { ...source, include };
}

function ownersOf(skill: string, { sources }: Lock): string[] {
  return Object.keys(sources).filter((source) => skillNames(source, { sources }).includes(skill));
}

interface PlacedSkill {
  readonly name: string;
  readonly folder: string;
}

function skillsOf(source: string, { sources }: Pick<Lock, "sources">): PlacedSkill[] {
  return Object.entries(sources[source]?.skills ?? {}).map(([folder, { name }]) => ({ name, folder }));
}

function skillNames(source: string, lock: Pick<Lock, "sources">): string[] {
  return skillsOf(source, lock).map(({ name }) => name);
}

function unknownName(name: string, sources: Project["skills"], lock: Lock): SkillError {
  const shown = name.slice(0, 100);
  const known = [...Object.keys(sources), ...Object.keys(lock.sources).flatMap((source) => skillNames(source, lock))];
  const message = `No source in tradecraft.json and no skill of one is called "${shown}"${suggestion(name, known)}`;
  return new SkillError("skill-unknown", message, { facts: { name: shown } });
}
