import { describe, expect, it } from "vitest";
import { findSkills } from "../../../../src/supply/fetch/find-skills.ts";
import { wellKnownFetcher } from "../../../../src/supply/fetch/well-known/index.ts";
import { packSkill } from "../../../../src/supply/pack/pack-skill.ts";
import { digestOf, type Route, serve, skillText, status, tagged, type TestServer } from "../../http/serve.ts";
import { fetchContext, textsOf } from "./fetch-context.ts";

const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const at = "/.well-known/agent-skills";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const archive = packSkill([
  { path: "SKILL.md", bytes: bytes(skillText("packed")), executable: false },
  { path: "scripts/run.sh", bytes: bytes("echo\n"), executable: true },
]).bytes;

const skillMd = (name: string, text = skillText(name), more: object = {}): object => ({
  name,
  type: "skill-md",
  description: "x",
  url: `${name}/SKILL.md`,
  digest: digestOf(text),
  ...more,
});

async function site(routes: Record<string, Route>): Promise<TestServer> {
  return serve(routes);
}

function listing(...skills: object[]): Record<string, Route> {
  return { [`${at}/index.json`]: tagged(JSON.stringify({ $schema: schema, skills })) };
}

const source = (url: string) => ({ type: "well-known", url }) as const;
const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "nothing was refused",
    (error: unknown) => error,
  );

