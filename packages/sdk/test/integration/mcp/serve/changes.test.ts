import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { SkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer, type McpSkillServer } from "@tradecraft/sdk/mcp";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectClient } from "./clients.ts";
import { skillText } from "./skill-text.ts";

const uri = "skill://a/SKILL.md";

/** A skill with one file beside its SKILL.md, and a client that has seen its list. */
async function serving(
  readResource: () => Promise<string>,
): Promise<{ readonly server: McpSkillServer; readonly client: Client; readonly skills: SkillsClient }> {
  const source: SkillSource = {
    list: async () => [{ id: "a", name: "a", description: "Does what a does." }],
    read: async () => skillText("a"),
    listResources: async () => [{ path: "notes.md" }],
    readResource,
  };
  const server = createMcpSkillServer(source);
  onTestFinished(() => server.close());
  const client = await connectClient(server, { declares: true });
  const skills = new SkillsClient(client);
  await skills.list();
  return { server, client, skills };
}

it("watches the files of a skill, not its SKILL.md alone", async () => {
  const root = mkdtempSync(join(tmpdir(), "tradecraft-mcp-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("a/SKILL.md", skillText("a"));
  put("a/references/notes.md", "one");
  const server = createMcpSkillServer(folderSkillSource(root, { index: false }));
  onTestFinished(() => server.close());
  const heard: string[] = [];
  const resources = { autoRefresh: false, debounceMs: 0, onChanged: () => void heard.push("resources") };
  const client = await connectClient(server, { declares: true, more: { listChanged: { resources } } });
  const skills = new SkillsClient(client);
  const digests = async (): Promise<string> => JSON.stringify((await skills.list()).skills[0]?.resources);
  const before = await digests();
  const changed: string[] = [];
  await server.watch((changes) => changed.push(...changes.changed));
  // Long enough for what a watch looks at when it begins: it is the change itself that must be seen.
  await new Promise((resolve) => setTimeout(resolve, 500));
  put("a/references/notes.md", "another");
  await vi.waitFor(() => expect(changed).toEqual([uri]), 10_000);
  await vi.waitFor(() => expect(heard).toEqual(["resources"]), 10_000);
  expect(await digests()).not.toBe(before);
});

describe("reload tells of a change", () => {
  it("that came while the skill was being read", async () => {
    let text = "one";
    let reads = 0;
    let release = (): void => undefined;
    let gate: Promise<void> | undefined;
    const { server, skills } = await serving(async () => {
      reads++;
      const read = text;
      await gate;
      return read;
    });
    gate = new Promise((resolve) => (release = resolve));
    reads = 0;
    const reading = skills.get(uri);
    await vi.waitFor(() => expect(reads).toBe(1));
    text = "two";
    const reloading = server.reload();
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    await reading;
    expect((await reloading).changed).toEqual([uri]);
  });

  it("that one client has seen already, for the sake of the others", async () => {
    let text = "one";
    const { server, skills } = await serving(async () => text);
    text = "two";
    await skills.get(uri);
    expect((await server.reload()).changed).toEqual([uri]);
    expect((await server.reload()).changed).toEqual([]);
  });
});

it("does not take a skill that is being edited for one that is never the same", async () => {
  // One for the list, then two edits: before the file is read, and before it is read with the entry made anew.
  const texts = ["one", "two", "two", "three"];
  let last = "";
  const { client, skills } = await serving(async () => (last = texts.shift() ?? last));
  expect(JSON.stringify(await client.readResource({ uri: "skill://a/notes.md" }))).toContain("three");
  expect(JSON.stringify((await skills.list()).skills)).not.toContain("dynamic");
});
