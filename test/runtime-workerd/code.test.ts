// Skills with code inside workerd, without Node compatibility: tools, state and patches at the edge.

import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../tools/run.mjs";
import { bundleEntry } from "./bundle-entry.ts";

const worker = `
import { applyStatePatch, createSkillset, defineSkill } from "./sdk.js";
const schema = (check) => ({
  "~standard": {
    version: 1, vendor: "worker",
    validate: (value) => (check(value) ? { value } : { issues: [{ message: "not it", path: ["n"] }] }),
  },
});
const object = { type: "object" };
const counter = defineSkill({
  name: "counter", description: "Counts.", body: "Call count.",
  state: { namespace: "counter", schema: schema((value) => typeof value.n === "number"), jsonSchema: object, initial: { n: 0, log: [] } },
  tools: {
    count: {
      description: "Counts.", input: schema(({ by }) => by > 0), inputJsonSchema: object,
      execute: ({ by }, { state, emit }) => {
        state.n += by;
        state.log.unshift({ by });
        emit({ name: "counted", value: by });
        if (by > 9) throw new Error("too much");
        return state.n;
      },
    },
  },
});
export default {
  async fetch(request) {
    const skillset = await createSkillset([counter], { mode: "direct" });
    const before = skillset.state.snapshot();
    const patches = [], events = [];
    skillset.on("state-changed", ({ patch }) => patches.push(...patch));
    skillset.on("custom", ({ name, value }) => events.push([name, value]));
    const tool = skillset.tools.find(({ name }) => name === "execute_skill_tool");
    const answers = [];
    for (const by of await request.json()) answers.push(await tool.execute({ skill: "counter", tool: "count", arguments: { by } }));
    const after = skillset.state.snapshot();
    return Response.json({ answers, after, patched: applyStatePatch(before, patches), events });
  },
};
`;

describe("skills with code in workerd", () => {
  let miniflare: Miniflare;
  beforeAll(async () => {
    const { code } = await bundleEntry(join(root, "packages/sdk/dist/core/index.js"));
    miniflare = new Miniflare({
      compatibilityDate: "2025-01-01",
      modules: [
        { type: "ESModule", path: "worker.js", contents: worker },
        { type: "ESModule", path: "sdk.js", contents: code },
      ],
    });
  });
  afterAll(() => miniflare.dispose());

  it("change state, and say how, also when they fail", async () => {
    const response = await miniflare.dispatchFetch("http://worker/", { method: "POST", body: "[2, 0, 10]" });
    const { answers, after, patched, events } = (await response.json()) as Record<string, unknown>;
    expect(answers).toEqual(["2", expect.stringContaining("/n: not it"), expect.stringContaining("failed: too much")]);
    expect(after).toEqual({ counter: { n: 12, log: [{ by: 10 }, { by: 2 }] } });
    expect(patched).toEqual(after);
    expect(events).toEqual([
      ["counted", 2],
      ["counted", 10],
    ]);
  });
});
