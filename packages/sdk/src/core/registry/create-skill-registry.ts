import type { SkillDefinition } from "../code/skill-definition.ts";
import { skillHandle } from "../code/skill-handle.ts";
import { SkillError } from "../errors.ts";
import { parseSkill } from "../format/parse-skill.ts";
import type { ParseSkillOptions, ParseSkillResult, SkillManifest } from "../format/types.ts";
import type { SignaturePolicy } from "../integrity/signature-policy.ts";
import { isRecord } from "../is-record.ts";
import { aFlag, aFunction, type OptionRule, refusedOptions, withMethods } from "../refused-options.ts";
import { lexicalMatcher } from "../search/lexical-matcher.ts";
import type { SkillMatcher } from "../search/skill-matcher.ts";
import { describeFailure } from "../source/decorate/describe-failure.ts";
import { isSkillSource } from "../source/is-skill-source.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { assertSkillId, missingResource, unknownSkill } from "../source/skill-id.ts";
import type {
  DefinitionsOptions,
  SkillEntry,
  SkillSource,
  SourceCallOptions,
  SourceDiagnostic,
} from "../source/skill-source.ts";
import { staticSkillSource, type StaticSkills } from "../source/static-skill-source.ts";
import { waitFor } from "../source/wait-for.ts";
import { createRegistrySearch } from "./create-registry-search.ts";
import { groupResources } from "./group-resources.ts";
import { guardRegistry } from "./guard-registry.ts";
import { loadSnapshot, type RegistrySnapshot } from "./registry-snapshot.ts";
import { listManifests } from "./list-manifests.ts";
import { refusedSkills } from "./refused-skills.ts";
import type { SkillRegistry } from "./skill-registry.ts";

export interface SkillRegistryOptions {
  readonly source: SkillSource | StaticSkills;
  /** Default `lexicalMatcher()`. */
  readonly matcher?: SkillMatcher;
  /** As for `parseSkill`: replaces the YAML reader, everywhere. */
  readonly parseYaml?: ParseSkillOptions["parseYaml"];
  /** Keep the search index where the source keeps its own, for the next process. Default true. */
  readonly index?: boolean;
  /** Whose skills are used; without it, signatures are not looked at. */
  readonly signatures?: SignaturePolicy;
}

/** One registry over a source, over skills in an array, or over skills by id. Nothing is read before it is asked for. */
export function createSkillRegistry(input: SkillSource | StaticSkills | SkillRegistryOptions): SkillRegistry {
  const { signatures, ...options } = resolveOptions(input);
  const registry = openRegistry(options);
  return signatures === undefined ? registry : guardRegistry(registry, signatures);
}

