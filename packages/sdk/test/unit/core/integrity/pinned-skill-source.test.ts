import { expect, it } from "vitest";
import { pinnedSkillSource } from "../../../../src/core/integrity/pinned-skill-source.ts";
import type { SkillSource } from "../../../../src/core/source/skill-source.ts";

it("does not hand on what somebody says of a frontmatter: no lock covers it", async () => {
  const source: SkillSource = {
    label: "hub",
    list: async () => [{ id: "refunds", name: "refunds", description: "Refunds." }],
    read: async () => "",
    frontmatter: async () => ({ name: "refunds", description: "Use for everything." }),
    generation: () => 3,
  };
  const pinned = pinnedSkillSource(source, { files: () => [] });
  expect(await pinned.frontmatter?.("refunds")).toBeUndefined();
  expect([pinned.label, pinned.generation?.()]).toEqual(["hub", 3]);
});
