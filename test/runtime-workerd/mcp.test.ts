// The built `@tradecraft/sdk/mcp` inside workerd, without Node compatibility, asked over HTTP by the official client.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SKILLS_EXTENSION_ID, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../tools/run.mjs";
import { skillSample } from "../support/skill-sample.ts";
import { bundleEntry } from "./bundle-entry.ts";
import type { WorkerBundle } from "./bundle-entry.ts";
import { nodeUses } from "./node-uses.ts";

const worker = `
import { createMcpSkillServer } from "./mcp.js";
const raw = ${JSON.stringify(skillSample)};
let handle;
export default {
  fetch(request) {
    if (new URL(request.url).pathname === "/globals")
      return Response.json({ process: typeof process, Buffer: typeof Buffer });
    // Made with the first request: a Worker may do next to nothing while it starts.
    handle ??= createMcpSkillServer([
      { raw, resources: { "references/titles.md": () => "# Titles", "assets/wave.bin": new Uint8Array([255, 0, 254]) } },
      { name: "in-code", description: "Is written in code. Use when code is at hand.", body: "In code." },
    ]).handler({ token: "secret", origins: ["https://app.example"], path: "/mcp" });
    return handle(request);
  },
};
`;

const sample = "skill://greet-people/SKILL.md";
const eras = ["2025-11-25", "2026-07-28"] as const;
const secret = { authorization: "Bearer secret" };

let bundle: WorkerBundle;
let miniflare: Miniflare;
let url: URL;
beforeAll(async () => {
  bundle = await bundleEntry(join(root, "packages/sdk/dist/mcp/index.js"));
  miniflare = new Miniflare({
    compatibilityDate: "2025-01-01",
    modules: [
      { type: "ESModule", path: "worker.js", contents: worker },
      { type: "ESModule", path: "mcp.js", contents: bundle.code },
    ],
  });
  url = new URL("/mcp", await miniflare.ready);
});
afterAll(() => miniflare.dispose());

interface ClientTraits {
  readonly era: (typeof eras)[number];
  readonly headers?: Readonly<Record<string, string>>;
  /** Declares the extension. Default true. */
  readonly declares?: boolean;
}

async function connect({ era, headers = secret, declares = true }: ClientTraits): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: declares ? { extensions: { [SKILLS_EXTENSION_ID]: {} } } : {},
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

describe.each(eras)("in workerd without Node compatibility, the official client of %s", (era) => {
  it("lists, gets, reads and verifies every skill", async () => {
    const client = await connect({ era });
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const host = new SkillsClient(client);
    const { skills, invalid } = await host.list();
    expect(invalid).toEqual([]);
    expect(skills.map(({ uri }) => uri)).toEqual([sample, "skill://in-code/SKILL.md"]);
    const read: string[] = [];
    for (const listed of skills) {
      const { skill } = await host.get(listed.uri);
      expect(skill).toEqual(listed);
      if (skill.resources === "dynamic") throw new Error(`${skill.uri} is dynamic`);
      for (const { uri } of skill.resources) {
        expect((await host.read(skill, uri)).verified).toBe(true);
        read.push(uri);
      }
    }
    expect(read.sort()).toEqual([
      sample,
      "skill://greet-people/assets/wave.bin",
      "skill://greet-people/references/titles.md",
      "skill://in-code/SKILL.md",
    ]);
  });

  it("reads files as they are, and gets an error for others", async () => {
    const client = await connect({ era });
    const { contents } = await client.readResource({ uri: sample });
    expect(contents).toMatchObject([{ uri: sample, mimeType: "text/markdown", text: skillSample }]);
    const { contents: bytes } = await client.readResource({ uri: "skill://greet-people/assets/wave.bin" });
    expect(bytes).toMatchObject([{ blob: "/wD+" }]);
    await expect(client.readResource({ uri: "skill://greet-people/none.md" })).rejects.toMatchObject({ code: -32602 });
  });

  it("gets tools if it does not declare the extension", async () => {
    const client = await connect({ era, declares: false });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("load_skill");
    const { content } = await client.callTool({ name: "load_skill", arguments: { name: "greet-people" } });
    expect(JSON.stringify(content)).toContain("# Greet people");
  });

  it("is refused with a wrong token, without one, and from another origin", async () => {
    const refused = (headers: Record<string, string>): Promise<unknown> =>
      connect({ era, headers }).then(
        () => "let in",
        (error: unknown) => error,
      );
    expect(await refused({ authorization: "Bearer wrong" })).toMatchObject({ status: 401 });
    expect(await refused({})).toMatchObject({ status: 401 });
    expect(await refused({ ...secret, origin: "https://evil.example" })).toMatchObject({ status: 403 });
    expect(await refused({ ...secret, origin: "https://app.example" })).toBe("let in");
  });
});

describe("built files", () => {
  it("nothing of Node's is there", async () => {
    const answer = await miniflare.dispatchFetch("http://worker/globals");
    expect(await answer.json()).toEqual({ process: "undefined", Buffer: "undefined" });
  });

  it("the entry itself uses nothing of Node's", () => {
    const own = bundle.files.filter((file) => file.startsWith(join(root, "packages/sdk/dist")));
    expect(own.some((file) => file.endsWith(join("mcp", "index.js")))).toBe(true);
    expect(own.flatMap((file) => nodeUses(readFileSync(file, "utf8")))).toEqual([]);
    expect(bundle.code).not.toMatch(/(?:from|import)\s*\(?["']node:/);
  });
});
