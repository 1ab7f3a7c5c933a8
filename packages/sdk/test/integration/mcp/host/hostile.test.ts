import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { createSkillRegistry } from "../../../../src/core/registry/create-skill-registry.ts";
import { mergeSkillSources } from "../../../../src/core/source/merge-skill-sources.ts";
import { staticSkillSource } from "../../../../src/core/source/static-skill-source.ts";
import { MCP_REFUSALS, type McpRefusal } from "../../../../src/mcp/host/mcp-refusal.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import type { McpSkillSource } from "../../../../src/mcp/host/mcp-skill-source-options.ts";
import { answersFor, fakeServer, type FakeServer, fakeSkill } from "./fake-server.ts";
import { type HostileCase, hostileCases } from "./hostile-cases.ts";

const casesOf = (kind: HostileCase["refused"]): HostileCase[] => hostileCases.filter(({ refused }) => refused === kind);

const evilId = "hub:evil";

async function stage({ bend, options }: HostileCase): Promise<{ server: FakeServer; source: McpSkillSource }> {
  const evil = fakeSkill("evil", { "notes.txt": "Plain notes.\n" });
  const answers = answersFor([evil, fakeSkill("good", { "notes.txt": "Good notes.\n" })]);
  bend({ evil, answers });
  const server = await fakeServer(answers);
  return { server, source: mcpSkillSource(server.client, { label: "hub", ...options }) };
}

async function failure(call: () => Promise<unknown>): Promise<SkillError> {
  const result = await call().then(
    (value) => new Error(`it went through: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!SkillError.is(result)) throw result;
  return result;
}

async function expectRefused(call: () => Promise<unknown>, reason: McpRefusal): Promise<void> {
  const error = await failure(call);
  expect({ code: error.code, reason: error.facts["reason"] }).toEqual({ code: MCP_REFUSALS[reason], reason });
  expect(JSON.stringify(error)).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
}

async function expectGood(source: McpSkillSource): Promise<void> {
  expect(await source.read("hub:good")).toContain("name: good");
  expect(new TextDecoder().decode((await source.readResource?.("hub:good", "notes.txt")) as Uint8Array)).toBe(
    "Good notes.\n",
  );
}

describe("a hostile server", () => {
  it("has at least thirty ways to try, each with a name of its own", () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(30);
    expect(new Set(hostileCases.map(({ name }) => name)).size).toBe(hostileCases.length);
    expect(new Set(hostileCases.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(30);
  });

  for (const attack of casesOf("entry")) {
    it(`lists ${attack.name}: ${attack.reason}, and its neighbours load`, async () => {
      const { server, source } = await stage(attack);
      const reasons: unknown[] = [];
      const entries = await source.list({
        onDiagnostic: (found) => void reasons.push((found as { reason?: unknown }).reason),
      });
      expect(entries.map(({ id }) => id)).toEqual(["hub:good"]);
      expect(new Set(reasons)).toEqual(new Set([attack.reason]));
      expect((await failure(() => source.read(evilId))).code).toBe("skill-unknown");
      await expectGood(source);
      expect(server.reads().every((uri) => uri.startsWith("skill://good/"))).toBe(true);
      await server.dispose();
    });

    it(`answers by URI with ${attack.name}: ${attack.reason}`, async () => {
      const { server, source } = await stage(attack);
      const listed = server.answers["skills/list"]?.({}) as { skills: { uri?: string }[] } | undefined;
      const uri = listed?.skills[0]?.uri;
      const error = await failure(() => source.get(uri ?? "skill://evil/SKILL.md"));
      // Two entries can stand in a list only; by its URI the server answered with another skill.
      const expected = attack.reason === "uri-repeated" ? "entry-other" : attack.reason;
      expect({ code: error.code, reason: error.facts["reason"] }).toEqual({ code: "skill-invalid", reason: expected });
      expect((await source.list()).map(({ id }) => id)).toEqual(["hub:good"]);
      await server.dispose();
    });
  }

  for (const attack of casesOf("load"))
    it(`serves ${attack.name}: ${attack.reason}, nothing loads`, async () => {
      const { server, source } = await stage(attack);
      expect((await source.list()).map(({ id }) => id)).toEqual([evilId, "hub:good"]);
      await expectRefused(() => source.read(evilId), attack.reason);
      // Nor a second time, nor through a registry.
      await expectRefused(() => createSkillRegistry(source).trigger(evilId), attack.reason);
      expect(server.reads()).not.toContain("skill://evil/notes.txt");
      await expectGood(source);
      await server.dispose();
    });

  for (const attack of casesOf("file"))
    it(`serves ${attack.name}: ${attack.reason}, the file stays out`, async () => {
      const { server, source } = await stage(attack);
      await source.read(evilId);
      await expectRefused(async () => source.readResource?.(evilId, "notes.txt"), attack.reason);
      await expectRefused(async () => source.readResource?.(evilId, "notes.txt"), attack.reason);
      await expectGood(source);
      await server.dispose();
    });

  for (const attack of casesOf("listing"))
    it(`lists with ${attack.name}: ${attack.reason}, other sources stay`, async () => {
      const { server, source } = await stage(attack);
      await expectRefused(() => source.list(), attack.reason);
      await expectRefused(() => source.read(evilId), attack.reason);
      const local = staticSkillSource([{ name: "evil", description: "Mine.", body: "Local." }]);
      const found: string[] = [];
      const merged = mergeSkillSources([source, local]);
      const entries = await merged.list({ onDiagnostic: ({ code }) => void found.push(code) });
      expect(entries.map(({ id }) => id)).toEqual(["evil"]);
      expect(found).toContain("source-unavailable");
      expect(server.calls.length).toBeLessThan(1_000);
      await server.dispose();
    });
});
