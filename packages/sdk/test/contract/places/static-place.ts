import type { SkillSource } from "../../../src/core/source/skill-source.ts";
import { staticSkillSource } from "../../../src/core/source/static-skill-source.ts";
import type { ContractSetup, ContractSkill } from "../../../src/testing/index.ts";

/** The contract's skills in code. */
export function staticOf(skills: readonly ContractSkill[], label = "static"): SkillSource {
  return staticSkillSource(
    skills.map(({ name, description, body, raw, files }) => ({ name, description, body, raw, resources: files })),
    { label },
  );
}

/** A source that changes: whatever is current is asked, and changes are told. For decorators over it. */
export function changingStatic(skills: readonly ContractSkill[]): Required<Pick<ContractSetup, "source" | "change">> & {
  readonly source: Required<
    Omit<
      SkillSource,
      "indexStore" | "directory" | "definitions" | "generation" | "pinned" | "frontmatter" | "isOfProgram"
    >
  >;
} {
  let now = skills;
  let current = staticOf(now);
  const watchers = new Set<() => void>();
  return {
    source: {
      label: "changing",
      list: (options) => current.list(options),
      read: (id, options) => current.read(id, options),
      listResources: async (id, options) => (await current.listResources?.(id, options)) ?? [],
      readResource: async (id, path, options) => (await current.readResource?.(id, path, options)) ?? "",
      watch: async (onChange, options) => {
        options?.signal?.throwIfAborted();
        watchers.add(onChange);
        return () => void watchers.delete(onChange);
      },
    },
    change: (skill) => {
      now = now.map((each) => (each.name === skill.name ? skill : each));
      current = staticOf(now);
      for (const watcher of watchers) watcher();
    },
  };
}
