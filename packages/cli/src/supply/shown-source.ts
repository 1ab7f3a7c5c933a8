import { type ProjectSource, withoutCredentials } from "@tradecraft/sdk/supply";

/** A source as it may be shown, in a report too: without what its addresses hold in secrets. */
export function shownSource(source: ProjectSource): ProjectSource {
  if ("url" in source) return { ...source, url: withoutCredentials(source.url) };
  if (source.type !== "npm" || source.registry === undefined) return source;
  return { ...source, registry: withoutCredentials(source.registry) };
}

/** The same for sources by name. */
export function shownSources(sources: Readonly<Record<string, ProjectSource>>): Record<string, ProjectSource> {
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, shownSource(source)]));
}
