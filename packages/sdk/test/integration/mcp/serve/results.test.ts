// What answers look like on the wire, before a client takes them apart.

import { type Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { type SkillSource, staticSkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeClient } from "./clients.ts";
import { skillWith } from "./skill-text.ts";

interface Wire {
  readonly client: Client;
  readonly host: SkillsClient;
  /** The last message that the server sent. */
  readonly last: () => unknown;
}

/** A client of 2026-07-28, and every message that it gets. */
async function wireOf(source: SkillSource): Promise<Wire> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const sent: unknown[] = [];
  const send = far.send.bind(far);
  far.send = (message, options) => {
    sent.push(message);
    return send(message, options);
  };
  await createMcpSkillServer(source, { cache: { ttlMs: 5000, scope: "public" } }).connect(far as never);
  const client = makeClient({ era: "2026-07-28", declares: true });
  await client.connect(near);
  onTestFinished(() => client.close());
  return { client, host: new SkillsClient(client), last: () => sent.at(-1) };
}

const uri = "skill://pdf/SKILL.md";

describe("results of 2026-07-28", () => {
  it("of a list are complete, and say how long they hold and for whom", async () => {
    const { host, last } = await wireOf(staticSkillSource([skillWith("pdf", { "a.md": "a" })]));
    await host.list();
    expect(last()).toMatchObject({ result: { resultType: "complete", ttlMs: 5000, cacheScope: "public" } });
    expect(last()).toHaveProperty("result.skills");
  });

  it("of one skill are complete, and say how long they hold and for whom", async () => {
    const { host, last } = await wireOf(staticSkillSource([skillWith("pdf", { "a.md": "a" })]));
    await host.get(uri);
    expect(last()).toMatchObject({ result: { resultType: "complete", ttlMs: 5000, cacheScope: "public" } });
    expect(last()).toHaveProperty("result.skill.uri", uri);
  });

  it("of a directory are complete", async () => {
    const { host, last } = await wireOf(staticSkillSource([skillWith("pdf", { "a.md": "a" })]));
    await host.readDirectory("skill://pdf");
    expect(last()).toMatchObject({ result: { resultType: "complete" } });
    expect(last()).toHaveProperty("result.resources.0.name", "SKILL.md");
  });
});

describe("errors", () => {
  it("say what is wrong, and with which address", async () => {
    const { host, client, last } = await wireOf(staticSkillSource([skillWith("pdf", { "a.md": "a" })]));
    const message = async (work: Promise<unknown>): Promise<unknown> => {
      await expect(work).rejects.toThrow();
      return (last() as { error: { message: string } }).error.message;
    };
    expect(await message(host.get("skill://none/SKILL.md"))).toMatch(/no skill .*skill:\/\/none\/SKILL\.md/i);
    expect(await message(host.readDirectory(uri))).toMatch(/skill:\/\/pdf\/SKILL\.md is not a directory/i);
    expect(await message(client.readResource({ uri: "skill://pdf/b.md" }))).toMatch(/not found.*skill:\/\/pdf\/b\.md/i);
    expect(await message(client.listResources({ cursor: "made-up" }))).toMatch(/cursor/i);
  });
});

describe("a source that fails", () => {
  it.each([uri, "skill://pdf/a.md"])("is an internal error for who reads %s", async (address) => {
    const source = staticSkillSource([skillWith("pdf", { "a.md": "a" })]);
    let isBroken = false;
    const assertWorks = (): void => {
      if (isBroken) throw new Error("broken");
    };
    const { host, last } = await wireOf({
      ...source,
      read: async (...given) => {
        assertWorks();
        return source.read(...given);
      },
      readResource: async (...given) => {
        assertWorks();
        return (await source.readResource?.(...given)) ?? "";
      },
    });
    const { skill } = await host.get(uri);
    isBroken = true;
    await expect(host.read(skill, address)).rejects.toThrow();
    expect(last()).toMatchObject({ error: { code: -32603 } });
  });
});
