import { mockModel, promptSnapshots, promptSnapshotText } from "@tradecraft/sdk/testing";
import { describe, expect, it } from "vitest";
import { release, triage } from "./skills.ts";

const model = mockModel({
  plan: [
    { version: "1.0", ready: false },
    { version: "1.1", ready: true },
  ],
  push: { version: "1.1" },
  announce: { text: "out" },
});
const options = {
  params: { repo: "tool" },
  model,
  hosts: ["claude-code", "generic"],
  actions: { plan: {}, push: { url: "u" } },
};

describe("promptSnapshots", () => {
  it("shows what each host is shown", async () => {
    const snapshots = await promptSnapshots(release, options);
    expect(Object.keys(snapshots)).toEqual(["claude-code", "generic"]);
    expect(snapshots["claude-code"]?.preamble).toContain("AskUserQuestion");
    expect(snapshots["generic"]?.preamble).not.toContain("AskUserQuestion");
    expect(snapshots["generic"]?.prompts.map(({ step, visit }) => `${step} ${visit}`)).toEqual([
      "plan 1",
      "plan 2",
      "push 1",
      "announce 1",
    ]);
    expect(await promptSnapshots(release, options)).toEqual(snapshots);
    expect(JSON.parse(JSON.stringify(snapshots))).toEqual(snapshots);
  });

  it("is one text", async () => {
    const text = promptSnapshotText(await promptSnapshots(release, { ...options, hosts: ["generic"] }));
    const withoutPreamble = text.replace(/## preamble\n\n[^]*?\n\n## plan/, "## plan");
    expect(withoutPreamble).toMatchInlineSnapshot(`
      "# generic

      ## plan

      <prompt>
      Plan tool, round 1.
      </prompt>

      <confirm default="no">Go?</confirm>

      ## plan, visit 2

      <prompt>
      Plan tool, round 2.
      </prompt>

      <confirm default="no">Go?</confirm>

      ## push

      <prompt>
      Push 1.1.
      </prompt>

      ## announce

      <prompt>
      Announce u.
      </prompt>
      "
    `);
  });

  it("has the preambles of sub-skills", async () => {
    const nurse = mockModel({ route: { to: "nurse" }, "nurse/care": { done: true } });
    const { generic } = await promptSnapshots(triage, { model: nurse, hosts: ["generic"] });
    expect(generic?.prompts.map(({ preamble }) => preamble !== undefined)).toEqual([false, true]);
    expect(promptSnapshotText({ generic: generic! })).toContain("## preamble, before nurse/care");
  });
});
