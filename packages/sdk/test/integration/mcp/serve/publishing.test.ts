import { createHash } from "node:crypto";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { createSkillRegistry, defineSkill, type SourceDiagnostic, staticSkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer, type McpSkillServerOptions } from "@tradecraft/sdk/mcp";
import { describe, expect, it } from "vitest";
import { connectClient, eras } from "./clients.ts";
import { skillText, skillWith } from "./skill-text.ts";

type Skills = Parameters<typeof createMcpSkillServer>[0];

async function hostOf(skills: Skills, options: McpSkillServerOptions = {}, era = eras[1]) {
  const server = createMcpSkillServer(skills, options);
  const client = await connectClient(server, { declares: true, ...(era !== undefined && { era }) });
  const raw = (method: string, params: object): Promise<Record<string, unknown>> =>
    client.request({ method, params } as never, anything as never) as never;
  return { server, client, host: new SkillsClient(client), raw };
}

/** Takes every result as it comes. */
const anything = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };

const sha256 = (text: string | Uint8Array): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: { code: unknown }) => error.code,
  );

describe("capabilities", () => {
  it.each(eras)("declares the extension inline, with resources (%s)", async (era) => {
    const { client } = await hostOf([skillText("pdf")], {}, era);
    const { extensions, resources } = client.getServerCapabilities() ?? {};
    expect(extensions).toEqual({ "io.modelcontextprotocol/skills": { directoryRead: true } });
    expect(resources).toBeDefined();
  });

  it("declares an empty object without directory reads, and does not know the method then", async () => {
    const { client, raw } = await hostOf([skillText("pdf")], { directoryRead: false });
    expect(client.getServerCapabilities()?.extensions).toEqual({ "io.modelcontextprotocol/skills": {} });
    expect(await codeOf(raw("resources/directory/read", { uri: "skill://pdf" }))).toBe(-32601);
  });
});

describe("entries", () => {
  it("carry every field of the frontmatter as it was written", async () => {
    const more =
      'license: MIT\nmetadata:\n  version: "1.0"\nx-number: 1.50\nx-list: [a, 2, true, null]\nx-map:\n  deep: {a: b}\n';
    const { host } = await hostOf([skillText("pdf", more)]);
    const [skill] = (await host.list()).skills;
    expect(skill?.frontmatter).toEqual({
      name: "pdf",
      description: "Does pdf. Use when pdf is asked for.",
      license: "MIT",
      metadata: { version: "1.0" },
      "x-number": 1.5,
      "x-list": ["a", 2, true, null],
      "x-map": { deep: { a: "b" } },
    });
  });

  it("list every file once, the SKILL.md included, with digest and size", async () => {
    const bytes = new Uint8Array([0, 255, 1]);
    const { host } = await hostOf([skillWith("pdf", { "references/a b.md": "größe", "data.bin": bytes })]);
    const [skill] = (await host.list()).skills;
    expect(skill?.resources).toEqual([
      { uri: "skill://pdf/SKILL.md", digest: sha256(skillText("pdf")), size: skillText("pdf").length },
      { uri: "skill://pdf/data.bin", digest: sha256(bytes), size: 3 },
      { uri: "skill://pdf/references/a%20b.md", digest: sha256("größe"), size: 7 },
    ]);
  });

  it("are the same in a list and alone, with the fields for caches", async () => {
    const { raw } = await hostOf([skillWith("pdf", { "a.md": "a" })], { cache: { ttlMs: 5000, scope: "public" } });
    const list = await raw("skills/list", {});
    const one = await raw("skills/get", { uri: "skill://pdf/SKILL.md" });
    expect([one["skill"]]).toEqual(list["skills"]);
    for (const result of [list, one]) expect(result).toMatchObject({ ttlMs: 5000, cacheScope: "public" });
    expect(one["nextCursor"]).toBeUndefined();
  });

  it("include the files of a skill that lies inside", async () => {
    const { host } = await hostOf([skillWith("outer", { "inner/SKILL.md": skillText("inner") }), skillText("inner")]);
    const { skills } = await host.list();
    expect(skills.map(({ uri }) => uri)).toEqual(["skill://inner/SKILL.md", "skill://outer/SKILL.md"]);
    const files = skills[1]?.resources === "dynamic" ? [] : (skills[1]?.resources ?? []);
    expect(files.map(({ uri }) => uri)).toEqual(["skill://outer/SKILL.md", "skill://outer/inner/SKILL.md"]);
  });

  it("are made from skills in code like from others", async () => {
    const skill = defineSkill({
      name: "coded",
      description: "A skill in code.",
      body: "Do it.",
      resources: { "a.md": "A" },
    });
    const { host } = await hostOf([skill]);
    const [entry] = (await host.list()).skills;
    const file = await host.read(entry as never, "a.md");
    const manifest = await host.read(entry as never);
    expect([file.text, file.verified, manifest.body?.trim()]).toEqual(["A", true, "Do it."]);
  });

  it("say dynamic once a file is another each time it is read", async () => {
    let count = 0;
    const skill = skillWith("live", { "now.txt": (() => `${count++}`) as never });
    const { host } = await hostOf([skill]);
    const [listed] = (await host.list()).skills;
    await host.read(listed as never, "now.txt").catch(() => undefined);
    const { skill: again } = await host.get("skill://live/SKILL.md");
    expect(again.resources).toBe("dynamic");
    expect(await host.read(again, "now.txt")).toMatchObject({ verified: false });
  });
});

