// A baked module inside workerd, without Node compatibility: skills without any file system or request.

import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bakeSkills } from "../../packages/sdk/src/supply/bake/bake-skills.ts";
import { root } from "../../tools/run.mjs";
import { skillSample } from "../support/skill-sample.ts";
import { bundleEntry } from "./bundle-entry.ts";
import { nodeUses } from "./node-uses.ts";

const worker = `
import { createSkillset } from "./sdk.js";
import { digests, skills } from "./skills.generated.mjs";
export default {
  async fetch() {
    const skillset = await createSkillset(skills);
    const call = (name, input) => skillset.tools.find((tool) => tool.name === name).execute(input);
    const [skill] = skills;
    return Response.json({
      prompt: skillset.prompt(),
      loaded: await call("load_skill", { name: "greet-people" }),
      text: await call("read_skill_file", { skill: "greet-people", path: "references/words.md" }),
      binary: await call("read_skill_file", { skill: "greet-people", path: "assets/logo.png" }),
      bytes: [...(await skill.files.read("assets/logo.png"))],
      digests,
    });
  },
};
`;

describe("a baked module in workerd", () => {
  const png = Uint8Array.from({ length: 300 }, (_, at) => (at * 7) % 256);
  let code = "";
  let digests: Readonly<Record<string, string>> = {};
  let miniflare: Miniflare;
  beforeAll(async () => {
    const bytes = new TextEncoder().encode("Say “hello”, or 你好.\n");
    const files = [
      { path: "references/words.md", bytes, executable: false },
      { path: "assets/logo.png", bytes: png, executable: false },
    ];
    const input = { name: "greet-people", manifest: skillSample, files };
    ({ code, digests } = await bakeSkills([input], { file: "skills.generated.mjs" }));
    const { code: sdk } = await bundleEntry(join(root, "packages/sdk/dist/core/index.js"));
    miniflare = new Miniflare({
      compatibilityDate: "2025-01-01",
      modules: [
        { type: "ESModule", path: "worker.js", contents: worker },
        { type: "ESModule", path: "sdk.js", contents: sdk },
        { type: "ESModule", path: "skills.generated.mjs", contents: code },
      ],
    });
  });
  afterAll(() => miniflare.dispose());

  it("uses nothing of Node's", () => {
    expect(nodeUses(code)).toEqual([]);
  });

  it("serves a skillset: catalog, instructions, text and bytes", async () => {
    const response = await miniflare.dispatchFetch("http://worker/");
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer["prompt"]).toContain("greet-people");
    expect(answer["loaded"]).toContain("# Greet people");
    expect(answer["loaded"]).toContain("references/words.md");
    expect(answer["text"]).toContain("Say “hello”, or 你好.");
    expect(answer["binary"]).toContain("is no text");
    expect(answer["bytes"]).toEqual([...png]);
    expect(answer["digests"]).toEqual(digests);
  });
});
