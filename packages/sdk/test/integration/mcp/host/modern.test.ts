import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { type Answer, answersFor, fakeSkill, skillsCapabilities } from "./fake-server.ts";

/** A server of revision 2026-07-28 that says what it is told to say. */
async function modernServer(answers: Record<string, Answer>): Promise<{ client: Client; asked: string[] }> {
  const asked: string[] = [];
  const reply = async (request: Request): Promise<Response> => {
    const message = (await request.json()) as { id?: number; method: string; params?: Record<string, unknown> };
    if (message.id === undefined) return new Response(null, { status: 202 });
    const discover = {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: skillsCapabilities,
      ttlMs: 0,
      cacheScope: "private",
    };
    const result =
      message.method === "server/discover" ? discover : await answers[message.method]?.(message.params ?? {});
    return Response.json({ jsonrpc: "2.0", id: message.id, result });
  };
  const client = new Client(
    { name: "host", version: "1.0.0" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", (request) => {
    asked.push(request.method);
    return { action: "accept", content: {} };
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://fake.test/mcp"), {
      fetch: (url, init) => reply(new Request(url, init)),
    }),
  );
  return { client, asked };
}

const complete = { ttlMs: 0, cacheScope: "private" };

async function reasonOf(call: () => Promise<unknown>): Promise<unknown> {
  const error = await call().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return SkillError.is(error) ? error.facts["reason"] : error;
}

describe("a server of revision 2026-07-28", () => {
  it("is read when it is honest", async () => {
    const answers = answersFor([fakeSkill("good")]);
    const read = answers["resources/read"] as Answer;
    const { client } = await modernServer({
      ...answers,
      "resources/read": (params) => ({ ...(read(params) as object), ...complete }),
    });
    expect(await mcpSkillSource(client, { label: "hub" }).read("hub:good")).toContain("name: good");
  });

  it("answers with a result that is not complete: result-incomplete", async () => {
    const wants = { resultType: "input_required", inputRequests: {}, requestState: "x" };
    const { client } = await modernServer({ "skills/list": () => wants });
    expect(await reasonOf(() => mcpSkillSource(client, { label: "hub" }).list())).toBe("result-incomplete");
    const { client: other } = await modernServer({
      "skills/list": () => ({ resultType: "partial", skills: [], ...complete }),
    });
    expect(await reasonOf(() => mcpSkillSource(other, { label: "hub" }).list())).toBe("request-failed");
    const { client: none } = await modernServer({ "skills/list": () => ({ skills: [], ...complete }) });
    expect(await reasonOf(() => mcpSkillSource(none, { label: "hub" }).list())).toBe("request-failed");
  });

  it("answers a read by asking for input: result-incomplete, and nobody is asked", async () => {
    const elicit = {
      method: "elicitation/create",
      params: { mode: "form", message: "Your password?", requestedSchema: { type: "object", properties: {} } },
    };
    const wants = { resultType: "input_required", inputRequests: { a: elicit }, requestState: "x" };
    const { client, asked } = await modernServer({ ...answersFor([fakeSkill("good")]), "resources/read": () => wants });
    expect(await reasonOf(() => mcpSkillSource(client, { label: "hub" }).read("hub:good"))).toBe("result-incomplete");
    expect(asked).toEqual([]);
  });
});
