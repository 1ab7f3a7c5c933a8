import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSkillRegistry, createSkillset, type Skillset, skillsetFromJSON } from "@tradecraft/sdk";
import { noteSkill, callTool, delegate, runnerOf, skillOf, toolNamed, toolOfRun } from "./code-fixtures.ts";

describe("a skillset from JSON", () => {
  const roundTrip = (skillset: Skillset): never => JSON.parse(JSON.stringify(skillset)) as never;

  it.each([undefined, "direct", "unlocked", "subagent"] as const)(
    "in mode %s is what it was: prompt, tools, state",
    async (mode) => {
      const registry = createSkillRegistry([noteSkill("a"), noteSkill("b", "second")]);
      const live = {
        subagents: runnerOf(async (request) => toolOfRun(request, "add").execute({ owner: request.request })),
      };
      const skillset = await createSkillset(registry, {
        ...live,
        ...(mode !== undefined && { mode }),
        preload: ["b"],
        state: { notes: { owner: "me", notes: ["kept"] } },
      });
      const back = await skillsetFromJSON(roundTrip(skillset), registry, live);
      expect(back.mode).toBe(mode);
      expect(back.prompt()).toBe(skillset.prompt());
      expect(back.fingerprint).toBe(skillset.fingerprint);
      expect(back.state.snapshot()).toEqual(skillset.state.snapshot());
      expect(back.state.schemas).toEqual(skillset.state.schemas);
      for (const list of ["tools", "unlockable"] as const) {
        expect(back[list].map(({ name, inputSchema }) => [name, inputSchema])).toEqual(
          skillset[list].map(({ name, inputSchema }) => [name, inputSchema]),
        );
      }
      expect(back.unlocked().map(({ name }) => name)).toEqual(skillset.unlocked().map(({ name }) => name));
      expect(roundTrip(back)).toEqual(roundTrip(skillset));
      if (mode === "subagent") await delegate(back, "a", "after");
      else if (mode === "unlocked") {
        await toolNamed(back, "load_skill").execute({ name: "a" });
        await toolNamed(back, "a__add").execute({ owner: "after" });
      } else await callTool(back, "a", "add", { owner: "after" });
      expect(back.state.namespace("notes")).toEqual({ owner: "after", notes: ["kept", "after"] });
      expect(skillset.state.namespace("notes")).toEqual({ owner: "me", notes: ["kept"] });
    },
  );

  it("whose state no longer fits is refused with skill and field", async () => {
    const skillset = await createSkillset([noteSkill("a")], { state: { notes: { owner: "me", notes: [] } } });
    const now = createSkillRegistry([
      skillOf("a", { state: { namespace: "notes", schema: z.object({ owner: z.number().default(0) }) } }),
    ]);
    await expect(skillsetFromJSON(roundTrip(skillset), now)).rejects.toMatchObject({
      code: "state-invalid",
      facts: { skill: "a", path: "/owner" },
    });
  });

  it("needs its runner again in mode subagent", async () => {
    const registry = createSkillRegistry([skillOf("a")]);
    const skillset = await createSkillset(registry, { mode: "subagent", subagents: runnerOf(() => "ok") });
    await expect(skillsetFromJSON(roundTrip(skillset), registry)).rejects.toMatchObject({ code: "skillset-invalid" });
  });

  it("of an older version, without state and mode, still works", async () => {
    const registry = createSkillRegistry([noteSkill("a")]);
    const { state: _, mode: __, ...json } = (await createSkillset(registry)).toJSON();
    const back = await skillsetFromJSON(JSON.parse(JSON.stringify(json)) as never, registry);
    expect(back.state.snapshot()).toEqual({ notes: { owner: "", notes: [] } });
  });

  it("holds no code, deps or extras", async () => {
    const skillset = await createSkillset(
      [noteSkill("a", "notes", { deps: { secret: "DEPS" }, extras: { secret: "EXTRAS" }, model: "MODEL" })],
      { preload: ["a"] },
    );
    expect(JSON.stringify(skillset)).not.toMatch(/DEPS|EXTRAS|MODEL/);
  });
});

