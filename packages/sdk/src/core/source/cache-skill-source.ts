import { createAnswerCache } from "./decorate/answer-cache.ts";
import { type CachedListing, copyContent, frozenList } from "./decorate/cacheable.ts";
import { describeFailure } from "./decorate/describe-failure.ts";
import { normalizeResourcePath } from "./normalize-resource-path.ts";
import { assertSkillId } from "./skill-id.ts";
import { asSkillSource } from "./as-skill-source.ts";
import type {
  SkillEntry,
  SkillListOptions,
  SkillResource,
  SkillSource,
  SourceCallOptions,
  SourceDiagnostic,
} from "./skill-source.ts";
import type { StaticSkills } from "./static-skill-source.ts";

export interface CacheSkillSourceOptions {
  /** For how many milliseconds an answer is used without asking again. Default 60,000; 0 asks always. */
  readonly ttl?: number;
  /**
   * Whether an old answer is used when the source fails: for a day past `ttl`, or as many milliseconds. Default true. Any
   * error but a `SkillError` counts as a failure, so a source must say `skill-unknown` for a skill that was removed.
   */
  readonly staleOnError?: boolean | number;
  /** Whose cache it is, asked on every call: callers with different keys (tenants, users) share nothing. */
  readonly key?: () => string;
  /** How many keys are kept at once. Default 100. */
  readonly maxKeys?: number;
  /** About how much memory all answers may take. Default 32 MiB. */
  readonly maxBytes?: number;
  /** A clock in milliseconds that never runs backwards. */
  readonly now?: () => number;
  /** Told (`source-stale`) each time an old answer is used, by any method. */
  readonly onDiagnostic?: (diagnostic: SourceDiagnostic) => void;
}

const day = 86_400_000;

/** A source with a memory. */
export interface CachedSkillSource extends SkillSource {
  /** Forgets everything, for every key, old answers included. */
  invalidate(): void;
}

/**
 * Remembers what a source answered. Callers who ask the same at the same time share one call, which is called off only
 * when all of them gave up. Errors are never remembered. While somebody watches it, a change makes it forget.
 */
