import type { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { defineSkill } from "@tradecraft/sdk";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connectClient, connectHttp, eras } from "./clients.ts";
import { serveHttp } from "./http-server.ts";
import { skillText, skillWith } from "./skill-text.ts";

const skills = [
  skillWith("pdf", { "references/a.md": "line one\nline two", "scripts/run.sh": "echo hi" }),
  skillText("review", "user-invocable: false\n"),
  skillText("deploy", "disable-model-invocation: true\n"),
];
const toolsOf = async (client: Client) =>
  client.getServerCapabilities()?.tools === undefined
    ? undefined
    : (await client.listTools()).tools.map(({ name }) => name);
const promptsOf = async (client: Client) =>
  client.getServerCapabilities()?.prompts === undefined
    ? undefined
    : (await client.listPrompts()).prompts.map(({ name }) => name);
const call = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { text: (content as { text: string }[])[0]?.text ?? "", isError };
};

describe.each(eras)("a client of %s", (era) => {
  it("without the extension gets tools, prompts, resources and instructions", async () => {
    const client = await connectClient(createMcpSkillServer(skills), { era });
    expect(await toolsOf(client)).toEqual(["load_skill", "read_skill_file", "search_skills"]);
    expect(await promptsOf(client)).toEqual(["deploy", "pdf"]);
    expect((await client.listResources()).resources.length).toBe(3);
    expect(client.getInstructions()).toContain("Does pdf.");
    expect(client.getInstructions()).not.toContain("Does deploy.");
  });

  it("with the extension gets none of them twice, unless it is wanted", async () => {
    const quiet = await connectClient(createMcpSkillServer(skills), { era, declares: true });
    expect([await toolsOf(quiet), await promptsOf(quiet), quiet.getInstructions()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await new SkillsClient(quiet).list()).skills.length).toBe(3);
    const both = createMcpSkillServer(skills, { tools: "always", prompts: "always" });
    const loud = await connectClient(both, { era, declares: true });
    expect([(await toolsOf(loud))?.length, (await promptsOf(loud))?.length]).toEqual([3, 2]);
    const never = await connectClient(createMcpSkillServer(skills, { tools: "never", prompts: "never" }), { era });
    expect([await toolsOf(never), await promptsOf(never)]).toEqual([undefined, undefined]);
  });

  it("gets the same over HTTP", async () => {
    const { url } = await serveHttp(createMcpSkillServer(skills).handler());
    const plain = await connectHttp(url, { era });
    const quiet = await connectHttp(url, { era, declares: true });
    expect(await toolsOf(plain)).toEqual(["load_skill", "read_skill_file", "search_skills"]);
    expect(await toolsOf(quiet)).toBeUndefined();
    expect((await call(plain, "load_skill", { name: "pdf" })).text).toContain("The instructions of pdf.");
    expect((await plain.getPrompt({ name: "pdf", arguments: {} })).messages.length).toBe(1);
  });

  it("loads, reads and finds by tools", async () => {
    const client = await connectClient(createMcpSkillServer(skills), { era });
    expect((await call(client, "load_skill", { name: "pdf" })).text).toContain("The instructions of pdf.");
    // Another conversation on the same connection needs them, too.
    expect((await call(client, "load_skill", { name: "pdf" })).text).toContain("The instructions of pdf.");
    expect((await call(client, "load_skill", { name: "deploy" })).text).toContain("There is no skill");
    const file = await call(client, "read_skill_file", { skill_name: "pdf", path: "references/a.md", skill: "pdf" });
    expect(file.text).toContain("line two");
    expect((await call(client, "search_skills", { query: "review" })).text).toContain("review");
    await expect(client.callTool({ name: "run_skill_script", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it("gets a prompt with what a person typed", async () => {
    const client = await connectClient(createMcpSkillServer(skills), { era });
    const { messages } = await client.getPrompt({ name: "deploy", arguments: { arguments: "to staging" } });
    const texts = messages.map(({ content }) => (content as { text: string }).text);
    expect(texts[0]).toContain("The instructions of deploy.");
    expect(texts.join("\n")).toContain("to staging");
    for (const name of ["review", "none", "../pdf", "pdf x"])
      await expect(client.getPrompt({ name })).rejects.toMatchObject({ code: -32602 });
  });
});

it("keeps what one client uses from all others", async () => {
  const server = createMcpSkillServer([
    ...skills,
    skillWith("secret", { "a.md": "Aha" }, "disable-model-invocation: true\n"),
  ]);
  const { url } = await serveHttp(server.handler());
  const [one, ...others] = await Promise.all([connectClient(server), connectClient(server), connectHttp(url)]);
  const read = async (client: Client) =>
    (await call(client, "read_skill_file", { skill: "secret", path: "a.md" })).text;
  if (one === undefined) throw new Error("no client");
  expect(await read(one)).toContain("There is no skill");
  // A person chose it: now the model may read its files, in this session.
  await one.getPrompt({ name: "secret" });
  expect(await read(one)).toContain("Aha");
  for (const other of others) expect(await read(other)).toContain("There is no skill");
});

it("gives a call of 2026 over HTTP nothing of an earlier one", async () => {
  const { url } = await serveHttp(createMcpSkillServer(skills).handler());
  const client = await connectHttp(url, { era: "2026-07-28" });
  for (let round = 0; round < 2; round++)
    expect((await call(client, "load_skill", { name: "pdf" })).text).toContain("The instructions of pdf.");
});

it("keeps the state of skills in code in each session", async () => {
  const counter = defineSkill({
    name: "counter",
    description: "Counts. Use when counting.",
    body: "Count.",
    state: { namespace: "counter", schema: z.object({ count: z.number().default(0) }) },
    tools: {
      next: {
        description: "Counts on.",
        input: z.object({}),
        execute: (_, { state }) => `count ${++state.count}`,
      },
    },
  });
  const server = createMcpSkillServer([counter]);
  const input = { skill: "counter", tool: "next", arguments: {} };
  for (const client of [await connectClient(server), await connectClient(server)]) {
    await call(client, "load_skill", { name: "counter" });
    expect((await call(client, "execute_skill_tool", input)).text).toContain("count 1");
    expect((await call(client, "execute_skill_tool", input)).text).toContain("count 2");
  }
});

it("runs scripts only if asked to, and only if approved", async () => {
  const asked: string[] = [];
  const runner = {
    run: async ({ script }: { script: string }) => ({ exitCode: 0, stdout: `ran ${script}`, stderr: "" }),
  };
  const server = createMcpSkillServer(skills, {
    scripts: runner as never,
    approve: ({ script, digest }) => {
      asked.push(`${script} ${digest.slice(0, 7)}`);
      return asked.length === 1;
    },
  });
  const client = await connectClient(server);
  expect(await toolsOf(client)).toContain("run_skill_script");
  const input = { skill: "pdf", script: "scripts/run.sh" };
  expect((await call(client, "run_skill_script", input)).text).toContain("ran scripts/run.sh");
  expect((await call(client, "run_skill_script", input)).text).toContain("permission was refused");
  expect(asked).toEqual(["scripts/run.sh sha256:", "scripts/run.sh sha256:"]);
});

it("has the program's own tools next to the skills, for everybody", async () => {
  const ping = {
    name: "ping",
    description: "Answers.",
    inputSchema: { type: "object" as const, properties: {}, required: [], additionalProperties: false },
    execute: async () => "pong",
  };
  const fails = { ...ping, name: "fails", execute: () => Promise.reject(new Error("/home/me/secret")) };
  const server = createMcpSkillServer(skills, { ownTools: [ping, fails] });
  const plain = await connectClient(server);
  const quiet = await connectClient(server, { declares: true });
  expect(await toolsOf(plain)).toEqual(["ping", "fails", "load_skill", "read_skill_file", "search_skills"]);
  expect(await toolsOf(quiet)).toEqual(["ping", "fails"]);
  expect((await call(quiet, "ping", {})).text).toBe("pong");
  expect(await call(quiet, "fails", {})).toEqual({ text: "The tool failed.", isError: true });
});

it("tells clients where skills lie only if asked to", async () => {
  const skill = { ...skillWith("pdf", {}), directory: "/srv/skills/pdf" } as never;
  const quiet = await connectClient(createMcpSkillServer([skill]));
  const open = await connectClient(createMcpSkillServer([skill], { directories: true }));
  expect((await call(quiet, "load_skill", { name: "pdf" })).text).not.toContain("/srv");
  expect((await call(open, "load_skill", { name: "pdf" })).text).toContain("/srv/skills/pdf");
});

it("lists no more than its budget in the instructions, and all are found", async () => {
  const many = Array.from({ length: 500 }, (_, at) => skillText(`s${at}`));
  const client = await connectClient(createMcpSkillServer(many, { budget: 500 }));
  expect(client.getInstructions()?.length).toBeLessThan(4000);
  expect((await call(client, "search_skills", { query: "s499" })).text).toContain("s499");
  expect((await call(client, "load_skill", { name: "s499" })).text).toContain("The instructions of s499.");
});