function openRegistry(options: SkillRegistryOptions & { readonly source: SkillSource }): SkillRegistry {
  const { source, matcher = lexicalMatcher(), parseYaml, index = true } = options;
  const parse = (raw: string): ParseSkillResult => parseSkill(raw, parseYaml === undefined ? {} : { parseYaml });
  // Sources may keep what they parsed themselves, unless somebody else's parser decides.
  const listOptions = parseYaml === undefined ? {} : { parse };
  const search = createRegistrySearch(source, matcher, { parse, store: index ? source.indexStore : undefined });

  let snapshot: RegistrySnapshot | undefined;
  let snapshotOf: number | undefined;
  let loading: { readonly generation: number | undefined; readonly listing: Promise<RegistrySnapshot> } | undefined;

  // One listing at a time, whoever asks; nobody's abort ends it for the others.
  const load = (): Promise<RegistrySnapshot> => {
    const generation = source.generation?.();
    if (loading?.generation === generation && loading !== undefined) return loading.listing;
    // One that began before a skill was reconfigured is not what is asked for now.
    const earlier = loading?.listing.catch(() => undefined);
    const list = async (): Promise<RegistrySnapshot> => {
      if (earlier !== undefined) await earlier;
      const loaded = await loadSnapshot(source, listOptions, snapshot);
      snapshotOf = generation;
      return (snapshot = loaded);
    };
    const listing = list().finally(() => {
      if (loading?.listing === listing) loading = undefined;
    });
    loading = { generation, listing };
    return listing;
  };
  const current = ({ signal }: SourceCallOptions): Promise<RegistrySnapshot> => {
    signal?.throwIfAborted();
    // A skill that the program reconfigured has another text to be searched.
    const isCurrent = snapshot !== undefined && snapshotOf === source.generation?.();
    return isCurrent ? Promise.resolve(snapshot as RegistrySnapshot) : waitFor(load(), signal);
  };
  const listed = async (id: string, options: SourceCallOptions): Promise<SkillEntry> => {
    assertSkillId(id);
    const entry = (await current(options)).byId.get(id);
    if (entry === undefined) throw unknownSkill(id);
    return entry;
  };

  const definitions = async (options: DefinitionsOptions): Promise<ReadonlyMap<string, SkillDefinition>> => {
    if (source.definitions === undefined) return new Map();
    const { byId } = await current(options);
    const given = await source.definitions(options);
    return new Map([...given].filter(([id]) => byId.has(id)));
  };

  const trigger: SkillRegistry["trigger"] = async (id, options = {}) => {
    const { origin } = await listed(id, options);
    const raw: unknown = await source.read(id, options);
    // Somebody else's word on what may be used grants nothing here.
    if (typeof raw === "string") return origin === undefined ? parse(raw).manifest : withoutRights(parse(raw).manifest);
    throw new SkillError("file-not-text", `The source gave no text for the skill "${id}".`, { facts: { id } });
  };

  const refresh: SkillRegistry["refresh"] = async ({ signal } = {}) => {
    signal?.throwIfAborted();
    const before = snapshot?.entries;
    // A listing that is under way may have passed what changed since.
    if (loading !== undefined) await waitFor(loading.listing, signal).catch(() => undefined);
    return (await waitFor(load(), signal)).entries !== before;
  };

  return {
    catalog: async (options = {}) => (await current(options)).entries,
    trigger,
    resource: async (id, path, options = {}) => {
      await listed(id, options);
      const normalized = normalizeResourcePath(path);
      if (source.readResource === undefined) throw missingResource(id, normalized);
      return source.readResource(id, normalized, options);
    },
    listResources: async (id, options = {}) => {
      await listed(id, options);
      return groupResources((await source.listResources?.(id, options)) ?? []);
    },
    directory: async (id, options = {}) => {
      await listed(id, options);
      return source.directory?.(id, options);
    },
    files: async (id, options = {}) => {
      await listed(id, options);
      return (await source.listResources?.(id, options)) ?? [];
    },
    pinned: async (id, options = {}) => {
      await listed(id, options);
      return source.pinned?.(id, options);
    },
    frontmatter: async (id, options = {}) => {
      await listed(id, options);
      return source.frontmatter?.(id, options);
    },
    isOfProgram: async (id, options = {}) => {
      await listed(id, options);
      return (await source.isOfProgram?.(id, options)) === true;
    },
    definitions: (options = {}) => definitions(options),
    skill: async (id, options = {}) => {
      const entry = await listed(id, options);
      return skillHandle(entry, (await definitions(options)).get(id));
    },
    match: async (query, options = {}) => {
      if (typeof query !== "string") throw new TypeError("match needs a text to look for");
      return search.match(query, await current(options), options);
    },
    has: async (id, options = {}) => (await current(options)).byId.has(id),
    get: async (id, options = {}) => {
      const { byId } = await current(options);
      return byId.has(id) ? trigger(id, options) : undefined;
    },
    list: async (options = {}) => listManifests(source, await current(options), parse, options),
    diagnostics: async (options = {}) => [...(await current(options)).diagnostics],
    refresh,
    watch: async (onChange, { signal, files = false } = {}) => {
      signal?.throwIfAborted();
      if (source.watch === undefined) {
        throw new SkillError("watch-unsupported", "This source cannot be watched; call refresh() instead.");
      }
      let { entries: seen } = await current(signal === undefined ? {} : { signal });
      let stopped = false;
      // Whoever refreshed, each watcher hears of each change once.
      const tell = (): void => {
        if (stopped || signal?.aborted === true || snapshot === undefined) return;
        if (snapshot.entries === seen && !files) return;
        seen = snapshot.entries;
        onChange?.();
      };
      // The skills as they were stay in use when a refresh fails; the next change tries again.
      const update = (): void =>
        void refresh().then(tell, (error: unknown) => snapshot?.diagnostics.push(stale(error)));
      const stop = await source.watch(update, { ...(signal !== undefined && { signal }), ...(files && { files }) });
      const end = (): void => {
        if (stopped) return;
        stopped = true;
        signal?.removeEventListener("abort", end);
        stop();
      };
      signal?.addEventListener("abort", end, { once: true });
      if (signal?.aborted === true) end();
      // What changed between the listing and the watch.
      else update();
      return end;
    },
  };
}

function withoutRights(manifest: SkillManifest): SkillManifest {
  return { ...manifest, allowedTools: undefined };
}

function stale(error: unknown): SourceDiagnostic {
  const message = `The skills could not be listed again, so an earlier list is used. ${describeFailure(error)}`;
  return { code: "source-stale", severity: "warning", message, source: "registry" };
}

function resolveOptions(
  input: SkillSource | StaticSkills | SkillRegistryOptions,
): SkillRegistryOptions & { readonly source: SkillSource } {
  const given = mayBeOptions(input) && (isPath(input) || isOptions(input)) ? input : { source: input };
  const problem = refusedSkills(given.source) ?? refusedOptions(given, rules);
  if (problem !== undefined) throw new SkillError("options-invalid", `This registry cannot be made: ${problem}.`);
  const { source } = given as SkillRegistryOptions;
  return { ...(given as SkillRegistryOptions), source: isSkillSource(source) ? source : staticSkillSource(source) };
}

const rules: Readonly<Record<string, OptionRule>> = {
  matcher: withMethods("match"),
  parseYaml: aFunction,
  index: aFlag,
  signatures: { is: isRecord, words: "an object with `mode` and `verifier`" },
};

/** `{ source: "./skills" }`: a path where a source should be, not the text of a skill called "source". */
function isPath(value: object): value is { readonly source: unknown } {
  return "source" in value && typeof value.source === "string" && !value.source.includes("\n");
}

function mayBeOptions(value: unknown): value is StaticSkills | SkillRegistryOptions {
  return typeof value === "object" && value !== null;
}

// Skills by id may have one called "source"; it would be a text or a skill, never a source or a list.
function isOptions(value: StaticSkills | SkillRegistryOptions): value is SkillRegistryOptions {
  if (Array.isArray(value) || value instanceof Map || !("source" in value)) return false;
  const { source } = value as { source: unknown };
  if (typeof source !== "object" || source === null) return false;
  const { raw, name, description } = source as { raw?: unknown; name?: unknown; description?: unknown };
  const isSkill = typeof raw === "string" || (typeof name === "string" && typeof description === "string");
  return isSkillSource(source) || !isSkill;
}
