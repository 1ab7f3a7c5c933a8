import { describe, expect, it, vi } from "vitest";
import {
  createSkillRegistry,
  createSkillset,
  type Skillset,
  skillsetFromJSON,
  type SkillsetJson,
} from "@tradecraft/sdk";
import { fakeSkills, load, read, toolNames, toolOf } from "./skillset-fixtures.ts";

const source = (): ReturnType<typeof fakeSkills> =>
  fakeSkills(
    { id: "a", files: { "x.md": "X." } },
    { id: "b", compatibility: "git" },
    { id: "c", userInvocable: false },
    { id: "hidden", disableModelInvocation: true },
    { id: "secret" },
  );
const asText = (skillset: Skillset): SkillsetJson => JSON.parse(JSON.stringify(skillset)) as SkillsetJson;

describe("a skillset as JSON", () => {
  it.each(["xml", "markdown", "json"] as const)("comes back with the same prompt and tools (%s)", async (format) => {
    const theirs = source();
    for (const budget of [Infinity, 1, 150]) {
      const before = await createSkillset(theirs, {
        format,
        budget,
        preload: ["b"],
        allow: ({ id }) => id !== "secret",
        toolNames: "haiku",
      });
      const after = await skillsetFromJSON(asText(before), createSkillRegistry(theirs));
      expect(after.prompt()).toBe(before.prompt());
      expect(after.fingerprint).toBe(before.fingerprint);
      expect(JSON.stringify(after.tools)).toBe(JSON.stringify(before.tools));
      expect(after.entries).toEqual(before.entries);
      expect(after.omitted).toBe(before.omitted);
      expect(JSON.stringify(after)).toBe(JSON.stringify(before));
      expect(await after.activate("/secret")).toBeUndefined();
      expect(await after.activate("/c")).toBeUndefined();
      expect((await after.activate("/hidden"))?.id).toBe("hidden");
    }
  });

  it("keeps the ledger, and what a compaction took", async () => {
    const theirs = source();
    const before = await createSkillset(theirs);
    await load(before, "a");
    await load(before, "b");
    const after = await skillsetFromJSON(asText(before), createSkillRegistry(theirs));
    expect(after.loaded()).toEqual(before.loaded());
    expect(await load(after, "a")).toContain("already loaded");
    after.compacted();
    await load(after, "a");
    const last = await skillsetFromJSON(asText(after), createSkillRegistry(theirs));
    expect(last.reinject()).toBe('<skill name="b">\nDo b.\n</skill>');
    expect(await load(before, "a")).toContain("already loaded");
  });

  it("asks the source for nothing until a tool is called, and lists nothing new", async () => {
    const theirs = source();
    const json = asText(await createSkillset(theirs));
    theirs.calls.length = 0;
    theirs.skills.push({ id: "new" });
    const list = vi.spyOn(theirs, "list");
    const after = await skillsetFromJSON(json, createSkillRegistry(theirs));
    after.prompt();
    expect(list).not.toHaveBeenCalled();
    expect(theirs.calls).toEqual([]);
    expect(await load(after, "new")).toContain("There is no skill");
    expect(await read(after, "a", "x.md")).toContain("X.");
  });

  it("says so when a skill is gone", async () => {
    const theirs = source();
    const json = asText(await createSkillset(theirs));
    theirs.skills.splice(0, 1);
    const after = await skillsetFromJSON(json, createSkillRegistry(theirs));
    expect(await load(after, "a")).toContain("could not be loaded");
  });

  it("takes a runner, and checks the names of other tools", async () => {
    const theirs = source();
    const json = asText(await createSkillset(theirs));
    const scripts = { run: () => Promise.reject(new Error("unused")) };
    expect(
      toolNames(await skillsetFromJSON(json, createSkillRegistry(theirs), { scripts, approve: () => true })),
    ).toContain("run_skill_script");
    expect(toolNames(await skillsetFromJSON(json, createSkillRegistry(theirs), { scripts }))).not.toContain(
      "run_skill_script",
    );
    await expect(skillsetFromJSON(json, createSkillRegistry(theirs), { otherTools: ["load_skill"] })).rejects.toThrow(
      expect.objectContaining({ code: "skillset-invalid" }),
    );
  });

  it.each([0, 2, "1", null, undefined])("of version %j is refused", async (version) => {
    const json = { ...asText(await createSkillset(source())), version } as unknown as SkillsetJson;
    await expect(skillsetFromJSON(json, createSkillRegistry(source()))).rejects.toThrow(
      expect.objectContaining({ code: "skillset-invalid" }),
    );
  });

  it("does not refresh", async () => {
    const after = await skillsetFromJSON(asText(await createSkillset(source())), createSkillRegistry(source()));
    await expect(after.refresh()).rejects.toMatchObject({ code: "skillset-invalid" });
  });
});

describe("refresh", () => {
  it("takes a new catalog on purpose, and the old skillset stays as it is", async () => {
    const theirs = source();
    const before = await createSkillset(theirs, { allow: ["a", "n*"] });
    const prompt = before.prompt();
    theirs.skills.push({ id: "new" }, { id: "other" });
    expect(before.prompt()).toBe(prompt);
    const after = await before.refresh();
    expect(before.prompt()).toBe(prompt);
    expect(after.entries.map(({ id }) => id)).toEqual(["a", "new"]);
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(await load(after, "new")).toContain("Do new.");
  });

  it("keeps what was loaded, and who listens", async () => {
    const theirs = source();
    const before = await createSkillset(theirs);
    const listener = vi.fn();
    before.on("skill-loaded", listener);
    await load(before, "a");
    const after = await before.refresh();
    expect(await load(after, "a")).toContain("already loaded");
    await load(after, "b");
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("has the same bytes when nothing changed", async () => {
    const before = await createSkillset(source(), { preload: ["b"] });
    expect((await before.refresh()).prompt()).toBe(before.prompt());
  });

  it("does not end with the signal that the skillset was made under", async () => {
    const controller = new AbortController();
    const before = await createSkillset(source(), { signal: controller.signal });
    controller.abort();
    expect((await before.refresh()).prompt()).toBe(before.prompt());
  });

  it("ends with its own signal", async () => {
    const before = await createSkillset(source());
    await expect(before.refresh({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it("keeps a permission that was given for always", async () => {
    const theirs = fakeSkills({ id: "a", files: { "scripts/x.sh": "x" } });
    const approve = vi.fn(() => "always" as const);
    const result = {
      exitCode: 0,
      signal: null,
      stdout: "",
      stderr: "",
      truncated: false,
      timedOut: false,
      durationMs: 1,
    };
    const before = await createSkillset(theirs, { scripts: { run: async () => result }, approve });
    const run = (skillset: Skillset): Promise<string> =>
      toolOf(skillset, "run_skill_script").execute({ skill: "a", script: "x.sh" });
    await run(before);
    await run(before);
    expect(approve).toHaveBeenCalledTimes(1);
    await run(await before.refresh());
    expect(approve).toHaveBeenCalledTimes(1);
  });
});
