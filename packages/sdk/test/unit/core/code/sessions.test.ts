import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createSkillRegistry,
  createSkillset,
  mergeSkillSources,
  type SkillDefinition,
  type SkillSource,
  staticSkillSource,
} from "@tradecraft/sdk";
import {
  noteSkill,
  callTool,
  delegate,
  handMade,
  listen,
  runnerOf,
  settle,
  skillOf,
  toolOfRun,
  toolWith,
} from "./code-fixtures.ts";

describe("200 sessions at once on one registry", () => {
  it("never see a value, an event or a dependency of one another", async () => {
    let made = 0;
    const registry = createSkillRegistry([
      noteSkill("notes", "notes", {
        deps: async () => {
          await settle();
          return { session: ++made };
        },
      }),
      noteSkill("more", "more"),
    ]);
    const ids = Array.from({ length: 200 }, (_, at) => `client-${at}`);
    const ends = await Promise.all(
      ids.map(async (owner, at) => {
        const skillset = await createSkillset(registry, {
          mode: "direct",
          state: at % 2 === 0 ? {} : { notes: { owner, notes: [owner] } },
        });
        const heard = listen(skillset);
        const begin = skillset.state.snapshot();
        for (let turn = 0; turn < 3; turn++) {
          await Promise.all([
            callTool(skillset, "notes", "add", { owner }),
            callTool(skillset, "more", "add", { owner }),
            callTool(skillset, "notes", "fail", { owner }),
          ]);
        }
        return { owner, at, begin, heard, end: skillset.state.snapshot() };
      }),
    );
    for (const { owner, at, begin, heard, end } of ends) {
      const first = at % 2 === 0 ? [] : [owner];
      expect(begin).toEqual({ notes: { owner: first[0] ?? "", notes: first }, more: { owner: "", notes: [] } });
      expect(end).toEqual({
        notes: { owner, notes: [...first, ...Array.from({ length: 6 }, () => owner)] },
        more: { owner, notes: [owner, owner, owner] },
      });
      expect(
        JSON.stringify(heard)
          .match(/client-\d+/g)
          ?.every((each) => each === owner),
      ).toBe(true);
    }
    expect(made).toBe(200);
  }, 20_000);

  it("nor with sub-agents and lifespans", async () => {
    const registry = createSkillRegistry([
      noteSkill("notes", "notes", {
        lifespan: {
          setup: async () => {
            await settle();
            return { session: Math.random() };
          },
        },
      }),
    ]);
    const runner = runnerOf(async (request) => {
      const tool = toolOfRun(request, "add");
      const owner = request.request;
      const answers = [await tool.execute({ owner }), await tool.execute({ owner })].map(
        (text) => JSON.parse(text) as { deps: { session: number } },
      );
      expect(answers[0]?.deps.session).toBe(answers[1]?.deps.session);
      return String(answers[0]?.deps.session);
    });
    const lives = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const owner = `client-${at}`;
        const skillset = await createSkillset(registry, { mode: "subagent", subagents: runner });
        const live = await Promise.all([delegate(skillset, "notes", owner), delegate(skillset, "notes", owner)]);
        expect(skillset.state.namespace("notes")).toEqual({ owner, notes: [owner, owner, owner, owner] });
        return live;
      }),
    );
    expect(new Set(lives.flat()).size).toBe(400);
  }, 20_000);

  it("a client that sends {} starts empty, whoever was there before", async () => {
    const registry = createSkillRegistry([noteSkill("notes")]);
    const before = await createSkillset(registry, { mode: "direct" });
    await callTool(before, "notes", "add", { owner: "before" });
    for (const state of [{}, undefined]) {
      const skillset = await createSkillset(registry, { mode: "direct", state });
      expect(skillset.state.snapshot()).toEqual({ notes: { owner: "", notes: [] } });
    }
    await before.state.restore({});
    expect(before.state.snapshot()).toEqual({ notes: { owner: "", notes: [] } });
  });
});