describe("a well-known site", () => {
  it("gives skills of one file and archives, verified, and fetches content only when it is opened", async () => {
    const { origin, count } = await site({
      ...listing(skillMd("one"), {
        name: "packed",
        type: "archive",
        description: "x",
        url: "/files/packed.zip",
        digest: digestOf(archive),
      }),
      [`${at}/one/SKILL.md`]: skillText("one"),
      "/files/packed.zip": archive,
    });
    const fetched = await wellKnownFetcher().resolve(source(origin), fetchContext());
    expect(fetched.resolved).toEqual({ digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(count(`${at}/one/SKILL.md`)).toBe(0);
    const tree = await fetched.open();
    expect(tree.skillFolders).toEqual(["one", "packed"]);
    expect(await textsOf(tree)).toEqual({
      "one/SKILL.md": skillText("one"),
      "packed/SKILL.md": skillText("packed"),
      "packed/scripts/run.sh": "echo\n",
    });
    expect(tree.entries.find(({ path }) => path === "packed/scripts/run.sh")?.executable).toBe(true);
    expect((await findSkills(tree)).map(({ name }) => name)).toEqual(["one", "packed"]);
  });

  it("is looked for below the address first, and the older form of the list is read", async () => {
    const legacy = { skills: [{ name: "old", description: "x", files: ["SKILL.md", "references/a.md"] }] };
    const server = await site({
      "/team/.well-known/skills/index.json": legacy,
      "/team/.well-known/skills/old/SKILL.md": skillText("old"),
      "/team/.well-known/skills/old/references/a.md": "a",
      ...listing(skillMd("root")),
      [`${at}/root/SKILL.md`]: skillText("root"),
    });
    const context = fetchContext();
    const team = await (await wellKnownFetcher().resolve(source(`${server.origin}/team`), context)).open();
    expect(await textsOf(team)).toEqual({ "old/SKILL.md": skillText("old"), "old/references/a.md": "a" });
    const other = await (await wellKnownFetcher().resolve(source(`${server.origin}/other/`), context)).open();
    expect(Object.keys(await textsOf(other))).toEqual(["root/SKILL.md"]);
    const named = `${server.origin}${at}/index.json`;
    expect((await (await wellKnownFetcher().resolve(source(named), context)).open()).skillFolders).toEqual(["root"]);
  });

  it("can be one SKILL.md, or one archive", async () => {
    const { origin } = await site({ "/a/SKILL.md": skillText("alone"), "/b/x.skill?token=1": archive });
    const context = fetchContext();
    const one = await (await wellKnownFetcher().resolve(source(`${origin}/a/SKILL.md`), context)).open();
    expect((await findSkills(one)).map(({ name, folder }) => [name, folder])).toEqual([["alone", "."]]);
    const two = await (await wellKnownFetcher().resolve(source(`${origin}/b/x.skill?token=1`), context)).open();
    expect((await findSkills(two)).map(({ name, folder }) => [name, folder])).toEqual([["packed", "packed"]]);
  });

  it("is asked whether the list changed, and not at all when offline", async () => {
    const server = await site({ ...listing(skillMd("one")), [`${at}/one/SKILL.md`]: skillText("one") });
    const context = fetchContext();
    const fetcher = wellKnownFetcher();
    const first = await fetcher.resolve(source(server.origin), context);
    await first.open();
    await fetcher.resolve(source(server.origin), context);
    expect(server.requests.at(-1)?.headers["if-none-match"]).toMatch(/^"/);
    const asked = server.requests.length;
    const offline = await fetcher.restore(source(server.origin), first.resolved, { ...context, offline: true });
    expect(await textsOf(await offline.open())).toEqual({ "one/SKILL.md": skillText("one") });
    expect(server.requests.length).toBe(asked);
    const empty = fetchContext({ offline: true });
    expect(await refusal(fetcher.resolve(source(server.origin), empty))).toMatchObject({ code: "source-unavailable" });
  });

  it("that offers something else than the lock is refused", async () => {
    const server = await site({ ...listing(skillMd("one")), [`${at}/one/SKILL.md`]: skillText("one") });
    const context = fetchContext();
    const { resolved } = await wellKnownFetcher().resolve(source(server.origin), context);
    Object.assign(server.routes, listing(skillMd("one", skillText("one", "Changed."))));
    const restored = wellKnownFetcher().restore(source(server.origin), resolved, context);
    expect(await refusal(restored)).toMatchObject({ code: "digest-mismatch" });
  });

  it("leaves out entries that cannot be used, and says so", async () => {
    const told: string[] = [];
    const { origin } = await site({
      ...listing(
        skillMd("one"),
        skillMd("no-digest", "", { digest: undefined }),
        skillMd("elsewhere", "", { url: "https://evil.example/SKILL.md" }),
        skillMd("a:b"),
        skillMd("../up"),
        skillMd("odd", "", { type: "plugin" }),
        skillMd("one"),
      ),
      [`${at}/one/SKILL.md`]: skillText("one"),
    });
    const context = fetchContext({ onProgress: (text) => told.push(text) });
    const tree = await (await wellKnownFetcher().resolve(source(origin), context)).open();
    expect(tree.skillFolders).toEqual(["one"]);
    expect(told.filter((text) => text.startsWith("left out"))).toHaveLength(6);
    expect(told.join("\n")).toMatch(/entry 2 \(skills\[1\]\) has no `digest`[\s\S]*another origin/);
  });
});

describe("a site that lies or fails", () => {
  const limits = { maxDownloadBytes: 5000, maxUnpackedBytes: 5000, maxEntries: 3, timeout: 300 };
  const open = async (url: string): Promise<unknown> =>
    refusal(
      wellKnownFetcher()
        .resolve(source(url), fetchContext({ limits }))
        .then((fetched) => fetched.open()),
    );

  it("is refused for another content than it promised", async () => {
    const { origin } = await site({ ...listing(skillMd("one")), [`${at}/one/SKILL.md`]: "something else" });
    expect(await open(origin)).toMatchObject({ code: "digest-mismatch" });
  });

  it.each([
    ["no JSON", "<html>"],
    ["no list", { $schema: schema }],
    ["an unknown version", { $schema: schema.replace("0.2.0", "9.0.0"), skills: [] }],
    ["no skills", { $schema: schema, skills: [] }],
  ])("is refused for %s, with the address", async (_, index) => {
    const { origin } = await site({ [`${at}/index.json?token=secret`]: index });
    const error = await open(`${origin}?token=secret`);
    expect(error).toMatchObject({
      code: "source-unavailable",
      message: expect.stringContaining(`${origin}${at}/index.json`),
    });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
  });

  it("is refused for too much, also when it does not say how much", async () => {
    const endless: Route = (_request, response) => {
      const timer = setInterval(() => response.write("x".repeat(2000)), 1);
      response.on("close", () => clearInterval(timer));
    };
    const { origin } = await site({ "/SKILL.md": endless });
    expect(await open(`${origin}/SKILL.md`)).toMatchObject({ code: "file-too-large" });
    const many = await site(listing(...["a", "b", "c", "d"].map((name) => skillMd(name))));
    expect(await open(many.origin)).toMatchObject({ code: "source-unavailable" });
  });

  it("is not waited for, nor followed elsewhere", async () => {
    const other = await site({ "/SKILL.md": skillText("other") });
    const { origin } = await site({
      "/slow/SKILL.md": () => {},
      "/away/SKILL.md": status(302, { location: `${other.origin}/SKILL.md` }),
      "/up/a/SKILL.md": status(302, { location: "/SKILL.md" }),
      "/page/SKILL.md": (_request, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    });
    for (const [path, message] of [
      ["/slow/SKILL.md", /no complete answer/],
      ["/away/SKILL.md", /redirect to another origin/],
      ["/up/a/SKILL.md", /redirect that leaves/],
      ["/page/SKILL.md", /web page/],
      ["/none/SKILL.md", /not there/],
    ] as const) {
      const error = await open(`${origin}${path}`);
      expect(error).toMatchObject({ code: "source-unavailable", message: expect.stringMatching(message) });
    }
    expect(other.requests).toEqual([]);
  }, 20_000);

  it("must be https, unless it is this machine, and hold no password", async () => {
    for (const url of ["http://example.com", "ftp://127.0.0.1/", "https://me:secret@example.com", "nonsense"]) {
      const error = await open(url);
      expect(error).toMatchObject({ code: "project-invalid" });
      expect(JSON.stringify(error)).not.toContain("secret");
    }
  });
});