describe("addresses", () => {
  it.each([
    ["a plain id", { pdf: skillText("pdf") }, "skill://pdf/SKILL.md"],
    ["an id with a prefix", { "team:pdf": skillText("pdf") }, "skill://team/pdf/SKILL.md"],
    ["an id with folders", { "acme/billing/refunds": skillText("refunds") }, "skill://acme/billing/refunds/SKILL.md"],
    ["a name that is not the id", { folder: skillText("pdf") }, "skill://folder/pdf/SKILL.md"],
    ["an id that is not ASCII", { größe: skillText("size") }, "skill://gr%C3%B6%C3%9Fe/size/SKILL.md"],
  ])("end in the name: %s", async (_, skills, uri) => {
    const { host } = await hostOf(skills);
    const { skills: listed } = await host.list();
    expect(listed.map((skill) => skill.uri)).toEqual([uri]);
    expect((await host.read(listed[0] as never)).verified).toBe(true);
  });

  it("begin with the prefix of the server", async () => {
    const { host } = await hostOf([skillText("pdf")], { prefix: "acme/docs" });
    expect((await host.list()).skills.map(({ uri }) => uri)).toEqual(["skill://acme/docs/pdf/SKILL.md"]);
    expect(() => createMcpSkillServer([], { prefix: "../up" })).toThrow("prefix");
  });

  it("never lie inside another skill, and each skill has its own", async () => {
    const { host, server } = await hostOf({
      pdf: skillText("pdf"),
      "pdf:pdf": skillText("pdf"),
      "pdf:fill": skillText("fill"),
      "pdf/fill": skillText("fill"),
    });
    const uris = (await host.list()).skills.map(({ uri }) => uri);
    expect(uris).toEqual([
      "skill://pdf%2Ffill/fill/SKILL.md",
      "skill://pdf%3Afill/fill/SKILL.md",
      "skill://pdf%3Apdf/pdf/SKILL.md",
      "skill://pdf/SKILL.md",
    ]);
    expect(await server.unpublished()).toEqual([]);
  });
});

describe("reading", () => {
  it("gives text as text, and bytes as bytes", async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0]);
    const { client } = await hostOf([skillWith("pdf", { "a.bin": bytes, "b.json": "{}" })]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    expect(await read("skill://pdf/a.bin")).toMatchObject({ blob: "//4A", mimeType: "application/octet-stream" });
    expect(await read("skill://pdf/b.json")).toMatchObject({ text: "{}", mimeType: "application/json" });
    expect(await read("skill://pdf/SKILL.md")).toMatchObject({ text: skillText("pdf"), mimeType: "text/markdown" });
  });

  it("refuses every address that is not one of an entry", async () => {
    const { client, host, raw } = await hostOf([skillWith("pdf", { "a.md": "a" }), skillText("other")]);
    const hostile = [
      "skill://pdf/../other/../../etc/passwd",
      "skill://pdf/%2e%2e/%2e%2e/etc/passwd",
      "skill://pdf/..%2f..%2fetc%2fpasswd",
      "skill://pdf/..%5c..%5cetc",
      "skill://pdf/a.md%00",
      "skill://pdf/\0",
      "skill://pdf/a.md?x=1",
      "skill://pdf/A.md",
      "skill://pdf",
      "skill://pdf/",
      "skill://pdf//a.md",
      "skill://pdf/none.md",
      "skill://user:pass@pdf/a.md",
      "skill://PDF/a.md",
      "skill:pdf/a.md",
      "file:///etc/passwd",
      "file:/etc/passwd",
      "http://127.0.0.1/",
      "skill:///etc/passwd",
      "skill://",
      "/etc/passwd",
      "",
      "skill://index.json",
    ];
    for (const uri of hostile) {
      expect([uri, await codeOf(client.readResource({ uri }))]).toEqual([uri, -32602]);
      expect([uri, await codeOf(raw("skills/get", { uri }))]).toEqual([uri, -32602]);
    }
    // Dots that stay inside lead to a published file, or to nothing.
    expect((await client.readResource({ uri: "skill://pdf/x/../a.md" })).contents[0]).toMatchObject({ text: "a" });
    expect(await codeOf(host.get("skill://pdf/a.md"))).toBe(-32602);
  });

  it("gives what is there now, and the entry follows", async () => {
    const files: Record<string, string> = { "a.md": "one" };
    const source = staticSkillSource([skillWith("pdf", { "a.md": (() => files["a.md"]) as never })]);
    const { host } = await hostOf(createSkillRegistry(source));
    const [listed] = (await host.list()).skills;
    files["a.md"] = "two";
    await expect(host.read(listed as never, "a.md")).rejects.toThrow("digest");
    const { skill } = await host.get("skill://pdf/SKILL.md");
    expect(await host.read(skill, "a.md")).toMatchObject({ text: "two", verified: true });
  });
});

