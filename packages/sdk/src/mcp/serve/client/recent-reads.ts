import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";

export interface RecentReadsOptions {
  /** How long what was read may be used again. */
  readonly freshMs: number;
  readonly now?: () => number;
}

/** Skills whose instructions are kept; those used longest ago make room. */
const mostSkills = 256;
/** Characters of instructions that are kept; longer ones are read each time. */
const longest = 64 * 1024;

/**
 * The same registry; instructions and file lists that were read a moment ago are not read again. Many clients load the
 * same few skills, and a safe read of a file takes longer than all the rest of a call.
 */
export function recentReads(registry: SkillRegistry, { freshMs, now = Date.now }: RecentReadsOptions): SkillRegistry {
  if (!(freshMs > 0)) return registry;
  let catalog: unknown;
  const recall = <Value>(
    kept: Map<string, { readonly at: number; readonly value: Promise<Value> }>,
    read: (id: string) => Promise<Value>,
    isSmall: (value: Value) => boolean,
  ): ((id: string) => Promise<Value>) => {
    return async (id) => {
      const listed = await registry.catalog();
      // Other skills: whatever is known about the old ones may be wrong.
      if (listed !== catalog) {
        catalog = listed;
        manifests.clear();
        files.clear();
      }
      const found = kept.get(id);
      kept.delete(id);
      if (found !== undefined && now() - found.at < freshMs) {
        kept.set(id, found);
        return found.value;
      }
      const value = read(id);
      kept.set(id, { at: now(), value });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostSkills) break;
        kept.delete(oldest);
      }
      const forget = (): void => {
        if (kept.get(id)?.value === value) kept.delete(id);
      };
      value.then((got) => isSmall(got) || forget(), forget);
      return value;
    };
  };
  const manifests: Kept<"trigger"> = new Map();
  const files: Kept<"files"> = new Map();
  return {
    ...registry,
    trigger: recall(
      manifests,
      (id) => registry.trigger(id),
      ({ raw }) => raw.length <= longest,
    ),
    files: recall(
      files,
      (id) => registry.files(id),
      ({ length }) => length <= 512,
    ),
  };
}

type Kept<Method extends "trigger" | "files"> = Map<
  string,
  { readonly at: number; readonly value: ReturnType<SkillRegistry[Method]> }
>;
