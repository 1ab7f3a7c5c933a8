import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SKILLS_EXTENSION_ID, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileApprovalStore } from "@tradecraft/sdk/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openCatalog } from "../../src/catalog/open-catalog.ts";
import { planRun } from "../../src/run/plan-run.ts";
import { runCli } from "../helpers/run-cli.ts";
import { examples, skillEnv } from "../helpers/skill-env.ts";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const eras = ["2025-11-25", "2026-07-28"] as const;
type Era = (typeof eras)[number];

const publishable = [
  "commit-messages",
  "flaky-tests",
  "incident-review",
  "release-notes",
  "sql-migrations",
  "table-tools",
  "webhook-contracts",
];

interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly code: Promise<number | null>;
}

/** The built command, until the test ends. */
function start(args: readonly string[], { cwd = tempFolder(), env = skillEnv() } = {}): Started {
  const child = spawn(process.execPath, [bin, "mcp", ...args], { cwd, env: { PATH: process.env["PATH"], ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await code;
  });
  return { child, output, code };
}

async function until({ output }: Started, text: string): Promise<void> {
  await vi.waitFor(() => expect(output.stderr).toContain(text), 20_000);
}

async function startHttp(args: readonly string[], env = skillEnv()): Promise<Started & { readonly url: URL }> {
  const started = start([examples, ...args], { env });
  await until(started, "/mcp\n");
  const [url = ""] = /http:\S+/.exec(started.output.stderr) ?? [];
  return { ...started, url: new URL(url) };
}

function makeClient(era: Era, declares = false): Client {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: declares ? { extensions: { [SKILLS_EXTENSION_ID]: {} } } : {},
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  onTestFinished(() => client.close());
  return client;
}

interface StdioOptions {
  readonly era?: Era;
  readonly declares?: boolean;
  readonly env?: ReturnType<typeof skillEnv>;
}

async function connectStdio(args: readonly string[], options: StdioOptions = {}): Promise<Client> {
  const { era = "2025-11-25", declares = false, env = skillEnv() } = options;
  const client = makeClient(era, declares);
  const given = { PATH: process.env["PATH"], ...env } as Record<string, string>;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", ...args],
    env: given,
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

async function connectHttp(url: URL, era: Era, token?: string): Promise<Client> {
  const client = makeClient(era, true);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function namesOf(client: Client): Promise<string[]> {
  const { skills } = await new SkillsClient(client).list();
  return skills.map(({ frontmatter }) => frontmatter.name).sort();
}

async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  return JSON.stringify((await client.callTool({ name, arguments: args })).content);
}

describe.skipIf(!isBuilt)("mcp over stdio", () => {
  it.each(eras)("lists and loads the examples, to the official client of %s", async (era) => {
    const client = await connectStdio([examples], { era, declares: true });
    expect(await namesOf(client)).toEqual(publishable);
    const plain = await connectStdio([examples], { era });
    expect(await textOf(plain, "load_skill", { name: "table-tools" })).toContain("Four programs answer");
    expect((await plain.listTools()).tools.map(({ name }) => name)).not.toContain("run_skill_script");
  });

  it("serves what --allow names, and the index on demand", async () => {
    const client = await connectStdio([examples, "--allow", "flaky-tests", "--allow=*-notes", "--index"], {
      declares: true,
    });
    expect(await namesOf(client)).toEqual(["flaky-tests", "release-notes"]);
    const index = JSON.stringify(await client.readResource({ uri: "skill://index.json" }));
    expect(index).toContain("release-notes");
    expect(index).not.toContain("table-tools");
  });

  it.skipIf(process.platform === "win32")("runs the scripts that were approved before, and no others", async () => {
    const folder = tempFolder({
      "tool/SKILL.md": goodSkill("tool"),
      "tool/scripts/good.sh": "echo did it\n",
      "tool/scripts/other.sh": "echo did it\n",
    });
    const env = skillEnv();
    const catalog = await openCatalog([folder], { cwd: folder, env });
    const { digest, script } = await planRun(catalog, { id: "tool", name: "tool" }, "good.sh");
    await fileApprovalStore(undefined, { ...env }).add({ action: `run ${script}`, skill: "tool", digest });
    const client = await connectStdio([folder, "--scripts"], { env });
    const { tools } = await client.listTools();
    const { properties = {} } = tools.find(({ name }) => name === "run_skill_script")?.inputSchema ?? {};
    const [skill = "", path = ""] = Object.keys(properties);
    const run = (file: string): Promise<string> =>
      textOf(client, "run_skill_script", { [skill]: "tool", [path]: `scripts/${file}` });
    await textOf(client, "load_skill", { name: "tool" });
    expect(await run("good.sh")).toContain("did it");
    expect(await run("other.sh")).toContain("permission was refused");
  });

  it("writes nothing but protocol to stdout, and ends with 0 when its client leaves", async () => {
    const started = start([examples, "--watch"]);
    await until(started, "serving 9 skills on stdio");
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const send = (message: object): void =>
      void started.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({ id: 1, method: "initialize", params });
    send({ method: "notifications/initialized" });
    started.child.stdin?.write("this is no JSON\n");
    send({ id: 2, method: "tools/list" });
    await vi.waitFor(() => expect(started.output.stdout).toContain('"id":2'), 10_000);
    started.child.stdin?.end();
    expect(await started.code).toBe(0);
    for (const line of started.output.stdout.trimEnd().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it.skipIf(process.platform === "win32").each(["SIGTERM", "SIGINT"] as const)("ends with 0 at %s", async (signal) => {
    const started = start([examples, "--watch"]);
    await until(started, "serving");
    started.child.kill(signal);
    expect(await started.code).toBe(0);
    expect(started.output.stdout).toBe("");
  });

  it("tells about changes with --watch", async () => {
    const folder = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const started = start([folder, "--watch"]);
    await until(started, "serving 1 skill on stdio");
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "b/SKILL.md"), goodSkill("b"));
    await until(started, "skills changed: 1 added");
  });

  it("leaves out skills that come with the project, unless their folder is named", async () => {
    const cwd = tempFolder({ ".claude/skills/a/SKILL.md": goodSkill("a"), ".git/HEAD": "" });
    const without = start([], { cwd });
    await until(without, "serving 0 skills");
    expect(without.output.stderr).toContain("left out, since nobody can be asked: project .claude/skills; name");
    const named = start([".claude/skills"], { cwd });
    await until(named, "serving 1 skill on");
    expect(named.output.stderr).not.toContain("left out");
  });

  it("serves a project's skills that were agreed to, and none once another is added", async () => {
    const cwd = tempFolder({ ".claude/skills/a/SKILL.md": goodSkill("a"), ".git/HEAD": "" });
    const env = { ...skillEnv(), XDG_STATE_HOME: tempFolder() };
    expect(await runCli(["trust", "add", ".claude/skills", "--yes"], { cwd, env })).toMatchObject({ code: 0 });
    const started = start(["--watch"], { cwd, env });
    await until(started, "serving 1 skill on stdio");
    mkdirSync(join(cwd, ".claude/skills/b"));
    writeFileSync(join(cwd, ".claude/skills/b/SKILL.md"), goodSkill("b"));
    await until(started, "skills changed: 0 added, 1 removed");
  });
});

describe.skipIf(!isBuilt)("mcp over HTTP", () => {
  it.each(eras)("serves who has the token, and refuses others, with a client of %s", async (era) => {
    const { url, child, code, output } = await startHttp(["--http", "0", "--token", "s3cret"]);
    expect([url.hostname, url.pathname]).toEqual(["127.0.0.1", "/mcp"]);
    expect(await namesOf(await connectHttp(url, era, "s3cret"))).toEqual(publishable);
    await expect(connectHttp(url, era, "wrong")).rejects.toThrow();
    await expect(connectHttp(url, era)).rejects.toThrow();
    const refused = await fetch(url, { method: "POST", headers: { authorization: "Bearer wrong" }, body: "{}" });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(output.stderr).not.toContain("s3cret");
    if (process.platform === "win32") return;
    child.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(output.stdout).toBe("");
  });

  it("lets in the pages that were named alone, and no foreign names of this machine", async () => {
    const { url } = await startHttp(["--http", "localhost:0", "--origin", "https://app.example.com"]);
    const status = async (headers: Record<string, string>, path = "/mcp"): Promise<number> =>
      (await fetch(new URL(path, url), { method: "POST", headers, body: "{}" })).status;
    expect(await status({ origin: "https://app.example.com", "content-type": "application/json" })).toBe(400);
    expect(await status({ origin: "https://evil.example.com" })).toBe(403);
    expect(await status({}, "/elsewhere")).toBe(404);
    const asked = httpRequest(url, { method: "POST", headers: { host: "evil.example.com" } });
    const foreign = new Promise((resolve, reject) => {
      asked.once("error", reject);
      asked.once("response", (response) => resolve(response.resume().statusCode));
    });
    asked.end("{}");
    expect(await foreign).toBe(403);
  });

  it("says that a port is taken", async () => {
    const { url } = await startHttp(["--http", "0"]);
    const { code, stderr } = await runCli(["mcp", examples, "--http", url.port], { env: skillEnv() });
    expect([code, stderr]).toEqual([
      2,
      `tradecraft: option-value: --http 127.0.0.1:${url.port}: something else listens there already\n`,
    ]);
  });
});

describe("mcp that does not serve", () => {
  it("says how to agree to a project's skills and to scripts", async () => {
    const { code, stdout } = await runCli(["mcp", "--help"], { env: skillEnv() });
    expect(code).toBe(0);
    expect(stdout).toContain("tradecraft trust add <folder>");
    expect(stdout).toContain("trust add <skill>");
  });

  const run = (args: readonly string[], cwd = tempFolder()) => runCli(["mcp", ...args], { cwd, env: skillEnv() });

  it.each([
    [["nope"], "argument-unexpected: nope: There is nothing at this path."],
    [[examples, "nope", "--json"], "argument-unexpected: nope: There is nothing at this path."],
    [["--http", "0.0.0.0:0"], "option-value: Others can call 0.0.0.0: set TRADECRAFT_MCP_TOKEN or give --token"],
    [["--print-config", "coddex"], 'did you mean "codex"?'],
    [["--print-config", "zed", "--http", "0"], "--print-config needs a port"],
  ])("refuses %j in one line", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stdout === "").toBe(!args.includes("--json"));
    expect(stderr).toContain(message);
  });

  it("reports what is published, and what is not and why", async () => {
    const { code, stdout, stderr } = await run([examples, "--json", "--allow", "*e*", "--allow", "*-確認"]);
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout) as { published: { id: string }[]; unpublished: { id: string; code: string }[] };
    const isNamed = (id: string): boolean => id.includes("e");
    expect(report.published.map(({ id }) => id).sort()).toEqual(publishable.filter(isNamed));
    const codes = Object.fromEntries(report.unpublished.map((each) => [each.id, each.code]));
    expect(codes).toMatchObject({ "敬語-確認": "name-characters" });
    expect(report.published.length + report.unpublished.length).toBe(9);
  });

  it("reports folders that nobody trusts, skills that cannot be listed and skills that --allow leaves out", async () => {
    const cwd = tempFolder({ ".claude/skills/a/SKILL.md": goodSkill("a"), ".git/HEAD": "" });
    const codesOf = async (args: string[], from: string): Promise<string[]> => {
      const { unpublished } = JSON.parse((await run([...args, "--json"], from)).stdout) as {
        unpublished: { code: string }[];
      };
      return unpublished.map(({ code }) => code);
    };
    expect(await codesOf([], cwd)).toEqual(["folder-untrusted"]);
    const second = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const broken = tempFolder({ "a/SKILL.md": goodSkill("a"), "b/SKILL.md": "no frontmatter", "c/SKILL.md": "" });
    const codes = await codesOf([".", second, "--allow", "x"], broken);
    expect(codes).toEqual(expect.arrayContaining(["frontmatter-missing", "not-allowed", "skill-shadowed"]));
  });

  it("prints a configuration with absolute paths, and where it goes on stderr", async () => {
    const cwd = tempFolder({ "skills/a/SKILL.md": goodSkill("a") });
    const { code, stdout, stderr } = await run(["skills", "--watch", "--allow", "a", "--print-config", "cursor"], cwd);
    expect([code, stderr]).toEqual([
      0,
      "tradecraft: This goes into ~/.cursor/mcp.json, or .cursor/mcp.json in the project\n",
    ]);
    const { mcpServers } = JSON.parse(stdout) as { mcpServers: { tradecraft: { command: string; args: string[] } } };
    const { command, args } = mcpServers.tradecraft;
    expect(command).toBe(process.execPath);
    expect(args.slice(1)).toEqual(["mcp", join(cwd, "skills"), "--allow=a", "--watch"]);
  });
});