describe("directories", () => {
  const files = { "a.md": "a", "templates/eu/x.md": "x", "templates/us.md": "u", "scripts/run.py": "pass" };

  it("list their direct children, folders as such", async () => {
    const { host } = await hostOf([skillWith("pdf", files)]);
    const names = async (uri: string) =>
      (await host.readDirectory(uri)).resources.map(({ name, mimeType }) => `${name} ${mimeType}`);
    expect(await names("skill://pdf")).toEqual([
      "SKILL.md text/markdown",
      "a.md text/markdown",
      "scripts inode/directory",
      "templates inode/directory",
    ]);
    expect(await names("skill://pdf/templates")).toEqual(["eu inode/directory", "us.md text/markdown"]);
    expect(await names("skill://pdf/templates/eu")).toEqual(["x.md text/markdown"]);
  });

  it("come in pages", async () => {
    const { host, raw } = await hostOf([skillWith("pdf", files)], { pageSize: 3 });
    const first = await raw("resources/directory/read", { uri: "skill://pdf" });
    expect((first["resources"] as unknown[]).length).toBe(3);
    expect((await host.readDirectory("skill://pdf")).resources.length).toBe(4);
    const cursor = first["nextCursor"];
    expect(await codeOf(raw("resources/directory/read", { uri: "skill://pdf/templates", cursor }))).toBe(-32602);
  });

  it("are refused where there is none", async () => {
    const { raw } = await hostOf([skillWith("pdf", files)]);
    for (const uri of ["skill://pdf/a.md", "skill://pdf/none", "skill://none", "skill://pdf/", "file:///etc", "x"])
      expect([uri, await codeOf(raw("resources/directory/read", { uri }))]).toEqual([uri, -32602]);
  });
});

describe("pages", () => {
  const many = Array.from({ length: 25 }, (_, at) => skillText(`s${String(at).padStart(2, "0")}`));

  it("hold each skill once and whole", async () => {
    const { host, raw } = await hostOf(many, { pageSize: 10 });
    const first = await raw("skills/list", {});
    expect((first["skills"] as unknown[]).length).toBe(10);
    const { skills } = await host.list();
    expect(new Set(skills.map(({ uri }) => uri)).size).toBe(25);
  });

  it("refuse a cursor that was changed, made up or meant for another list", async () => {
    const { raw } = await hostOf(many, { pageSize: 10, tools: "always", prompts: "always" });
    const { nextCursor } = (await raw("skills/list", {})) as { nextCursor: string };
    const { nextCursor: prompts } = (await raw("prompts/list", {})) as { nextCursor: string };
    const wrong = [`${nextCursor}x`, `x${nextCursor}`, nextCursor.split(".")[0] as string, "", "after:1", prompts];
    for (const cursor of wrong)
      expect([cursor, await codeOf(raw("skills/list", { cursor }))]).toEqual([cursor, -32602]);
    expect(await codeOf(raw("resources/list", { cursor: nextCursor }))).toBe(-32602);
    expect(await codeOf(raw("prompts/list", { cursor: nextCursor }))).toBe(-32602);
  });

  it("are few enough for clients that walk 64 of them, however many skills there are", async () => {
    const lots = Array.from({ length: 7000 }, (_, at) => skillText(`s${at}`));
    const { host } = await hostOf(lots);
    expect((await host.list()).skills.length).toBe(7000);
  });
});

