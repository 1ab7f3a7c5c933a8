// The official Inspector's CLI, asking the packed and installed `tradecraft mcp` over stdio.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../tools/run.mjs";
import { type InstalledInspector, installInspector } from "./installed-inspector.ts";
import { createInstalledProject, type InstalledProject } from "./installed-project.ts";

const isRequired = process.env["TRADECRAFT_REQUIRE_INSPECTOR"] === "1";
const skills = join(root, "examples/skills");
/** The extension takes ASCII names only; the others are skills for tools alone. */
const all = readdirSync(skills).map((name) => name.normalize("NFC"));
const published = all.filter((name) => /^[a-z0-9-]+$/.test(name)).sort();
const uris = published.map((name) => `skill://${name}/SKILL.md`);

let inspector: InstalledInspector | undefined;
let project: InstalledProject | undefined;
let unavailable: string | undefined;

beforeAll(async () => {
  project = createInstalledProject();
  if (project.unavailable === undefined) inspector = await installInspector();
  unavailable = project.unavailable ?? inspector?.unavailable;
  if (isRequired && unavailable !== undefined) throw new Error(unavailable);
}, 300_000);
afterAll(() => {
  inspector?.remove();
  project?.remove();
});

interface Asked {
  readonly era: string;
  readonly serve?: readonly string[];
}

/** What the Inspector wrote, one JSON value in each line. */
async function ask({ era, serve = [] }: Asked, method: string, ...options: string[]): Promise<unknown[]> {
  if (inspector === undefined || project === undefined) throw new Error("Nothing is installed.");
  const bin = join(project.folder, "node_modules/tradecraft/dist/bin.js");
  const server = [process.execPath, bin, "mcp", skills, ...serve];
  const answer = await inspector.ask(server, "--protocol-era", era, "--method", method, ...options);
  expect(answer.code, answer.stderr).toBe(0);
  const lines = answer.stdout.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe.each(["legacy", "modern"])("the Inspector's CLI, protocol era %s", (era) => {
  beforeEach((context) => {
    if (unavailable !== undefined) context.skip(unavailable);
  });

  it("lists the tools where they are asked for", async () => {
    const [answer] = await ask({ era, serve: ["--tools"] }, "tools/list");
    const { tools } = (answer as { result: { tools: { name: string; inputSchema: unknown }[] } }).result;
    expect(tools.map(({ name }) => name)).toEqual(["load_skill", "read_skill_file", "search_skills"]);
    const names = tools[0]?.inputSchema as { properties: { name: { enum: string[] } } };
    expect(names.properties.name.enum.map((name) => name.normalize("NFC")).sort()).toEqual([...all].sort());
  });

  it("gets no tools otherwise, as it declares the extension", async () => {
    expect(await ask({ era }, "tools/list")).toMatchObject([{ result: { tools: [] } }]);
  });

  it("calls a tool", async () => {
    const call = ["--tool-name", "load_skill", "--tool-arg", "name=release-notes"];
    const answer = await ask({ era, serve: ["--tools"] }, "tools/call", ...call);
    expect(JSON.stringify(answer)).toContain("# Release notes");
  });

  it("lists the resources", async () => {
    const [answer] = await ask({ era }, "resources/list");
    const { resources } = (answer as { result: { resources: { uri: string }[] } }).result;
    expect(resources.map(({ uri }) => uri).sort()).toEqual(uris);
    for (const resource of resources) expect(resource).toMatchObject({ mimeType: "text/markdown" });
  });

  it("lists the skills, reads every file, and finds nothing wrong", async () => {
    const reports = (await ask({ era }, "skills/list", "--verify", "--require-digests")) as {
      uri: string;
      files: { status: string }[];
    }[];
    expect(reports.map(({ uri }) => uri).sort()).toEqual(uris);
    for (const report of reports) {
      expect(report).toMatchObject({ ok: true, conformance: [], frontmatter: [] });
      expect(report.files.length).toBeGreaterThan(0);
      expect(report.files.filter(({ status }) => status !== "verified")).toEqual([]);
    }
  });

  it("gets one skill, and reads its folder", async () => {
    const uri = "skill://table-tools/SKILL.md";
    const [got] = await ask({ era }, "skills/get", "--uri", uri);
    expect(got).toMatchObject({ result: { skill: { uri, frontmatter: { name: "table-tools" } } } });
    const [folder] = await ask({ era }, "resources/directory/read", "--uri", "skill://table-tools");
    const files = readdirSync(join(skills, "table-tools")).sort();
    const { resources } = (folder as { result: { resources: { name: string }[] } }).result;
    expect(resources.map(({ name }) => name).sort()).toEqual(files);
  });
});
