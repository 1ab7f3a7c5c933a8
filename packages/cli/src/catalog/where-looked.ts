import type { Place } from "./place.ts";

/** What to tell a person when there is no skill: where was looked, and how to look elsewhere. */
export function nothingFound(places: readonly Place[], command: string): string {
  const looked =
    places.length > 0
      ? `Looked in: ${places.map(({ label }) => label).join(", ")}.`
      : "Looked for .agents/skills, .claude/skills and the folders of other agents, in this project and at home.";
  const isGiven = places.some(({ scope }) => scope === "given");
  return `No skills found. ${looked}${isGiven ? "" : ` To look elsewhere: ${command}`}`;
}
