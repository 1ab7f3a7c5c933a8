import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, it } from "vitest";
import { createSkillset } from "../../../../src/core/skillset/create-skillset.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { mcpFiles, type McpEra, type McpPlace } from "../../../contract/places/mcp-place.ts";

type Files = Record<string, string | Uint8Array>;

const skillMd = (name: string, yaml = "", body = "Body.\n"): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n${yaml}---\n${body}`;

/** Skills of every kind that the official server takes. */
const varied: Files = {
  "plain/SKILL.md": skillMd("plain"),
  "empty-body/SKILL.md": skillMd("empty-body", "", ""),
  "windows/SKILL.md": skillMd("windows").replaceAll("\n", "\r\n"),
  "marked/SKILL.md": `\ufeff${skillMd("marked")}`,
  "unicode/SKILL.md": "---\nname: unicode\ndescription: Grüße, 世界 🎉 🏴󠁧󠁢󠁳󠁣󠁴󠁿\n---\nZeichen: ünïcödé\n",
  "typed/SKILL.md": skillMd(
    "typed",
    [
      "version: 1.0",
      "count: 12",
      "hex: 0x1f",
      "octal: 0o17",
      "exponent: 1e3",
      "flag: true",
      "shout: TRUE",
      "none: ~",
      "empty:",
      "date: 2026-07-28",
      "time: 12:30:45",
      'quoted: "a \\"b\\" \\u00fc"',
      "single: 'it''s'",
      "list: [a, 1, true, null]",
      "map: { a: b, c: [d] }",
      "nested:",
      "  deeper:",
      "    deepest: x",
      "  items:",
      "    - one",
      "    - two: 2",
      "      three: 3",
      "block: |",
      "  line one",
      "    line two",
      "",
      "  line three",
      "folded: >-",
      "  one",
      "  two",
      "",
      "  three",
      "commented: value # a comment",
      "hash: a#b",
      "yes-no: yes",
      "",
    ].join("\n"),
  ),
  "asking/SKILL.md": skillMd(
    "asking",
    "allowed-tools: Bash(git:*) Read\nlicense: MIT\ncompatibility: needs git\nmetadata:\n  author: me\n  version: '1'\n",
  ),
  "outer/SKILL.md": skillMd("outer"),
  "outer/inner/SKILL.md": skillMd("inner"),
  "outer/inner/notes.txt": "inner notes",
  "team/billing/refunds/SKILL.md": skillMd("refunds"),
  "team/support/refunds/SKILL.md": skillMd("refunds"),
  "files/SKILL.md": skillMd("files"),
  "files/every-byte.bin": Uint8Array.from({ length: 256 }, (_, at) => at),
  "files/empty.txt": "",
  "files/scripts/run.sh": "#!/bin/sh\n",
  "files/names/two words.txt": "1",
  "files/names/Q&A.md": "2",
  "files/names/Übersicht – 概要.md": "3",
  "files/names/it's [x] (1)+2=3, a;b@c!.md": "4",
  "files/names/#1 what?.md": "5",
  "files/names/100% sure.md": "6",
};

/** Whatever lies in a folder, by path. */
function filesBelow(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), new Uint8Array(readFileSync(join(folder, path)))]),
  );
}

const text = (content: string | Uint8Array): string =>
  typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
const bytes = (content: string | Uint8Array | undefined): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content ?? []);

async function expectAllRead({ client, files }: McpPlace, prefix = ""): Promise<number> {
  const { skills: official } = await new SkillsClient(client).list();
  const source = mcpSkillSource(client, { label: "hub", approve: () => true });
  const found: unknown[] = [];
  const entries = await source.list({ onDiagnostic: (diagnostic) => void found.push(diagnostic) });
  expect(found).toEqual([]);
  expect(entries.map(({ origin }) => origin.uri).sort()).toEqual(official.map(({ uri }) => uri).sort());
  for (const { id, origin, name, description } of entries) {
    const root = origin.uri.slice(`skill://${prefix}`.length, -"SKILL.md".length);
    expect(await source.read(id)).toBe(text(files[`${root}SKILL.md`] ?? ""));
    expect(official.find(({ uri }) => uri === origin.uri)?.frontmatter).toMatchObject({ name, description });
    const paths = ((await source.listResources?.(id)) ?? []).map(({ path }) => path);
    expect(paths).toEqual(
      Object.keys(files)
        .filter((path) => path.startsWith(root))
        .map((path) => path.slice(root.length))
        .filter((path) => path !== "SKILL.md")
        .sort(),
    );
    for (const path of paths) {
      expect(new Uint8Array((await source.readResource?.(id, path)) as Uint8Array)).toEqual(
        bytes(files[`${root}${path}`]),
      );
    }
  }
  return entries.length;
}

describe.each<McpEra>(["legacy", "modern"])("a server built with the official package, %s", (era) => {
  it("has every skill read, to the byte", async () => {
    const place = await mcpFiles({ ...varied }, era);
    expect(await expectAllRead(place)).toBe(12);
    await place.dispose();
  });

  it("has every skill read under a prefix, page by page", async () => {
    const place = await mcpFiles({ ...varied }, era, { prefix: "acme", pageSize: 1 });
    expect(await expectAllRead(place, "acme/")).toBe(12);
    await place.dispose();
  });

  it("has the example skills of this repository read", async () => {
    const folder = fileURLToPath(new URL("../../../../../../examples/skills", import.meta.url));
    const place = await mcpFiles(filesBelow(folder), era);
    expect(await expectAllRead(place)).toBeGreaterThan(0);
    await place.dispose();
  });

  it("serves a skillset", async () => {
    const place = await mcpFiles({ ...varied }, era);
    const skillset = await createSkillset(mcpSkillSource(place.client, { label: "hub", approve: () => true }));
    const load = skillset.tools.find(({ name }) => name === "load_skill");
    expect(await load?.execute({ name: "hub:files" })).toContain('<file path="scripts/run.sh"');
    await place.dispose();
  });

  it("is checked against what it serves now, after it changed", async () => {
    const place = await mcpFiles({ ...varied }, era);
    const source = mcpSkillSource(place.client, { label: "hub", approve: () => true });
    await source.read("hub:plain");
    const [before] = (await source.list()).filter(({ id }) => id === "hub:plain");
    place.files["plain/SKILL.md"] = skillMd("plain", "", "Other body.\n");
    await place.reload();
    // The body alone is another, so nobody was told; the cached copy is what the held entry describes.
    expect(await source.read("hub:plain")).toBe(skillMd("plain"));
    const [after] = (await source.list()).filter(({ id }) => id === "hub:plain");
    expect(after?.revision).not.toBe(before?.revision);
    expect(await source.read("hub:plain")).toContain("Other body.");
    await place.dispose();
  });
});
