import { AsyncLocalStorage } from "node:async_hooks";
import { cacheSkillSource } from "../../src/core/source/cache-skill-source.ts";
import { filterSkillSource } from "../../src/core/source/filter-skill-source.ts";
import { mergeSkillSources } from "../../src/core/source/merge-skill-sources.ts";
import { renameSkillSource } from "../../src/core/source/rename-skill-source.ts";
import type { ContractSkill, OptionalMethod } from "../../src/testing/index.ts";
import { runContract } from "./run-contract.ts";
import { changingStatic, staticOf } from "./places/static-place.ts";

const files: readonly OptionalMethod[] = ["listResources", "readResource"];
const all: readonly OptionalMethod[] = [...files, "watch"];

/** A skill beside those of the contract, for decorators to hide. */
const extra = (name: string): ContractSkill => ({
  id: name,
  name,
  description: "d",
  body: "",
  raw: `---\nname: ${name}\ndescription: d\n---\n`,
  files: { "secret.txt": "hidden" },
});

runContract("static", { create: (skills) => ({ source: staticOf(skills) }), requires: files });

runContract("static with Node's buffers", {
  create: (skills) => ({
    source: staticOf(
      skills.map((skill) => ({
        ...skill,
        files: Object.fromEntries(Object.entries(skill.files).map(([path, content]) => [path, Buffer.from(content)])),
      })),
    ),
  }),
  requires: files,
});

runContract("merge", {
  create: (skills) => {
    const { source, change } = changingStatic(skills.slice(0, 3));
    return { source: mergeSkillSources([source, staticOf(skills.slice(3))]), change, putBroken: change };
  },
  requires: all,
});

runContract("merge with prefixes", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    return { source: mergeSkillSources([{ source, prefix: "team" }]), change, putBroken: change };
  },
  expectedId: ({ id }) => `team:${id}`,
  requires: all,
});

runContract("filter by ids", {
  create: (skills) => {
    const { source, change } = changingStatic([extra("constructor-like"), ...skills, extra("hidden")]);
    return {
      source: filterSkillSource(
        source,
        skills.map(({ id }) => id),
      ),
      change,
      putBroken: change,
    };
  },
  requires: all,
});

runContract("filter by predicate with a key", {
  create: (skills) => {
    const { source, change } = changingStatic([...skills, extra("hidden")]);
    const filtered = filterSkillSource(source, ({ id }) => id !== "hidden", { key: () => "one" });
    return { source: filtered, change, putBroken: change };
  },
  requires: all,
});

runContract("filter by predicate", {
  create: (skills) => {
    const { source, change } = changingStatic([...skills, extra("hidden")]);
    return { source: filterSkillSource(source, ({ id }) => id !== "hidden"), change, putBroken: change };
  },
  requires: all,
});

runContract("rename", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    return { source: renameSkillSource(source, ({ id }) => `my/${id}`), change, putBroken: change };
  },
  expectedId: ({ id }) => `my/${id}`,
  requires: all,
});

runContract("cache", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    const cached = cacheSkillSource(source);
    const changed = async (skill: ContractSkill): Promise<void> => {
      await change(skill);
      cached.invalidate();
    };
    return { source: cached, change: changed, putBroken: changed };
  },
  requires: all,
});

runContract("cache that always asks", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    return { source: cacheSkillSource(source, { ttl: 0 }), change, putBroken: change };
  },
  requires: all,
});

runContract("cache without room", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    return { source: cacheSkillSource(source, { maxBytes: 0 }), change, putBroken: change };
  },
  requires: all,
});

runContract("cache by tenant", {
  create: (skills) => {
    const { source, change } = changingStatic(skills);
    const tenants = new AsyncLocalStorage<string>();
    return {
      source: cacheSkillSource(source, { key: () => tenants.getStore() ?? "none", ttl: 0 }),
      change,
      putBroken: change,
    };
  },
  requires: all,
});

runContract("cache over merge over rename over filter", {
  create: (skills) => {
    const { source, change } = changingStatic([...skills, extra("hidden")]);
    const renamed = renameSkillSource(
      filterSkillSource(source, ({ id }) => id !== "hidden"),
      { good: "gut" },
    );
    const cached = cacheSkillSource(mergeSkillSources([{ source: renamed, prefix: "a" }, staticOf([])]), { ttl: 0 });
    return { source: cached, change, putBroken: change };
  },
  expectedId: ({ id }) => (id === "good" ? "a:gut" : `a:${id}`),
  requires: all,
});
