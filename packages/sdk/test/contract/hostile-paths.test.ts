import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheSkillSource } from "../../src/core/source/cache-skill-source.ts";
import { fetchSkillSource } from "../../src/core/source/fetch-skill-source.ts";
import { filterSkillSource } from "../../src/core/source/filter-skill-source.ts";
import { mergeSkillSources } from "../../src/core/source/merge-skill-sources.ts";
import { renameSkillSource } from "../../src/core/source/rename-skill-source.ts";
import type { SkillSource } from "../../src/core/source/skill-source.ts";
import { storageSkillSource } from "../../src/core/source/storage-skill-source.ts";
import { folderSkillSource } from "../../src/node/folder-skill-source.ts";
import { CONTRACT_SKILLS, HOSTILE_IDS, HOSTILE_PATHS } from "../../src/testing/index.ts";
import { folderPlace } from "./places/folder-place.ts";
import { httpPlace } from "./places/http-place.ts";
import { expectRefusal, outcome, secret } from "./places/leaks.ts";
import { staticOf } from "./places/static-place.ts";
import { storageBase, storagePlace } from "./places/storage-place.ts";

/** The contract's skills, with the secret in everything that "good" must not reach. */
const skills = CONTRACT_SKILLS.map((skill) =>
  skill.name === "neighbour" ? { ...skill, files: { "secret.txt": secret } } : skill,
);
const hidden = skills.map((skill) => ({
  ...skill,
  raw: skill.raw + secret,
  files: { "notes.txt": secret, "secret.txt": secret },
}));

interface Opened {
  readonly source: SkillSource;
  /** The id of "good"; default that. */
  readonly id?: string;
  readonly dispose?: () => Promise<void>;
  /** Looked at after all attacks. */
  readonly strays?: readonly string[];
}

const sources: Readonly<Record<string, () => Promise<Opened>>> = {
  static: async () => ({ source: staticOf(skills) }),
  "merge, first wins": async () => ({ source: mergeSkillSources([staticOf(skills), staticOf(hidden)]) }),
  "merge, last wins": async () => ({
    source: mergeSkillSources([staticOf(hidden), staticOf(skills)], { override: true }),
  }),
  "merge with prefixes": async () => ({
    source: mergeSkillSources([
      { source: staticOf(skills), prefix: "a" },
      { source: staticOf(hidden), prefix: "b" },
    ]),
    id: "a:good",
  }),
  filter: async () => ({ source: filterSkillSource(staticOf(skills), ["good"]) }),
  rename: async () => ({ source: renameSkillSource(staticOf(skills), { good: "better" }), id: "better" }),
  cache: async () => ({ source: cacheSkillSource(staticOf(skills)) }),
  folder: async () => {
    const { skills: folder, dispose } = await folderPlace(skills, secret);
    return { source: folderSkillSource([folder], { index: false }), dispose };
  },
  fetch: async () => {
    const { url, dispose, strays } = await httpPlace(skills, { secret });
    return { source: fetchSkillSource(url), dispose, strays };
  },
  "fetch without a list of files": async () => {
    const { url, dispose, strays } = await httpPlace(skills, { secret, listFiles: false });
    return { source: fetchSkillSource(url), dispose, strays };
  },
  storage: async () => {
    const { storage, dispose } = await storagePlace(skills, secret);
    return { source: storageSkillSource(storage, { base: storageBase }), dispose };
  },
};

describe.each(Object.entries(sources))("%s gives nothing from outside", (_name, open) => {
  let opened: Opened;
  let id: string;
  beforeAll(async () => {
    opened = await open();
    id = opened.id ?? "good";
    expect((await opened.source.list()).map((entry) => entry.id)).toContain(id);
  });
  afterAll(() => opened.dispose?.());

  it.each(HOSTILE_PATHS)("for the path: $name", async ({ path, expect: expected }) => {
    const codes = expected === "refused" ? ["path-refused"] : ["resource-missing", "path-refused"];
    await expectRefusal(async () => opened.source.readResource?.(id, path), codes);
  });

  it.each(HOSTILE_IDS)("for the id: $name", async ({ id: hostile }) => {
    const listed = await opened.source.list();
    if (hostile === id || listed.some((entry) => entry.id === hostile)) return;
    const codes = ["path-refused", "skill-unknown"];
    await expectRefusal(() => opened.source.read(hostile), codes);
    await expectRefusal(async () => opened.source.listResources?.(hostile), codes);
    for (const path of ["secret.txt", "notes.txt", "SKILL.md"]) {
      await expectRefusal(async () => opened.source.readResource?.(hostile, path), codes);
    }
  });

  it("for paths put together from pieces", async () => {
    const pieces = [
      "..",
      ".",
      "/",
      "\\",
      "%2e",
      "%2f",
      "\0",
      ":",
      " ",
      "refs",
      "secret.txt",
      "\uff0e",
      "\u2215",
      "?",
      "#",
    ];
    let seed = 7;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 400; round++) {
      const path = Array.from({ length: 2 + (next() % 6) }, () => pieces[next() % pieces.length]).join("");
      await outcome(async () => opened.source.readResource?.(id, path));
      await outcome(() => opened.source.read(path));
    }
  });

  it("and still gives what is inside", async () => {
    const notes = await opened.source.readResource?.(id, "notes.txt");
    expect(typeof notes === "string" ? notes : new TextDecoder().decode(notes)).toBe("Plain notes.\n");
    expect(opened.strays ?? []).toEqual([]);
  });
});

describe("a careless source", () => {
  const careless: SkillSource = {
    list: async () => [{ id: "good", name: "good", description: "d" }],
    read: async (id) => (id === "good" ? "fine" : secret),
    listResources: async () => [{ path: "notes.txt" }],
    readResource: async () => secret,
  };
  const decorated: Readonly<Record<string, SkillSource>> = {
    merge: mergeSkillSources([careless]),
    filter: filterSkillSource(careless, () => true),
    rename: renameSkillSource(careless, {}),
    cache: cacheSkillSource(careless),
  };

  it.each(Object.entries(decorated))("is never asked for a refused path through %s", async (_name, source) => {
    for (const { path, expect: expected } of HOSTILE_PATHS) {
      if (expected === "refused")
        await expectRefusal(async () => source.readResource?.("good", path), ["path-refused"]);
    }
  });

  it.each(["merge", "filter", "rename"])("is never asked for an id it did not list through %s", async (name) => {
    for (const { id } of HOSTILE_IDS) {
      await expectRefusal(async () => decorated[name]?.read(id), ["path-refused", "skill-unknown"]);
    }
  });
});

it("knows enough attacks, each once", () => {
  expect(HOSTILE_PATHS.length + HOSTILE_IDS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(HOSTILE_PATHS.map(({ path }) => path)).size).toBe(HOSTILE_PATHS.length);
  expect(new Set(HOSTILE_PATHS.map(({ name }) => name)).size).toBe(HOSTILE_PATHS.length);
  expect(new Set(HOSTILE_IDS.map(({ id }) => id)).size).toBe(HOSTILE_IDS.length);
});
