import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { type Skill, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readCorpusSkills } from "../../../../../../tools/corpus.mjs";
import { connectHttp, type Era, eras, makeClient } from "./clients.ts";
import { serveHttp } from "./http-server.ts";
import { bundleStdioServer, startStdioServer } from "./stdio-server.ts";

const examples = fileURLToPath(new URL("../../../../../../examples/skills", import.meta.url));
const corpus = readCorpusSkills();
const publishable = [
  "commit-messages",
  "flaky-tests",
  "incident-review",
  "release-notes",
  "sql-migrations",
  "table-tools",
];

let program: Awaited<ReturnType<typeof bundleStdioServer>>;
let folder = "";

beforeAll(async () => {
  program = await bundleStdioServer();
  folder = mkdtempSync(join(tmpdir(), "tradecraft-mcp-corpus-"));
  for (const [at, { text }] of (corpus ?? []).slice(0, 900).entries()) {
    mkdirSync(join(folder, `f${at}`));
    writeFileSync(join(folder, `f${at}`, "SKILL.md"), text);
    mkdirSync(join(folder, `f${at}`, "references"));
    writeFileSync(join(folder, `f${at}`, "references", "Q&A (größe).md"), `About skill ${at}.`);
    writeFileSync(join(folder, `f${at}`, "data.bin"), new Uint8Array([0xff, 0xfe, at & 0xff]));
  }
});

afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function overStdio(from: string, era: Era): Promise<Client> {
  const client = makeClient({ era, declares: true });
  await client.connect(startStdioServer(program.file, { folders: [from] }));
  onTestFinished(() => client.close());
  return client;
}

async function overHttp(from: string, era: Era): Promise<Client> {
  const server = createMcpSkillServer(folderSkillSource(from, { index: false }));
  onTestFinished(() => server.close());
  const { url } = await serveHttp(server.handler({ token: "secret" }));
  return connectHttp(url, { era, declares: true, headers: { authorization: "Bearer secret" } });
}

const ways = { stdio: overStdio, http: overHttp };
const cases = eras.flatMap((era) => (["stdio", "http"] as const).map((way) => ({ era, way })));

/** Lists, gets and reads everything, as a host would; every check is the official client's. */
async function verifyAll(client: Client): Promise<{ skills: number; files: number; names: string[]; wrong: string[] }> {
  const host = new SkillsClient(client);
  expect(host.supported).toBe(true);
  const { skills, invalid } = await host.list();
  expect(invalid).toEqual([]);
  const wrong: string[] = [];
  let files = 0;
  const check = async (listed: Skill): Promise<void> => {
    const { skill } = await host.get(listed.uri);
    expect(skill).toEqual(listed);
    if (skill.resources === "dynamic") throw new Error(`${skill.uri} is dynamic`);
    for (const { uri } of skill.resources) {
      try {
        const { verified } = await host.read(skill, uri);
        expect(verified).toBe(true);
        files++;
      } catch (error) {
        wrong.push((error as Error).message);
      }
    }
  };
  for (let at = 0; at < skills.length; at += 16) await Promise.all(skills.slice(at, at + 16).map(check));
  return { skills: skills.length, files, names: skills.map(({ frontmatter }) => frontmatter.name), wrong };
}

describe.each(cases)("the official client of $era over $way", ({ era, way }) => {
  it("lists, gets, reads and verifies every example skill", async () => {
    const client = await ways[way](examples, era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const { names, wrong } = await verifyAll(client);
    expect(wrong).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(publishable));
  });
});

describe.each([
  { era: "2025-11-25", way: "stdio" },
  { era: "2026-07-28", way: "http" },
] as const)("the official client of $era over $way", ({ era, way }) => {
  it("lists, gets, reads and verifies 500 skills of the corpus", async (context) => {
    context.skip(corpus === undefined, "there is no corpus: set TRADECRAFT_CORPUS");
    const { skills, files, wrong } = await verifyAll(await ways[way](folder, era));
    // The client reads a part of YAML only; what it cannot read, it says so. Nothing is ever different from the entry.
    const unread = wrong.filter((message) => message.includes("cannot be read"));
    expect(wrong.filter((message) => !unread.includes(message))).toEqual([]);
    expect(skills - unread.length).toBeGreaterThanOrEqual(500);
    expect(files).toBeGreaterThan(3 * 500);
  });
});

it("explains each example skill that it does not publish", async () => {
  const server = createMcpSkillServer(folderSkillSource(examples, { index: false }));
  const problems = await server.unpublished();
  expect(problems.map(({ id, code }) => [id, code])).toEqual([
    ["übersetzungs-prüfung", "name-characters"],
    ["敬語-確認", "name-characters"],
  ]);
});
