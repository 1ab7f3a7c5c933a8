import { asSkillSource } from "./as-skill-source.ts";
import { claimId, type SkillRoute } from "./decorate/claim-id.ts";
import { collectListing } from "./decorate/collect-listing.ts";
import { routedSkillSource } from "./decorate/routed-skill-source.ts";
import type { SkillEntry, SkillListOptions, SkillSource } from "./skill-source.ts";
import type { StaticSkills } from "./static-skill-source.ts";

/**
 * A source under other ids: new ids by old id, or what a function gives for an entry. Ids that a record does not name
 * stay. The old id of a renamed skill is unknown; names never change.
 */
export function renameSkillSource(
  skills: SkillSource | StaticSkills,
  rename: Readonly<Record<string, string>> | ((entry: SkillEntry) => string),
): SkillSource {
  const source = asSkillSource(skills);
  const label = source.label ?? "source";
  const newId =
    typeof rename === "function"
      ? rename
      : ({ id }: SkillEntry): string => (Object.hasOwn(rename, id) ? (rename[id] ?? id) : id);

  async function route(options: SkillListOptions): Promise<Map<string, SkillRoute>> {
    const { entries, failed, error, diagnostics } = await collectListing(source, options);
    const report: NonNullable<typeof options.onDiagnostic> = (diagnostic) => options.onDiagnostic?.(diagnostic);
    const ids = new Map<string, string>();
    for (const entry of entries) if (!ids.has(entry.id)) ids.set(entry.id, newId(entry));
    for (const { id, ...rest } of diagnostics) report({ ...rest, ...(id !== undefined && { id: ids.get(id) ?? id }) });
    if (failed) throw error;
    const routes = new Map<string, SkillRoute>();
    for (const entry of entries) {
      // No text is no id, and refused as such.
      const id = ids.get(entry.id) ?? "";
      claimId(routes, { entry: { ...entry, id }, source, id: entry.id, label }, report);
    }
    return routes;
  }

  return {
    ...routedSkillSource({ label, sources: [source], route }),
    ...(source.watch && { watch: source.watch.bind(source) }),
    ...(source.indexStore && { indexStore: source.indexStore }),
  };
}
