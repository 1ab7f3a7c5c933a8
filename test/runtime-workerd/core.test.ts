// The built core entry inside workerd, without Node compatibility: what a Worker gets.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../tools/run.mjs";
import { skillSample } from "../support/skill-sample.ts";
import { bundleEntry } from "./bundle-entry.ts";
import type { WorkerBundle } from "./bundle-entry.ts";
import { nodeUses } from "./node-uses.ts";

const worker = `
import { parseSkill, validateSkill } from "./sdk.js";
export default {
  async fetch(request) {
    const { manifest, diagnostics } = parseSkill(await request.text());
    const problems = validateSkill(manifest, { quality: true });
    const globals = { process: typeof process, Buffer: typeof Buffer };
    return Response.json({ manifest, diagnostics, problems, globals });
  },
};
`;

let bundle: WorkerBundle;
beforeAll(async () => {
  bundle = await bundleEntry(join(root, "packages/sdk/dist/core/index.js"));
});

describe("in workerd without Node compatibility", () => {
  let miniflare: Miniflare;
  beforeAll(() => {
    miniflare = new Miniflare({
      compatibilityDate: "2025-01-01",
      modules: [
        { type: "ESModule", path: "worker.js", contents: worker },
        { type: "ESModule", path: "sdk.js", contents: bundle.code },
      ],
    });
  });
  afterAll(() => miniflare.dispose());

  it("reads and validates a skill", async () => {
    const response = await miniflare.dispatchFetch("http://worker/", { method: "POST", body: skillSample });
    expect(response.status).toBe(200);
    const { manifest, diagnostics, problems, globals } = (await response.json()) as Record<string, unknown>;
    expect(globals).toEqual({ process: "undefined", Buffer: "undefined" });
    expect(diagnostics).toEqual([]);
    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({
      name: "greet-people",
      license: "MIT",
      metadata: { version: "1.0" },
      allowedTools: ["Read", "Bash(git add:*)"],
    });
    expect(manifest).toHaveProperty("body", expect.stringMatching(/^# Greet people[\s\S]*---[\s\S]*The end\.$/));
  });

  it("reads frontmatter that needs all of YAML", async () => {
    const text =
      '---\nname: a\ndescription: &d >-\n  folded\n  text\nmetadata: { again: *d, "quoted": [1, 2] }\n---\nbody\n';
    const response = await miniflare.dispatchFetch("http://worker/", { method: "POST", body: text });
    const { manifest } = (await response.json()) as { manifest: unknown };
    expect(manifest).toMatchObject({ description: "folded text", metadata: { again: "folded text" } });
  });
});

describe("built files", () => {
  it("the core entry and all it brings use nothing of Node's", () => {
    const found = bundle.files
      .filter((file) => file.includes(".js") || file.includes(".mjs"))
      .map((file) => [file, nodeUses(readFileSync(file, "utf8"))]);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(([, uses]) => uses?.length !== 0)).toEqual([]);
  });

  it("the scan sees what it looks for", () => {
    expect(nodeUses('import { x } from "node:fs/promises";')).toHaveLength(1);
    expect(nodeUses('const fs = require("fs");')).toHaveLength(1);
    expect(nodeUses("const home = process.env.HOME;")).toHaveLength(1);
    expect(nodeUses('const bytes = Buffer.from("x");')).toHaveLength(1);
    expect(nodeUses('if (typeof Buffer === "function") Buffer.from("x"); // process.env')).toEqual([]);
  });
});
