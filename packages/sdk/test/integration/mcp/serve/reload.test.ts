import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectClient, connectHttp, eras, type TestClientOptions } from "./clients.ts";
import { serveHttp } from "./http-server.ts";
import { skillText } from "./skill-text.ts";

function library(): {
  readonly root: string;
  readonly put: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
} {
  const root = mkdtempSync(join(tmpdir(), "tradecraft-mcp-reload-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    put: (path, text) => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => rmSync(join(root, path), { recursive: true }),
  };
}

/** Options of a client that hears of changes, and what it heard. */
function listening(): { readonly heard: Set<string>; readonly more: NonNullable<TestClientOptions["more"]> } {
  const heard = new Set<string>();
  const hear = (what: string) => ({ autoRefresh: false, debounceMs: 0, onChanged: () => void heard.add(what) });
  return {
    heard,
    more: { listChanged: { tools: hear("tools"), prompts: hear("prompts"), resources: hear("resources") } },
  };
}

const namesOf = async (client: Client) =>
  (await new SkillsClient(client).list()).skills.map(({ frontmatter }) => frontmatter.name);

describe("reload", () => {
  it("says what was added, removed and changed, a file that is no SKILL.md included", async () => {
    const { root, put, remove } = library();
    for (const name of ["a", "b", "c", "d"]) put(`${name}/SKILL.md`, skillText(name));
    put("c/notes.md", "one");
    const server = createMcpSkillServer(folderSkillSource(root, { index: false }));
    const client = await connectClient(server, { declares: true });
    expect(await namesOf(client)).toEqual(["a", "b", "c", "d"]);
    expect(await server.reload()).toEqual({ added: [], removed: [], changed: [] });
    remove("a");
    put("b/SKILL.md", skillText("b", "license: MIT\n"));
    put("c/notes.md", "two");
    put("e/SKILL.md", skillText("e"));
    expect(await server.reload()).toEqual({
      added: ["skill://e/SKILL.md"],
      removed: ["skill://a/SKILL.md"],
      changed: ["skill://b/SKILL.md", "skill://c/SKILL.md"],
    });
    expect(await namesOf(client)).toEqual(["b", "c", "d", "e"]);
  });

  describe.each(eras)("tells clients of %s", (era) => {
    it("on a connection, and their tools know the new skill", async () => {
      const { root, put } = library();
      put("a/SKILL.md", skillText("a"));
      const server = createMcpSkillServer(folderSkillSource(root, { index: false }));
      const { heard, more } = listening();
      const client = await connectClient(server, { era, more });
      await client.callTool({ name: "load_skill", arguments: { name: "a" } });
      put("b/SKILL.md", skillText("b"));
      await server.reload();
      await vi.waitFor(() => expect([...heard].sort()).toEqual(["prompts", "resources", "tools"]), 5000);
      const { tools } = await client.listTools();
      expect(JSON.stringify(tools)).toContain('"b"');
      const { content } = await client.callTool({ name: "load_skill", arguments: { name: "b" } });
      expect(JSON.stringify(content)).toContain("The instructions of b.");
    });

    it("over HTTP", async () => {
      const { root, put } = library();
      put("a/SKILL.md", skillText("a"));
      const server = createMcpSkillServer(folderSkillSource(root, { index: false }));
      const { url } = await serveHttp(server.handler());
      const { heard, more } = listening();
      const client = await connectHttp(url, { era, more });
      await client.listTools();
      put("b/SKILL.md", skillText("b"));
      // The stream on which it hears is opened beside the first calls.
      await vi.waitFor(async () => {
        put("b/SKILL.md", skillText("b", `x: ${Math.random()}\n`));
        await server.reload();
        expect(heard).toContain("resources");
      }, 10_000);
      expect(await namesOf(client)).toEqual(["a", "b"]);
    });
  });
});

describe("watch", () => {
  it("tells clients by itself, until it is stopped", async () => {
    const { root, put } = library();
    put("a/SKILL.md", skillText("a"));
    const server = createMcpSkillServer(folderSkillSource(root, { index: false }));
    onTestFinished(() => server.close());
    const { heard, more } = listening();
    const client = await connectClient(server, { declares: true, more });
    expect(await namesOf(client)).toEqual(["a"]);
    const added: string[] = [];
    const stop = await server.watch((changes) => added.push(...changes.added));
    put("b/SKILL.md", skillText("b"));
    await vi.waitFor(() => expect(heard).toContain("resources"), 10_000);
    expect(await namesOf(client)).toEqual(["a", "b"]);
    expect(added).toEqual(["skill://b/SKILL.md"]);
    stop();
  });

  it("says so where a source cannot be watched", async () => {
    await expect(createMcpSkillServer([skillText("a")]).watch()).rejects.toMatchObject({ code: "watch-unsupported" });
  });
});

it("serves several roots as one", async () => {
  const [one, two] = [library(), library()];
  one.put("a/SKILL.md", skillText("a"));
  two.put("b/SKILL.md", skillText("b"));
  const server = createMcpSkillServer(folderSkillSource([one.root, two.root], { index: false }));
  expect(await namesOf(await connectClient(server, { declares: true }))).toEqual(["a", "b"]);
});
