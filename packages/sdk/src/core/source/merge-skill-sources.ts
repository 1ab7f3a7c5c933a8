import { SkillError } from "../errors.ts";
import { asSkillSource } from "./as-skill-source.ts";
import { claimId, type SkillRoute } from "./decorate/claim-id.ts";
import { type CollectedListing, collectListing } from "./decorate/collect-listing.ts";
import { describeFailure } from "./decorate/describe-failure.ts";
import { mergeWatches } from "./decorate/merge-watches.ts";
import { routedSkillSource } from "./decorate/routed-skill-source.ts";
import { assertSkillId } from "./skill-id.ts";
import type { SkillListOptions, SkillSource } from "./skill-source.ts";
import type { StaticSkills } from "./static-skill-source.ts";

/** A source to be merged; with a prefix its ids become `prefix:id`. */
export interface SkillSourceLayer {
  readonly source: SkillSource | StaticSkills;
  readonly prefix?: string;
}

export interface MergeSkillSourcesOptions {
  /** The last layer with an id has it, instead of the first. Default false. */
  readonly override?: boolean;
  /** Milliseconds for each layer to be listed; one that takes longer is called off and left out. Default 30,000; Infinity waits. */
  readonly timeout?: number;
}

interface NamedLayer {
  readonly source: SkillSource;
  readonly prefix?: string;
  readonly label: string;
}

/**
 * Several sources as one. The first layer that lists an id answers for it, in every method; the entries come in that
 * order. A layer that cannot be listed, or not in time, is reported and left out, and its ids may then go to other layers; to bridge that,
 * put `cacheSkillSource` around the layer, not around all. If no layer can be listed, `list` throws `source-unavailable`.
 */
export function mergeSkillSources(
  layers: readonly (SkillSource | StaticSkills | SkillSourceLayer)[],
  options: MergeSkillSourcesOptions = {},
): SkillSource {
  const { override = false, timeout = 30_000 } = options;
  if (!(timeout > 0)) throw new RangeError("timeout must be a number of milliseconds.");
  const named = layers.map(nameLayer);
  const label = named.map((layer) => layer.label).join(" + ") || "no sources";
  if (override) named.reverse();
  const sources = named.map(({ source }) => source);
  const watched = sources.filter((source) => source.watch !== undefined);
  const indexStore = sources.find((source) => source.indexStore)?.indexStore;
  return {
    ...routedSkillSource({ label, sources, route: (call) => routeLayers(named, timeout, call) }),
    ...(watched.length > 0 && { watch: (onChange, call) => mergeWatches(watched, onChange, call) }),
    ...(indexStore && { indexStore }),
  };
}

async function routeLayers(
  layers: readonly NamedLayer[],
  timeout: number,
  options: SkillListOptions,
): Promise<Map<string, SkillRoute>> {
  const report: NonNullable<typeof options.onDiagnostic> = (diagnostic) => options.onDiagnostic?.(diagnostic);
  const listings = await Promise.all(
    layers.map(async (layer) => ({ layer, listing: await collectListing(layer.source, options, timeout) })),
  );
  const routes = new Map<string, SkillRoute>();
  for (const { layer, listing } of listings) {
    const { source, label } = layer;
    for (const { id, ...rest } of listing.diagnostics) {
      report({ ...rest, ...(id !== undefined && { id: outerId(layer, id) }) });
    }
    if (listing.failed) {
      const message = `${label} could not be listed. ${describeFailure(listing.error)}`;
      report({ code: "source-unavailable", severity: "error", message, source: label });
    }
    for (const entry of listing.entries) {
      claimId(routes, { entry: { ...entry, id: outerId(layer, entry.id) }, source, id: entry.id, label }, report);
    }
  }
  if (layers.length > 0 && listings.every(({ listing }) => listing.failed)) throw allFailed(listings);
  return routes;
}

function allFailed(listings: readonly { layer: NamedLayer; listing: CollectedListing }[]): SkillError {
  const reasons = listings.map(({ layer, listing }) => `${layer.label}: ${describeFailure(listing.error)}`);
  return new SkillError("source-unavailable", `No source could be listed. ${reasons.join(" ")}`, {
    facts: { sources: listings.length },
    cause: new AggregateError(listings.map(({ listing }) => listing.error)),
  });
}

function outerId({ prefix }: NamedLayer, id: string): string {
  return prefix === undefined ? id : `${prefix}:${id}`;
}

function nameLayer(layer: SkillSource | StaticSkills | SkillSourceLayer, index: number): NamedLayer {
  const { source: skills, prefix } = isLayer(layer) ? layer : { source: layer };
  const source = asSkillSource(skills);
  if (prefix !== undefined) assertSkillId(prefix);
  const label = source.label ?? `source ${index + 1}`;
  return {
    source,
    label: prefix === undefined ? label : `${label} (${prefix}:)`,
    ...(prefix !== undefined && { prefix }),
  };
}

/** Skills by id may have one called "source", which is a text or a skill. */
function isLayer(layer: SkillSource | StaticSkills | SkillSourceLayer): layer is SkillSourceLayer {
  if (Array.isArray(layer) || layer instanceof Map || !("source" in layer)) return false;
  const { source } = layer;
  return (
    typeof source === "object" &&
    (Array.isArray(source) || source instanceof Map || !("name" in source || "raw" in source))
  );
}