export function cacheSkillSource(
  skills: SkillSource | StaticSkills,
  options: CacheSkillSourceOptions = {},
): CachedSkillSource {
  const source = asSkillSource(skills);
  const { ttl = 60_000, staleOnError = true, maxKeys = 100, maxBytes = 32 * 1024 * 1024 } = options;
  const { key = () => "", now = () => performance.now(), onDiagnostic } = options;
  if (!(ttl >= 0)) throw new RangeError("ttl must be a number of milliseconds.");
  if (!(maxKeys >= 1)) throw new RangeError("maxKeys must be 1 or more.");
  const staleFor = typeof staleOnError === "number" ? staleOnError : staleOnError ? day : -1;
  const cache = createAnswerCache({ ttl, staleFor, key, maxKeys, maxBytes, now });
  const label = source.label ?? "source";
  const parserNames = numberer();
  let generation = source.generation?.() ?? 0;

  /** The cache of whoever calls; empty once the program itself changed a skill. */
  function partitionNow(): ReturnType<typeof cache.partition> {
    const now = source.generation?.() ?? 0;
    if (now !== generation) cache.clear();
    generation = now;
    return cache.partition();
  }

  function reportStale(error: unknown, of: { readonly id?: string; readonly path?: string }): SourceDiagnostic {
    const message = `${label} could not be asked; an earlier answer is used. ${describeFailure(error)}`;
    const diagnostic = { code: "source-stale", severity: "warning", message, source: label, ...of } as const;
    onDiagnostic?.(diagnostic);
    return diagnostic;
  }

  async function list({ parse, signal, onDiagnostic: tell }: SkillListOptions = {}): Promise<readonly SkillEntry[]> {
    const partition = partitionNow();
    const late: SourceDiagnostic[] = [];
    const ask = async (shared: AbortSignal): Promise<CachedListing> => {
      const found: SourceDiagnostic[] = [];
      const keep = (diagnostic: SourceDiagnostic): void => void found.push(diagnostic);
      const entries = await source.list({ signal: shared, onDiagnostic: keep, ...(parse && { parse }) });
      partition.revisions = new Map(entries.map(({ id, revision }) => [id, `=${revision ?? ""}`]));
      return { entries: frozenList(entries), diagnostics: frozenList(found) };
    };
    const onStale = (error: unknown): void => void late.push(reportStale(error, {}));
    const { value, stale } = await cache.answer(
      partition,
      { name: `list\0${parserNames(parse)}`, ask, onStale },
      signal,
    );
    const { entries, diagnostics } = value as CachedListing;
    for (const diagnostic of [...diagnostics, ...late]) tell?.(diagnostic);
    return stale ? frozenList(entries.map((entry) => ({ ...entry, stale: true }))) : entries;
  }

  async function ofSkill<Value>(
    kind: string,
    of: { readonly id: string; readonly path?: string },
    call: SourceCallOptions | undefined,
    ask: (options: SourceCallOptions) => Promise<Value>,
  ): Promise<Value> {
    assertSkillId(of.id);
    const partition = partitionNow();
    // A listing that shows another revision, or the id no longer, puts what was read before out of use.
    const revision = partition.revisions === undefined ? "" : (partition.revisions.get(of.id) ?? "gone");
    const question = {
      // Ids and paths hold no control characters.
      name: [kind, of.id, of.path ?? "", revision].join("\0"),
      ask: (signal: AbortSignal) => ask({ signal }),
      onStale: (error: unknown) => void reportStale(error, of),
    };
    return (await cache.answer(partition, question, call?.signal)).value as Value;
  }

  async function listResources(id: string, call?: SourceCallOptions): Promise<readonly SkillResource[]> {
    return ofSkill("files", { id }, call, async (shared) =>
      frozenList((await source.listResources?.(id, shared)) ?? []),
    );
  }

  async function readResource(id: string, path: string, call?: SourceCallOptions): Promise<Uint8Array | string> {
    call?.signal?.throwIfAborted();
    const of = { id, path: normalizeResourcePath(path) };
    const read = source.readResource?.bind(source);
    return copyContent(
      await ofSkill("file", of, call, async (shared) => copyContent((await read?.(id, of.path, shared)) ?? "")),
    );
  }

  return {
    label,
    list,
    read: (id, call) => ofSkill("read", { id }, call, (shared) => source.read(id, shared)),
    ...(source.listResources && { listResources }),
    ...(source.readResource && { readResource }),
    // Not remembered: a folder is asked for by those who are about to use it.
    ...(source.directory && { directory: (id, call) => source.directory?.(id, call) ?? Promise.resolve(undefined) }),
    ...(source.isOfProgram && {
      isOfProgram: (id, call) => source.isOfProgram?.(id, call) ?? Promise.resolve(false),
    }),
    ...(source.pinned && { pinned: (id, call) => source.pinned?.(id, call) ?? Promise.resolve(undefined) }),
    ...(source.frontmatter && {
      frontmatter: (id, call) => source.frontmatter?.(id, call) ?? Promise.resolve(undefined),
    }),
    // Neither is code: it is the program's own, and at hand.
    ...(source.definitions && {
      definitions: (call) => source.definitions?.(call) ?? Promise.resolve(new Map()),
    }),
    ...(source.generation && { generation: () => source.generation?.() ?? 0 }),
    ...(source.watch && {
      watch: async (onChange, call) => {
        const changed = (): void => {
          cache.clear();
          onChange();
        };
        return (await source.watch?.(changed, call)) ?? (() => {});
      },
    }),
    // An index made for one key must not serve another.
    ...(source.indexStore && options.key === undefined && { indexStore: source.indexStore }),
    invalidate: () => cache.clear(),
  };
}

/** Numbers things in the order they are first seen. */
function numberer(): (thing: object | undefined) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (thing) => {
    if (thing === undefined) return 0;
    const number = numbers.get(thing) ?? ++last;
    numbers.set(thing, number);
    return number;
  };
}
