import { mergeSkillSources, SkillError, type SkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer, type McpSkillServerOptions } from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { anyResult } from "../../../../src/mcp/host/mcp-client.ts";
import { connectClient, eras, type TestClientOptions } from "./clients.ts";
import { skillText } from "./skill-text.ts";

const secret = "/home/somebody/secret/place";

function failure(): Error {
  return new Error(`EACCES: permission denied, open '${secret}'`);
}

const honest = {
  list: async () => [{ id: "a", name: "a", description: "Does what a does." }],
  read: async () => skillText("a"),
  listResources: async () => [{ path: "notes.md" }, { path: "scripts/run.sh" }],
  readResource: async () => "notes",
} satisfies SkillSource;

const calls: readonly [method: string, params: Record<string, unknown>][] = [
  ["skills/list", {}],
  ["skills/get", { uri: "skill://a/SKILL.md" }],
  ["resources/list", {}],
  ["resources/read", { uri: "skill://a/SKILL.md" }],
  ["resources/read", { uri: "skill://a/notes.md" }],
  ["resources/read", { uri: "skill://index.json" }],
  ["resources/directory/read", { uri: "skill://a" }],
  ["prompts/list", {}],
  ["prompts/get", { name: "a" }],
  ["tools/list", {}],
  ["tools/call", { name: "load_skill", arguments: { name: "a" } }],
  ["tools/call", { name: "read_skill_file", arguments: { skill: "a", path: "notes.md" } }],
  ["tools/call", { name: "search_skills", arguments: { query: "a" } }],
  ["tools/call", { name: "run_skill_script", arguments: { skill: "a", script: "scripts/run.sh" } }],
];

/** Everything that a client is answered. */
async function answers(
  source: SkillSource,
  options: TestClientOptions & { readonly serving?: McpSkillServerOptions; readonly begin?: () => void },
): Promise<{ readonly said: string; readonly errors: readonly string[] }> {
  const errors: string[] = [];
  const server = createMcpSkillServer(source, {
    tools: "always",
    prompts: "always",
    index: true,
    freshMs: 0,
    onError: ({ message }) => errors.push(message),
    ...options.serving,
  });
  onTestFinished(() => server.close());
  const said: string[] = [];
  const note = (error: unknown): void => void said.push(String(error), JSON.stringify(error));
  const client = await connectClient(server, { ...options, declares: true }).catch(note);
  options.begin?.();
  for (const [method, params] of calls) {
    await client
      ?.request({ method, params } as never, anyResult)
      .then((result) => said.push(JSON.stringify(result)), note);
  }
  return { said: said.join("\n"), errors };
}

describe.each(eras)("a client of %s is told nothing about this machine", (era) => {
  it.each(["read", "listResources", "readResource"] as const)("when %s fails", async (method) => {
    let isBroken = false;
    const source: SkillSource = {
      ...honest,
      [method]: async () => {
        if (isBroken) throw failure();
        return honest[method]();
      },
    };
    const { said } = await answers(source, { era, begin: () => void (isBroken = true) });
    expect(said).not.toContain(secret);
  });

  it.each(["one source", "several"])("when the list fails, of %s", async (how) => {
    const broken: SkillSource = { ...honest, list: () => Promise.reject(failure()) };
    const { said, errors } = await answers(how === "one source" ? broken : mergeSkillSources([broken]), { era });
    expect(said).not.toContain(secret);
    expect(errors).not.toEqual([]);
  });

  it("when approvals cannot be read", async () => {
    const message = `The approvals in ${secret} cannot be used.`;
    const fail = (): Promise<never> => Promise.reject(new SkillError("file-unreadable", message));
    const { said, errors } = await answers(honest, {
      era,
      serving: {
        scripts: { run: () => Promise.reject(failure()) },
        approve: () => "always",
        approvals: { has: fail, add: fail, revoke: fail },
      },
    });
    expect(said).toContain("The script was not run");
    expect(said).not.toContain(secret);
    expect(errors).toContain(message);
  });
});
