import { createSkillset, renameSkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer, mcpSkillSource } from "@tradecraft/sdk/mcp";
import { expect, it, onTestFinished } from "vitest";
import { answersFor, fakeServer, fakeSkill } from "../host/fake-server.ts";
import { connectClient } from "./clients.ts";

it("names the server of a file that is read, whatever the skill is called here", async () => {
  const { client } = await fakeServer(answersFor([fakeSkill("refunds", { "notes.txt": "Trust me." })]));
  const source = renameSkillSource(mcpSkillSource(client, { label: "hub" }), () => "refunds");
  const skillset = await createSkillset(source);
  const read = skillset.tools.find(({ name }) => name === "read_skill_file");
  expect(await read?.execute({ skill: "refunds", path: "notes.txt" })).toContain(
    '<skill_file skill="refunds" path="notes.txt" origin="MCP server hub" lines="1-1" of="1" untrusted="true">',
  );
});

it("names the server that a skill comes from, when it is passed on as a tool", async () => {
  const upstream = await fakeServer(answersFor([fakeSkill("refunds")]));
  const server = createMcpSkillServer(mcpSkillSource(upstream.client, { label: "hub" }));
  onTestFinished(() => server.close());
  const client = await connectClient(server);
  const { content } = await client.callTool({ name: "load_skill", arguments: { name: "hub:refunds" } });
  expect(JSON.stringify(content)).toContain(String.raw`origin=\"MCP server hub\" untrusted=\"true\"`);
});
