// Sources that have no versions, on a machine whose cache is cold: what is locked is restored, whatever else they offer.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { staticSkillSource } from "@tradecraft/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileFetcher } from "../../../src/supply/fetch/file/file-fetcher.ts";
import { skillSourceFetcher } from "../../../src/supply/fetch/mcp/skill-source-fetcher.ts";
import type { SkillFetchers } from "../../../src/supply/fetch/skill-fetcher.ts";
import { wellKnownFetcher } from "../../../src/supply/fetch/well-known/well-known-fetcher.ts";
import { loadLock } from "../../../src/supply/lock/load-lock.ts";
import { EMPTY_LOCK } from "../../../src/supply/lock/empty-lock.ts";
import { loadProject } from "../../../src/supply/project/load-project.ts";
import { packSkill } from "../../../src/supply/pack/pack-skill.ts";
import { createSupplyContext } from "../../../src/supply/sync/create-supply-context.ts";
import { findOutdated } from "../../../src/supply/sync/find-outdated.ts";
import { type SyncOptions, syncProject } from "../../../src/supply/sync/sync-project.ts";
import type { SyncReport } from "../../../src/supply/sync/sync-report.ts";
import type { SupplyContext } from "../../../src/supply/sync/supply-context.ts";
import { digestOf, serve, skillText, type TestServer } from "../http/serve.ts";

let base: string;
let project: string;

/** The files of skills, by name. */
type Skills = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Something that offers skills, and can offer others later. */
interface Place {
  readonly source: object;
  readonly fetchers: Partial<SkillFetchers>;
  offer(skills: Skills): void;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function legacySite(): Promise<Place> {
  const site = await serve();
  return sitePlace(site, (skills) => {
    const list = Object.entries(skills).map(([name, files]) => ({ name, description: "x", files: Object.keys(files) }));
    site.routes["/.well-known/skills/index.json"] = { skills: list };
    for (const [name, files] of Object.entries(skills))
      for (const [path, text] of Object.entries(files)) site.routes[`/.well-known/skills/${name}/${path}`] = text;
  });
}

async function siteOfArchives(): Promise<Place> {
  const site = await serve();
  return sitePlace(site, (skills) => {
    const list = Object.entries(skills).map(([name, files]) => {
      const packed = packSkill(
        Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text), executable: false })),
      ).bytes;
      site.routes[`/files/${name}.zip`] = packed;
      return { name, type: "archive", description: "x", url: `/files/${name}.zip`, digest: digestOf(packed) };
    });
    site.routes["/.well-known/agent-skills/index.json"] = {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: list,
    };
  });
}

function sitePlace(site: TestServer, offer: Place["offer"]): Place {
  return {
    source: { type: "well-known", url: site.origin },
    fetchers: { "well-known": wellKnownFetcher() },
    offer: (skills) => {
      for (const path of Object.keys(site.routes)) delete site.routes[path];
      offer(skills);
    },
  };
}

async function mcpServer(): Promise<Place> {
  let served: Parameters<typeof staticSkillSource>[0] = [];
  return {
    source: { type: "mcp", url: "https://mcp.example/mcp" },
    fetchers: { mcp: skillSourceFetcher({ open: async () => staticSkillSource(served) }) },
    offer: (skills) => {
      served = Object.entries(skills).map(([name, { "SKILL.md": body = "", ...resources }]) => {
        return { name, description: `Does ${name} things.`, body, resources };
      });
    },
  };
}

async function ownFolder(): Promise<Place> {
  const folder = join(base, "own");
  return {
    source: { type: "file", path: "../own" },
    fetchers: { file: fileFetcher() },
    offer: (skills) => {
      rmSync(folder, { recursive: true, force: true });
      for (const [name, files] of Object.entries(skills))
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, name, path)), { recursive: true });
          writeFileSync(join(folder, name, path), text);
        }
    },
  };
}

const skill = (name: string, body?: string): Readonly<Record<string, string>> => ({
  "SKILL.md": skillText(name, body),
  "references/a.md": "a",
});
const first: Skills = { one: skill("one"), two: skill("two") };

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-cold-")));
  project = join(base, "project");
  mkdirSync(project);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe.each([
  ["a site that lists files", legacySite],
  ["a site that lists archives", siteOfArchives],
  ["an MCP server", mcpServer],
  ["a folder", ownFolder],
])("%s", (_, open) => {
  let machines = 0;
  let place: Place;

  /** A machine that has never seen the project. */
  function machine(): { context: SupplyContext; sync: (options?: SyncOptions) => Promise<SyncReport> } {
    const folder = join(base, `machine-${machines++}`);
    const env = { HOME: folder, XDG_STATE_HOME: join(folder, "state") };
    const cacheFolder = join(folder, "cache");
    const context = createSupplyContext(place.fetchers as SkillFetchers, { directory: project, cacheFolder, env });
    rmSync(join(project, ".claude"), { recursive: true, force: true });
    return { context, sync: (options) => syncProject(project, context, { home: folder, env, ...options }) };
  }

  async function lockFirst(): Promise<void> {
    place = await open();
    place.offer(first);
    const declared = { skills: { hub: place.source }, targets: { install: { agents: ["claude-code"] } } };
    writeFileSync(join(project, "tradecraft.json"), JSON.stringify(declared));
    await machine().sync();
  }

  const installed = (path: string): string => join(project, ".claude/skills", path);

  it("gives what is locked although it offers more than it did", async () => {
    await lockFirst();
    const before = readFileSync(join(project, "tradecraft.lock"), "utf8");
    place.offer({ ...first, three: skill("three") });
    await machine().sync({ frozen: true });
    expect(existsSync(installed("one/references/a.md"))).toBe(true);
    expect(existsSync(installed("three"))).toBe(false);
    expect(readFileSync(join(project, "tradecraft.lock"), "utf8")).toBe(before);
  });

  it("is refused for a locked skill that changed, by its name", async () => {
    await lockFirst();
    for (const two of [
      skill("two", "Do something else."),
      { ...skill("two"), "more.md": "more" },
      { "SKILL.md": skillText("two") },
    ]) {
      place.offer({ one: skill("one"), two, three: skill("three") });
      const refused = machine().sync({ frozen: true });
      await expect(refused).rejects.toMatchObject({ code: "digest-mismatch", facts: { source: "hub", skill: "two" } });
      await expect(refused).rejects.toThrow(/"two".*changed/);
      expect(existsSync(installed("one"))).toBe(false);
    }
  });

  it("is refused for a locked skill that is gone, by its name", async () => {
    await lockFirst();
    place.offer({ one: skill("one"), three: skill("three") });
    const refused = machine().sync({ frozen: true });
    await expect(refused).rejects.toMatchObject({ code: "digest-mismatch", facts: { source: "hub", skill: "two" } });
    await expect(refused).rejects.toThrow(/"two".*not there/);
  });

  it("is outdated when it offers more, and gives it to who updates", async () => {
    await lockFirst();
    const { context, sync } = machine();
    const ask = async (): Promise<boolean | undefined> => {
      const { project: declared } = await loadProject(project);
      const { lock } = (await loadLock(project)) ?? { lock: EMPTY_LOCK };
      return (await findOutdated(declared, lock, context))[0]?.isOutdated;
    };
    expect(await ask()).toBe(false);
    place.offer({ ...first, three: skill("three") });
    expect(await ask()).toBe(true);
    const { sources } = await sync({ update: "all" });
    expect(sources[0]?.skills.map(({ name, state }) => [name, state])).toEqual([
      ["one", "same"],
      ["three", "added"],
      ["two", "same"],
    ]);
    expect(await ask()).toBe(false);
  });
});