describe("what is not published", () => {
  const filesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.md`, "x"]));
  const fine = skillText("fine");

  const report = async (
    skills: Skills,
  ): Promise<{ told: SourceDiagnostic[]; listed: string[]; all: readonly SourceDiagnostic[] }> => {
    const told: SourceDiagnostic[] = [];
    const { host, server } = await hostOf(skills, { onReport: (problem) => told.push(problem) });
    const { skills: listed } = await host.list();
    return { told, listed: listed.map(({ frontmatter }) => frontmatter.name), all: await server.unpublished() };
  };

  it("has more than 512 files; 512 are taken", async () => {
    const { listed, all } = await report([fine, skillWith("full", filesOf(511)), skillWith("over", filesOf(512))]);
    expect(listed).toEqual(["fine", "full"]);
    expect(all).toMatchObject([{ id: "over", code: "file-count", source: "mcp" }]);
    expect(all[0]?.message).toContain("513 files");
  });

  it("has more than 16 MiB; exactly 16 MiB are taken", async () => {
    const limit = 16 * 1024 * 1024;
    const exact = new Uint8Array(limit - skillText("full").length);
    const over = new Uint8Array(limit - skillText("over").length + 1);
    const { listed, all } = await report([
      fine,
      skillWith("full", { "a.bin": exact }),
      skillWith("over", { "a.bin": over }),
    ]);
    expect(listed).toEqual(["fine", "full"]);
    expect(all).toMatchObject([{ id: "over", code: "file-too-large" }]);
  });

  it("is told with the place, once, and hides no neighbour", async () => {
    const broken = {
      colon: "---\nname: colon\ndescription: a: b\n---\nBody\n",
      nested: skillText("nested", "metadata:\n  a:\n    b: c\n"),
      long: skillText("long").replace("Does long.", "x".repeat(1100)),
      infinite: skillText("infinite", "x: .inf\n"),
      unreadable: skillWith("unreadable", { "a.md": (() => Promise.reject(new Error("no"))) as never }),
      Größe: skillText("größe"),
    };
    const { told, listed, all } = await report({ fine, ...broken });
    expect(listed).toEqual(["fine"]);
    const codes = Object.fromEntries(all.map(({ id, code }) => [id, code]));
    expect(codes).toEqual({
      colon: "yaml-syntax",
      nested: "metadata-value-type",
      long: "description-too-long",
      infinite: "field-type",
      unreadable: "file-unreadable",
      Größe: "name-characters",
    });
    expect(all.find(({ id }) => id === "colon")).toMatchObject({ line: 3 });
    expect(told.map(({ id }) => id ?? "").sort()).toEqual(Object.keys(broken).sort());
  });

  it("is not allowed: it is neither published nor explained nor reachable", async () => {
    const { host, server, client } = await hostOf([fine, skillText("secret")], { allow: ["fi*"] });
    expect((await host.list()).skills.map(({ frontmatter }) => frontmatter.name)).toEqual(["fine"]);
    expect(await server.unpublished()).toEqual([]);
    expect(await codeOf(host.get("skill://secret/SKILL.md"))).toBe(-32602);
    expect(await codeOf(client.readResource({ uri: "skill://secret/SKILL.md" }))).toBe(-32602);
  });
});

describe("plain resources", () => {
  it("have the name, the description and the type of each SKILL.md", async () => {
    const { client } = await hostOf([skillText("pdf")]);
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      {
        uri: "skill://pdf/SKILL.md",
        name: "pdf",
        description: "Does pdf. Use when pdf is asked for.",
        mimeType: "text/markdown",
        size: skillText("pdf").length,
      },
    ]);
  });

  it("have an index for older readers, by choice", async () => {
    const { client } = await hostOf([skillText("pdf")], { index: true });
    const { contents } = await client.readResource({ uri: "skill://index.json" });
    const { skills } = JSON.parse((contents[0] as { text: string }).text);
    expect(skills).toEqual([
      {
        name: "pdf",
        type: "skill-md",
        description: "Does pdf. Use when pdf is asked for.",
        url: "skill://pdf/SKILL.md",
        digest: sha256(skillText("pdf")),
      },
    ]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("skill://index.json");
  });
});