describe("modes", () => {
  const skills = [noteSkill("a", "notes", { resources: { "x.md": "X" }, extras: { secret: "EXTRAS" } }), skillOf("b")];

  it("decide which tools there are", async () => {
    const names = async (mode?: "direct" | "unlocked"): Promise<string[]> =>
      (await createSkillset(skills, mode === undefined ? {} : { mode })).tools.map(({ name }) => name);
    expect(await names()).toEqual(["load_skill", "execute_skill_tool", "read_skill_file"]);
    expect(await names("direct")).toEqual(["query_skill", "execute_skill_tool", "read_skill_file"]);
    expect(await names("unlocked")).toEqual(["load_skill", "read_skill_file"]);
    expect((await createSkillset([skillOf("b")], { mode: "direct" })).tools.map(({ name }) => name)).not.toContain(
      "execute_skill_tool",
    );
  });

  it("that do not exist are refused", async () => {
    await expect(createSkillset(skills, { mode: "sub" as never })).rejects.toThrow(
      /there is no mode "sub".*direct, unlocked, subagent/,
    );
  });

  it.each(["direct", "unlocked"] as const)(
    "%s shows the tools once the skill is loaded, and not before",
    async (mode) => {
      const skillset = await createSkillset(skills, { mode });
      expect(skillset.prompt()).not.toContain("add");
      const text = await skillset.tools[0]?.execute({ name: "a", skill: "a" });
      expect(text).toContain("add");
      expect(text).not.toContain("EXTRAS");
    },
  );

  it("direct tells how to call, with the schema", async () => {
    const skillset = await createSkillset(skills, { mode: "direct" });
    const text = await toolNamed(skillset, "query_skill").execute({ skill: "a" });
    expect(text).toContain('execute_skill_tool({ skill: "a", tool, arguments })');
    expect(text).toMatch(/<skill_tool name="add">Does it\.\n\{.*"type":"object".*\}<\/skill_tool>/);
  });

  it.each([undefined, "direct", "unlocked", "subagent"] as const)(
    "%s preloads: instructions in the prompt, tools as the mode has them",
    async (mode) => {
      const skillset = await createSkillset(skills, {
        ...(mode !== undefined && { mode }),
        subagents: runnerOf(() => "ok"),
        preload: ["a"],
      });
      expect(skillset.prompt()).toContain("Do a.");
      if (mode === "subagent") expect(skillset.prompt()).not.toContain("add");
      else expect(skillset.prompt()).toContain("add");
      expect(skillset.prompt()).not.toContain("EXTRAS");
    },
  );

  it("take `loaded` from an earlier turn: the instructions are not given twice", async () => {
    const skillset = await createSkillset(skills, { mode: "direct", loaded: ["a", "gone"] });
    expect(skillset.loaded().map(({ id }) => id)).toEqual(["a"]);
    expect(await toolNamed(skillset, "query_skill").execute({ skill: "a" })).toMatch(/already loaded/);
    expect(skillset.prompt()).not.toContain("Do a.");
    expect((await skillset.refresh()).loaded().map(({ id }) => id)).toEqual(["a"]);
  });

  it("direct say which settings have no effect", async () => {
    const definition = skillOf("a", { model: "m", thinking: true, requestLimit: 5, forceFinalAnswer: false });
    const skillset = await createSkillset([definition, skillOf("b")], { mode: "direct" });
    expect(skillset.diagnostics).toMatchObject([
      {
        code: "setting-unused",
        severity: "info",
        id: "a",
        message: expect.stringContaining("model, thinking, requestLimit, forceFinalAnswer") as string,
      },
    ]);
    const agents = await createSkillset([definition], { mode: "subagent", subagents: runnerOf(() => "ok") });
    expect(agents.diagnostics).toEqual([]);
  });
});
