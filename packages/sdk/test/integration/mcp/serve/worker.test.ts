import { fileURLToPath } from "node:url";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Miniflare } from "miniflare";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eras, makeClient } from "./clients.ts";

let worker: Miniflare;

beforeAll(async () => {
  const input = fileURLToPath(new URL("fixtures/worker.ts", import.meta.url));
  const bundle = await rolldown({
    input,
    platform: "neutral",
    resolve: { conditionNames: ["workerd", "import", "default"], mainFields: ["module", "main"] },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  worker = new Miniflare({ modules: true, script: output[0].code, compatibilityDate: "2026-01-01" });
  await worker.ready;
});

afterAll(() => worker.dispose());

describe("in a Worker", () => {
  it("refuses who has no token or comes from elsewhere", async () => {
    const url = await worker.ready;
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    const headers = { authorization: "Bearer secret", origin: "https://evil.example" };
    expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(403);
  });

  it.each(eras)("serves the extension and the tools to clients of %s", async (era) => {
    const url = await worker.ready;
    const requestInit = { headers: { authorization: "Bearer secret" } };
    const client = makeClient({ era });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    onTestFinished(() => client.close());
    const host = new SkillsClient(client);
    const [skill] = (await host.list()).skills;
    if (skill === undefined || skill.resources === "dynamic") throw new Error("no skill");
    for (const { uri } of skill.resources) expect((await host.read(skill, uri)).verified).toBe(true);
    const { content } = await client.callTool({ name: "load_skill", arguments: { name: "pdf" } });
    expect(JSON.stringify(content)).toContain("The instructions of pdf.");
  });
});
