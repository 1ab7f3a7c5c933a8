// Sources, registry and search inside workerd, and what `@tradecraft/sdk/node` is there.

import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../tools/run.mjs";
import { skillSample } from "../support/skill-sample.ts";
import { bundleEntry } from "./bundle-entry.ts";

const worker = `
import { createSkillRegistry, createSkillset, fetchSkillSource, mergeSkillSources, staticSkillSource } from "./sdk.js";
import { folderSkillSource } from "./node.js";

const files = {
  "/index.json": JSON.stringify([{ id: "remote", name: "remote", description: "Lies on a server. Use when far away." }]),
  "/remote/SKILL.md": "---\\nname: remote\\ndescription: Lies on a server.\\n---\\nFar away.\\n",
};
const answer = async (url) => {
  const text = files[new URL(url).pathname];
  return new Response(text, { status: text === undefined ? 404 : 200 });
};

export default {
  async fetch(request) {
    const inCode = staticSkillSource([
      { raw: await request.text(), resources: { "references/titles.md": () => "# Titles" } },
    ]);
    const registry = createSkillRegistry(
      mergeSkillSources([inCode, { source: fetchSkillSource("https://skills.example", { fetch: answer }), prefix: "far" }]),
    );
    const skillset = await createSkillset(registry, { allow: ["far:*"], preload: ["far:remote"] });
    const [load] = skillset.tools;
    let needsNode;
    try {
      folderSkillSource("skills");
    } catch (error) {
      needsNode = { code: error.code, message: error.message };
    }
    return Response.json({
      ids: (await registry.catalog()).map(({ id }) => id),
      body: (await registry.trigger("far:remote")).body,
      file: await registry.resource("greet-people", "references/titles.md"),
      refused: await registry.resource("greet-people", "../x").catch((error) => error.code),
      matches: (await registry.match("hello people")).map(({ id }) => id),
      needsNode,
      skillset: {
        tools: skillset.tools.map(({ name }) => name),
        prompt: skillset.prompt().includes('<skill name="far:remote" loaded="true">'),
        loaded: (await load.execute({ name: "far:remote" })).includes("Far away."),
        other: await load.execute({ name: "greet-people" }),
      },
    });
  },
};
`;

let miniflare: Miniflare;
beforeAll(async () => {
  const [sdk, node] = await Promise.all(
    ["core/index.js", "node/edge.js"].map((path) => bundleEntry(join(root, "packages/sdk/dist", path))),
  );
  miniflare = new Miniflare({
    compatibilityDate: "2025-01-01",
    modules: [
      { type: "ESModule", path: "worker.js", contents: worker },
      { type: "ESModule", path: "sdk.js", contents: sdk?.code ?? "" },
      { type: "ESModule", path: "node.js", contents: node?.code ?? "" },
    ],
  });
});
afterAll(() => miniflare.dispose());

describe("in workerd without Node compatibility", () => {
  it("a registry merges sources, reads, searches and refuses", async () => {
    const response = await miniflare.dispatchFetch("http://worker/", { method: "POST", body: skillSample });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(JSON.parse(text)).toEqual({
      ids: ["far:remote", "greet-people"],
      body: "Far away.",
      file: "# Titles",
      refused: "path-refused",
      matches: ["greet-people"],
      needsNode: { code: "runtime-unsupported", message: expect.stringContaining("folderSkillSource") },
      skillset: {
        tools: ["load_skill", "read_skill_file"],
        prompt: true,
        loaded: true,
        other: 'There is no skill "greet-people". There are: far:remote.',
      },
    });
  });
});

describe("@tradecraft/sdk/node at the edge", () => {
  it("has the same names as under Node", async () => {
    const names = async (path: string): Promise<string[]> =>
      Object.keys((await import(join(root, "packages/sdk/dist/node", path))) as object).sort();
    expect(await names("edge.js")).toEqual(await names("index.js"));
  });
});
