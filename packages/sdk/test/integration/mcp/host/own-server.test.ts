import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, vi } from "vitest";
import { cacheSkillSource } from "../../../../src/core/source/cache-skill-source.ts";
import { mergeSkillSources } from "../../../../src/core/source/merge-skill-sources.ts";
import type { SkillSource } from "../../../../src/core/source/skill-source.ts";
import { staticSkillSource } from "../../../../src/core/source/static-skill-source.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { createMcpSkillServer } from "../../../../src/mcp/serve/create-mcp-skill-server.ts";

const raw = "---\nname: refunds\ndescription: 'Refunds: who gets them.'\nmetadata:\n  version: '2'\n---\n# Refunds\n";

const source = (): SkillSource =>
  staticSkillSource([
    {
      name: "refunds",
      description: "Refunds: who gets them.",
      body: "# Refunds",
      raw,
      resources: { "a b/ü.md": "Grüße", "x.bin": Uint8Array.of(0, 255) },
    },
    { name: "daily", description: "What happens each day.", body: "Look." },
  ]);

async function connect(skills: SkillSource, options: { readonly prefix?: string } = {}): Promise<Client> {
  const handler = createMcpSkillServer(skills, options).handler();
  const capabilities = { extensions: { "io.modelcontextprotocol/skills": {} } };
  const client = new Client(
    { name: "host", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => handler(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  return client;
}

describe("our own server", () => {
  it("is read to the byte, with a prefix or without", async () => {
    for (const [prefix, id] of [
      [undefined, "hub:refunds"],
      ["acme", "hub:acme/refunds"],
    ] as const) {
      const host = mcpSkillSource(await connect(source(), prefix === undefined ? {} : { prefix }), { label: "hub" });
      const found: unknown[] = [];
      expect(
        (await host.list({ onDiagnostic: (diagnostic) => void found.push(diagnostic) })).map((entry) => entry.id),
      ).toContain(id);
      expect(found).toEqual([]);
      expect(await host.read(id)).toBe(raw);
      expect(new TextDecoder().decode((await host.readResource?.(id, "a b/ü.md")) as Uint8Array)).toBe("Grüße");
      expect(await host.readResource?.(id, "x.bin")).toEqual(Uint8Array.of(0, 255));
    }
  });

  it("passes on what it got from another one, under ids that still say where it is from", async () => {
    const inner = mcpSkillSource(await connect(source()), { label: "inner" });
    const outer = mcpSkillSource(await connect(inner), { label: "outer" });
    const entries = await outer.list();
    expect(entries.length).toBe(2);
    for (const { id } of entries) {
      expect(id).toMatch(/^outer:/);
      expect(await outer.read(id)).toContain("name:");
    }
  });

  it("reads nothing of another one's skills before somebody wants it", async () => {
    for (const wrap of [
      (inner: SkillSource) => inner,
      (inner: SkillSource) => mergeSkillSources([inner, { source: source(), prefix: "own" }]),
      (inner: SkillSource) => cacheSkillSource(inner),
    ]) {
      const client = await connect(source());
      const asked = vi.spyOn(client, "request");
      const reads = (): unknown[] => asked.mock.calls.filter(([{ method }]) => method === "resources/read");
      const host = mcpSkillSource(client, { label: "inner" });
      const outer = mcpSkillSource(await connect(wrap(host)), { label: "outer" });
      const found: unknown[] = [];
      const ids = (await outer.list({ onDiagnostic: (problem) => void found.push(problem) })).map(({ id }) => id);
      const id = ids.find((one) => /inner.*refunds$/.test(one)) as string;
      expect(found).toEqual([]);
      expect((await outer.listResources?.(id))?.map(({ path }) => path)).toEqual(["a b/ü.md", "x.bin"]);
      expect(reads()).toEqual([]);
      expect(await outer.read(id)).toBe(raw);
      expect(reads()).toHaveLength(1);
      expect(await outer.readResource?.(id, "x.bin")).toEqual(Uint8Array.of(0, 255));
      expect(reads()).toHaveLength(2);
    }
  });

  it("asks nobody to agree before somebody wants it, and then once", async () => {
    const approve = vi.fn(() => false);
    const inner = mcpSkillSource(await connect(source()), { label: "inner", approve });
    const outer = mcpSkillSource(await connect(inner), { label: "outer" });
    const [entry] = await outer.list();
    expect(approve).not.toHaveBeenCalled();
    await expect(outer.read(entry?.id ?? "")).rejects.toThrow();
    expect(approve).toHaveBeenCalledTimes(1);
  });

  it("gives nothing of a skill that is another than the one it was listed as", async () => {
    let text = raw;
    const changing: SkillSource = {
      list: async () => [{ id: "refunds", name: "refunds", description: "Refunds: who gets them." }],
      read: async () => text,
    };
    const inner = mcpSkillSource(await connect(changing), { label: "inner" });
    const outer = mcpSkillSource(await connect(inner), { label: "outer" });
    const [entry] = await outer.list();
    text = raw.replace("# Refunds", "# Others!");
    await expect(outer.read(entry?.id ?? "")).rejects.toMatchObject({ code: "digest-mismatch" });
    await outer.list();
    expect(await outer.read(entry?.id ?? "")).toBe(text);
  });
});
