import { asSkillSource } from "./as-skill-source.ts";
import { claimId, type SkillRoute } from "./decorate/claim-id.ts";
import { collectListing } from "./decorate/collect-listing.ts";
import { createRouteTable, keyedRouteTables } from "./decorate/route-tables.ts";
import { routedSkillSource } from "./decorate/routed-skill-source.ts";
import type { SkillEntry, SkillListOptions, SkillSource } from "./skill-source.ts";
import type { StaticSkills } from "./static-skill-source.ts";

export interface FilterSkillSourceOptions {
  /**
   * Whose listing it is, asked on every call. Each key's last listing is kept, so that a predicate makes no call list
   * again; `() => ""` for a source that has the same skills for all.
   */
  readonly key?: () => string;
}

/**
 * The part of a source that is wanted: some ids, or the entries a predicate accepts. What is hidden does not exist, for
 * any method. A predicate is asked on every call about the caller's own entry, so it and the source may depend on who
 * calls; without `key` that makes each call list the source.
 */
export function filterSkillSource(
  skills: SkillSource | StaticSkills,
  wanted: Iterable<string> | ((entry: SkillEntry) => boolean),
  { key }: FilterSkillSourceOptions = {},
): SkillSource {
  const source = asSkillSource(skills);
  const label = source.label ?? "source";
  // An id is judged alike for all; an entry that another caller was shown is not this caller's.
  const ownTable = typeof wanted === "function" ? createRouteTable : undefined;
  const tableOf = key === undefined ? ownTable : keyedRouteTables(key);
  const allows = typeof wanted === "function" ? wanted : hasId(wanted);

  async function route(options: SkillListOptions): Promise<Map<string, SkillRoute>> {
    const { entries, failed, error, diagnostics } = await collectListing(source, options);
    const hidden = new Set(entries.filter((entry) => !allows(entry)).map(({ id }) => id));
    const report: typeof options.onDiagnostic = (diagnostic) => {
      if (diagnostic.id === undefined || !hidden.has(diagnostic.id)) options.onDiagnostic?.(diagnostic);
    };
    for (const diagnostic of diagnostics) report(diagnostic);
    if (failed) throw error;
    const routes = new Map<string, SkillRoute>();
    for (const entry of entries) claimId(routes, { entry, source, id: entry.id, label }, report);
    return routes;
  }

  return {
    ...routedSkillSource({ label, sources: [source], route, allows, ...(tableOf && { tableOf }) }),
    ...(source.watch && { watch: source.watch.bind(source) }),
    ...(source.indexStore && { indexStore: source.indexStore }),
  };
}

function hasId(ids: Iterable<string>): (entry: SkillEntry) => boolean {
  // A lone text is iterable too, letter by letter: surely not what was meant.
  const set = new Set(typeof ids === "string" ? [ids] : ids);
  return ({ id }) => set.has(id);
}
