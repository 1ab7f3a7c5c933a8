import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer as createMcpServer } from "../../src/mcp/create-server.ts";
import { openMcpSkills } from "../../src/mcp/open-mcp-skills.ts";
import { parseListen } from "../../src/mcp/parse-listen.ts";
import { serveHttp } from "../../src/mcp/serve-http.ts";
import { skillText, type SupplyWorld, supplyWorld } from "../helpers/supply-world.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

/** A site on this machine, with these files. */
async function site(files: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const text = files[request.url ?? ""];
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/plain" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An MCP server with the skills of a folder. */
async function mcpServer(world: SupplyWorld, folder: string): Promise<string> {
  const skills = await openMcpSkills([folder], { cwd: world.project, env: world.env, argv: [] } as never);
  const options = { allow: [], scripts: false, tools: false, index: false };
  const server = await createMcpServer(skills, options, { io: world, note: () => undefined });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return new Promise<string>((resolve) => {
    const serving = serveHttp(server, {
      http: parseListen("0"),
      token: undefined,
      origins: [],
      note: () => undefined,
      ended,
      onReady: async (url) => resolve(url),
    });
    onTestFinished(async () => {
      end();
      await serving;
    });
  });
}

describe("add", () => {
  it("takes the plugins of a marketplace", async () => {
    const world = supplyWorld();
    const market = world.repository("market");
    market.commit(
      {
        ".claude-plugin/marketplace.json": JSON.stringify({
          name: "market",
          owner: { name: "A" },
          plugins: [
            { name: "docs", source: "./plugins/docs", description: "Documents" },
            { name: "other", source: "./plugins/other", description: "Others" },
          ],
        }),
        "plugins/docs/skills/pdf/SKILL.md": skillText("pdf"),
        "plugins/other/skills/csv/SKILL.md": skillText("csv"),
      },
      "v1.0.0",
    );
    const { code, stderr } = await world.run("add", `marketplace:${market.url}`, "--agent", "claude-code");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      skills: { market: { type: "claude-marketplace", url: market.url, version: "1.0.0" } },
    });
    expect(world.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv"));
  });

  it("has the same bytes of a plugin in another repository, whatever that repository has by now", async () => {
    const world = supplyWorld();
    const [market, other] = [world.repository("market"), world.repository("other")];
    other.commit({ "skills/pdf/SKILL.md": skillText("pdf") });
    const plugins = [{ name: "docs", source: { source: "url", url: other.url } }];
    market.commit({ ".claude-plugin/marketplace.json": JSON.stringify({ name: "market", plugins }) });
    expect((await world.run("add", `marketplace:${market.url}`, "--agent", "claude-code")).code).toBe(0);
    other.commit({ "skills/pdf/SKILL.md": skillText("pdf", "new\n") });
    const colleague = supplyWorld();
    for (const name of ["tradecraft.json", "tradecraft.lock"]) colleague.write(name, world.read(name));
    const { code, stderr } = await colleague.run("sync", "--frozen");
    expect([code, stderr]).toEqual([0, ""]);
    expect(colleague.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
  });

  it("takes a SKILL.md of a site, and notices that it changed", async () => {
    const world = supplyWorld();
    const files = { "/pdf/SKILL.md": skillText("pdf") };
    const url = await site(files);
    const { code, stderr } = await world.run("add", `${url}/pdf/SKILL.md`, "--agent", "claude-code");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      skills: { pdf: { type: "well-known", url: `${url}/pdf/SKILL.md` } },
    });
    const added = await world.run("add", `${url}/pdf/SKILL.md?key=PW`, "--name", "pdf", "--json");
    expect([added.code, added.stdout + added.stderr]).toEqual([2, expect.not.stringContaining("PW")]);
    files["/pdf/SKILL.md"] = skillText("pdf", "other\n");
    expect((await world.run("sync")).stdout).toContain("everything is as it should be");
    const update = await world.run("update");
    expect([update.code, update.stdout]).toEqual([1, expect.stringContaining("~ SKILL.md")]);
  });

  it("shows no key that an address has behind ?", async () => {
    const world = supplyWorld();
    const url = await site({ "/pdf/SKILL.md?key=PW": skillText("pdf") });
    const added = await world.run("add", `${url}/pdf/SKILL.md?key=PW`, "--agent", "claude-code", "--json");
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining(`"url": "${url}/pdf/SKILL.md"`)]);
    const shown = [added, await world.run("why", "pdf"), await world.run("why", "pdf", "--json")];
    expect(shown.map(({ stdout, stderr }) => stdout + stderr).join("")).not.toContain("PW");
  });

  it("takes the skills of an MCP server", async () => {
    const world = supplyWorld();
    const folder = tempFolder({ "pdf/SKILL.md": skillText("pdf"), "pdf/notes.md": "Notes.\n" });
    const url = await mcpServer(world, folder);
    const { code, stderr } = await world.run("add", `mcp+${url}`, "--name", "hub", "--agent", "claude-code");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({ skills: { hub: { type: "mcp", url } } });
    expect(world.read(".claude/skills/pdf/notes.md")).toBe("Notes.\n");
    const offline = await world.run("update", "--offline", "--yes");
    expect([offline.code, offline.stderr]).toEqual([1, expect.stringContaining("source-unavailable: hub: ")]);
    const far = await world.run("add", "mcp+http://example.com/mcp", "--name", "far");
    expect([far.code, far.stderr]).toEqual([1, expect.stringContaining("only https is spoken")]);
  });

  it("takes over a skills-lock.json, and says what it cannot take", async () => {
    const world = supplyWorld();
    const skills = {
      pdf: { source: "./vendored", sourceType: "local", skillPath: "pdf/SKILL.md", computedHash: "0" },
      odd: { source: "somewhere", sourceType: "carrier-pigeon", computedHash: "0" },
    };
    world.write("skills-lock.json", JSON.stringify({ version: 1, skills }));
    world.write("vendored/pdf/SKILL.md", skillText("pdf"));
    world.write("vendored/csv/SKILL.md", skillText("csv"));
    const { code, stderr } = await world.run("add", "skills-lock.json", "--agent", "claude-code");
    expect(code).toBe(0);
    expect(stderr).toContain("hashes-not-trusted");
    expect(stderr).toContain('source-unsupported: "odd" was not taken over');
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      skills: { vendored: { type: "file", path: "vendored", include: ["pdf"] } },
    });
    expect(Object.keys(world.snapshot()).filter((path) => path.includes(".claude")).length).toBe(2);
    const broken = supplyWorld();
    broken.write("skills-lock.json", "<<<<<<< ours\n{}");
    const refused = await broken.run("add", "./skills-lock.json", "--agent", "claude-code");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("lock-invalid")]);
    const missing = await broken.run("add", "sub/skills-lock.json", "--agent", "claude-code");
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("cannot be read: ENOENT")]);
  });

  it("ends with 130 when it is interrupted, and leaves everything as it was", async () => {
    const world = supplyWorld();
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    // Never answers.
    const server = createServer(() => asked());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pdf/SKILL.md`;
    const running = world.json<{ error: object }>("add", url, "--agent", "claude-code");
    await isAsked;
    process.emit("SIGHUP");
    expect(await running).toMatchObject({ exit: 130, version: 1, ok: false, error: { code: "interrupted" } });
    expect(world.snapshot()).toEqual({});
  });

  it("links to one copy, for several agents", async () => {
    const world = supplyWorld();
    world.write("own/pdf/SKILL.md", skillText("pdf"));
    const argv = ["add", "./own", "--agent", "claude-code,codex", "--agent", "windsurf", "--mode", "link"];
    const { code, stdout } = await world.run(...argv);
    expect([code, stdout]).toEqual([0, expect.stringContaining(".claude/skills/  1 linked")]);
    expect(world.snapshot()[join(world.project, ".windsurf/skills/pdf")]).toBe("-> ../../.agents/skills/pdf");
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      targets: { install: { agents: ["claude-code", "codex", "windsurf"], mode: "link" } },
    });
    expect((await world.run("sync", "--check")).code).toBe(0);
  });
});
