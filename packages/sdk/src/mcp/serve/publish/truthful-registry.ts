import { SkillError } from "../../../core/errors.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { refusalOf } from "../../host/mcp-refusal.ts";
import { explain } from "./explain.ts";

/** A registry without the skills that another server lied about. */
export interface TruthfulRegistry {
  readonly registry: SkillRegistry;
  /** Why each of them is left out. */
  readonly disproved: () => readonly SourceDiagnostic[];
}

/** What was said of a skill that is not so, and what is told about it. */
interface Disproved {
  readonly claim: string;
  readonly problem: SourceDiagnostic;
}

/**
 * The same registry, for passing skills on. What another server says of a skill is listed before anybody reads it; once
 * a reading shows that its SKILL.md says something else, or hides text, the skill is left out until something else is said.
 */
export function truthfulRegistry(
  registry: SkillRegistry,
  onDisproved: (problem: SourceDiagnostic) => void,
): TruthfulRegistry {
  const known = new Map<string, Disproved>();
  let seen: { readonly all: readonly SkillEntry[]; readonly listed: Promise<readonly SkillEntry[]> } | undefined;
  let last: readonly SkillEntry[] = [];

  // That an entry is an old one says nothing new about the skill.
  const claimOf = async (entry: SkillEntry): Promise<string> =>
    JSON.stringify([{ ...entry, stale: undefined }, await registry.frontmatter?.(entry.id)]);

  const without = async (all: readonly SkillEntry[]): Promise<readonly SkillEntry[]> => {
    const byId = new Map(all.map((entry) => [entry.id, entry]));
    await mapLimited([...known], 16, async ([id, { claim }]) => {
      const entry = byId.get(id);
      // Where nobody can tell what is said now, it is what was said before.
      const now = entry === undefined ? undefined : await claimOf(entry).catch(() => claim);
      if (now !== claim && known.get(id)?.claim === claim) known.delete(id);
    });
    const listed = all.filter(({ id }) => !known.has(id));
    if (listed.length === all.length) return all;
    const isSame = listed.length === last.length && listed.every((entry, at) => entry === last[at]);
    return isSame ? last : (last = Object.freeze(listed));
  };
  const catalog = async (options: SourceCallOptions = {}): Promise<readonly SkillEntry[]> => {
    const all = await registry.catalog(options);
    if (known.size === 0) return all;
    if (seen?.all !== all) seen = { all, listed: without(all) };
    return seen.listed;
  };

  const note = async (id: string, error: unknown): Promise<void> => {
    const reason = refusalOf(error);
    if (!SkillError.is(error) || (reason !== "file-frontmatter" && reason !== "hidden-text")) return;
    const entry = (await registry.catalog()).find((each) => each.id === id);
    if (entry?.origin === undefined) return;
    const claim = await claimOf(entry);
    if (known.get(id)?.claim === claim) return;
    const problem = explain("file-unreadable", entry, error.message.replace(/\.$/, ""));
    known.set(id, { claim, problem });
    seen = undefined;
    onDisproved(problem);
  };
  const trigger: SkillRegistry["trigger"] = async (id, options) => {
    try {
      return await registry.trigger(id, options);
    } catch (error) {
      // Whoever reads is told of what they did, whatever comes of this.
      await note(id, error).catch(() => undefined);
      throw error;
    }
  };
  const isListed = async (id: string, options: SourceCallOptions): Promise<boolean> =>
    (await catalog(options)).some((entry) => entry.id === id);

  return {
    disproved: () => [...known.values()].map(({ problem }) => problem),
    registry: {
      ...registry,
      catalog,
      trigger,
      has: (id, options = {}) => isListed(id, options),
      get: async (id, options = {}) => ((await isListed(id, options)) ? trigger(id, options) : undefined),
      match: async (query, options = {}) => {
        if (known.size === 0) return registry.match(query, options);
        const { topK = Infinity, ...rest } = options;
        const matches = await registry.match(query, rest);
        return matches.filter(({ id }) => !known.has(id)).slice(0, topK);
      },
      refresh: async (options) => {
        const isOther = await registry.refresh(options);
        seen = undefined;
        return isOther;
      },
      watch: (onChange, options) =>
        registry.watch(() => {
          seen = undefined;
          onChange?.();
        }, options),
    },
  };
}
