import type { SkillEntry, SourceDiagnostic } from "@tradecraft/sdk";
import type { Catalog } from "./open-catalog.ts";
import { type Place, placeOf } from "./place.ts";

/** A skill of the catalog, where it comes from, and what is wrong with it. */
export interface ListedSkill {
  readonly entry: SkillEntry;
  readonly place: Place | undefined;
  readonly problems: readonly SourceDiagnostic[];
}

/** All skills, and the findings that belong to none of them. */
export interface Listing {
  readonly skills: readonly ListedSkill[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Lists a catalog. */
export async function loadListing({ registry, places, problems }: Catalog): Promise<Listing> {
  const entries = await registry.catalog();
  const byLocation = new Map<string, SourceDiagnostic[]>();
  for (const { location } of entries) if (location !== undefined) byLocation.set(location, []);
  const diagnostics = [...problems];
  for (const diagnostic of await registry.diagnostics()) {
    const own = diagnostic.path === undefined ? undefined : byLocation.get(diagnostic.path);
    if (own === undefined) diagnostics.push(diagnostic);
    // A skill that was reached twice, because one given path lies in another, does not stand in its own way.
    else if (diagnostic.code !== "skill-shadowed" && !own.some((other) => isSame(other, diagnostic)))
      own.push(diagnostic);
  }
  const skills = entries.map((entry) => ({
    entry,
    place: placeOf(places, entry.location),
    problems: byLocation.get(entry.location ?? "") ?? [],
  }));
  return { skills, diagnostics };
}

/** Whether any finding is an error: what exit code 1 means. */
export function hasErrors({ skills, diagnostics }: Listing): boolean {
  const isError = ({ severity }: SourceDiagnostic): boolean => severity === "error";
  return diagnostics.some(isError) || skills.some(({ problems }) => problems.some(isError));
}

function isSame(a: SourceDiagnostic, b: SourceDiagnostic): boolean {
  return a.code === b.code && a.message === b.message && a.line === b.line;
}