describe("a namespace", () => {
  const other: SkillDefinition = skillOf("zz", {
    state: { namespace: "notes", schema: z.object({ n: z.number().default(0) }) },
  });

  it("is shared by skills with the same schema: one writes, the other reads", async () => {
    const skillset = await createSkillset([noteSkill("a"), noteSkill("b")], { mode: "direct" });
    await callTool(skillset, "a", "add", { owner: "x" });
    await callTool(skillset, "b", "add", { owner: "y" });
    expect(skillset.state.snapshot()).toEqual({ notes: { owner: "y", notes: ["x", "y"] } });
  });

  it("is shared by schemas that say the same, and by none that say nothing", async () => {
    const twin = (): SkillDefinition["state"] => ({ namespace: "n", schema: z.object({ a: z.string().default("") }) });
    await createSkillset([skillOf("a", { state: twin() as never }), skillOf("b", { state: twin() as never })]);
    const mute = (): SkillDefinition["state"] => ({
      namespace: "n",
      schema: handMade((value) => ({ value })),
      jsonSchema: {},
    });
    await expect(
      createSkillset([skillOf("a", { state: mute() as never }), skillOf("b", { state: mute() as never })]),
    ).rejects.toMatchObject({ code: "state-conflict" });
  });

  it("with another schema is the program's mistake in an array of definitions", async () => {
    const made = createSkillset([noteSkill("a"), other]);
    await expect(made).rejects.toMatchObject({
      code: "state-conflict",
      facts: { namespace: "notes", first: "a", second: "zz" },
    });
    await expect(made).rejects.toThrow(/"a" and "zz".*"notes"/);
  });

  it("with another schema from a source costs one skill, with a diagnostic; the others work", async () => {
    const folder: SkillSource = {
      list: async () => [{ id: "disk", name: "disk", description: "On a disk." }],
      read: async () => "---\nname: disk\ndescription: On a disk.\n---\nDisk.",
    };
    const source = mergeSkillSources([folder, staticSkillSource([noteSkill("a"), other])]);
    const skillset = await createSkillset(source, { mode: "direct", preload: ["zz"] });
    expect(skillset.entries.map(({ id }) => id)).toEqual(["a", "disk"]);
    expect(skillset.diagnostics).toMatchObject([
      {
        code: "state-conflict",
        severity: "error",
        id: "zz",
        message: expect.stringMatching(/"a" and "zz".*"zz" is left out/) as string,
      },
      { code: "preload-unknown", id: "zz" },
    ]);
    expect(JSON.parse(await callTool(skillset, "a", "add", { owner: "x" }))).toMatchObject({ notes: 1 });
    expect(await callTool(skillset, "zz", "any")).toMatch(/There is no skill "zz"/);
    expect(skillset.prompt()).not.toContain("zz");
  });

  it("conflicts only among skills that the agent may use", async () => {
    const skillset = await createSkillset([noteSkill("a"), other], { allow: ["zz"] });
    expect(skillset.state.snapshot()).toEqual({ notes: { n: 0 } });
  });

  it("whose schema, asked later, refuses its beginning costs one skill of a source, not all", async () => {
    const slow = handMade(async () => ({ issues: [{ message: "no beginning", path: ["field"] }] }));
    const bad = skillOf("bad", { state: { namespace: "bad", schema: slow, jsonSchema: { type: "object" } } });
    const skillset = await createSkillset(staticSkillSource([bad, noteSkill("a")]), { mode: "direct" });
    expect(skillset.diagnostics).toMatchObject([
      { id: "bad", message: expect.stringMatching(/"bad".*\/field/) as string },
    ]);
    expect(JSON.parse(await callTool(skillset, "a", "add", { owner: "x" }))).toMatchObject({ notes: 1 });
  });

  it("that a tool breaks is the tool's failure: skill, place, nothing kept, others unaffected", async () => {
    const odd = skillOf("odd", {
      state: { namespace: "odd", schema: z.looseObject({}) },
      tools: {
        put: toolWith((_: unknown, { state }: { state: Record<string, unknown> }) => void (state["when"] = new Map())),
      },
    });
    const skillset = await createSkillset([odd, noteSkill("a")], { mode: "direct" });
    expect(await callTool(skillset, "odd", "put")).toMatch(/"put" of the skill "odd" failed.*when/);
    expect(skillset.state.namespace("odd")).toEqual({});
    expect(JSON.parse(await callTool(skillset, "a", "add", { owner: "x" }))).toMatchObject({ notes: 1 });
  });
});

describe("state to begin with", () => {
  it("that does not fit is refused: skill, namespace and field", async () => {
    const made = createSkillset([noteSkill("a")], { state: { notes: { owner: 5 } } });
    await expect(made).rejects.toMatchObject({
      code: "state-invalid",
      facts: { skill: "a", namespace: "notes", path: "/owner" },
    });
  });

  it.each([[], "x", 5, null])("that is %j is refused", async (state) => {
    await expect(createSkillset([noteSkill("a")], { state })).rejects.toMatchObject({ code: "state-invalid" });
  });

  it("with unknown namespaces is taken without them", async () => {
    const skillset = await createSkillset([noteSkill("a")], {
      state: { gone: { x: 1 }, notes: { owner: "me", notes: [] } },
    });
    expect(skillset.state.snapshot()).toEqual({ notes: { owner: "me", notes: [] } });
    expect(Object.keys(skillset.state.schemas)).toEqual(["notes"]);
  });

  it("is copied: what the program does to it later shows nowhere", async () => {
    const state = { notes: { owner: "me", notes: ["x"] } };
    const skillset = await createSkillset([noteSkill("a")], { state });
    state.notes.notes.push("y");
    expect(skillset.state.namespace("notes")).toEqual({ owner: "me", notes: ["x"] });
  });
});

describe("refresh()", () => {
  it("keeps state, loads and listeners, and takes new skills in", async () => {
    const skills = [noteSkill("a")];
    const source: SkillSource = {
      list: (options) => staticSkillSource(skills).list(options),
      read: (id, options) => staticSkillSource(skills).read(id, options),
      definitions: async () => new Map(skills.map((skill) => [skill.name, skill])),
    };
    const skillset = await createSkillset(source, { mode: "direct", state: { notes: { owner: "first", notes: [] } } });
    const heard = listen(skillset);
    await callTool(skillset, "a", "add", { owner: "x" });
    skills.push(noteSkill("b", "second"));
    const again = await skillset.refresh();
    expect(again.state.snapshot()).toEqual({ notes: { owner: "x", notes: ["x"] }, second: { owner: "", notes: [] } });
    const before = heard.length;
    await callTool(again, "b", "add", { owner: "y" });
    expect(heard.length).toBeGreaterThan(before);
    expect(Object.keys(again.state.schemas).sort()).toEqual(["notes", "second"]);
  });

  it("while a tool runs loses nothing of what it does", async () => {
    const skillset = await createSkillset([noteSkill("a")], { mode: "direct" });
    const call = callTool(skillset, "a", "add", { owner: "x" });
    const again = await skillset.refresh();
    await call;
    expect(again.state.namespace("notes")).toEqual({ owner: "x", notes: ["x"] });
  });
});
