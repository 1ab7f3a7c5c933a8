import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  configurableSkill,
  createSkillRegistry,
  createSkillset,
  mergeSkillSources,
  type SkillDefinition,
  SkillError,
  type Skillset,
  skillsetFromJSON,
  type SkillSource,
  staticSkillSource,
  type ToolContext,
} from "@tradecraft/sdk";
import {
  callTool,
  delegate,
  handMade,
  listen,
  outcome,
  runnerOf,
  settle,
  skillOf,
  toolNamed,
  toolOfRun,
  toolWith,
} from "./code-fixtures.ts";

interface Notes {
  owner: string;
  notes: string[];
}
type Context = ToolContext<Notes, { session: number }>;
const schema = z.object({ owner: z.string().default(""), notes: z.array(z.string()).default([]) });

const noteSkill = (name: string, namespace = "notes", more: Partial<SkillDefinition> = {}): SkillDefinition =>
  skillOf(name, {
    state: { namespace, schema },
    tools: {
      add: toolWith(async (input: unknown, { state, emit, deps }: Context) => {
        const { owner } = input as { owner: string };
        state.owner = owner;
        await settle(Math.random() * 4);
        if (state.owner !== owner) throw new Error(`${state.owner} is here, not ${owner}`);
        emit({ name: "added", value: owner });
        state.notes.push(owner);
        await Promise.resolve();
        return { owner: state.owner, notes: state.notes.length, deps };
      }),
      fail: toolWith((input: unknown, { state }: Context) => {
        state.notes.push((input as { owner: string }).owner);
        throw new Error("some fail");
      }),
    },
    ...more,
  });

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

describe("skills in code and on disk", () => {
  const disk: SkillSource = {
    label: "a disk",
    list: async () => [{ id: "disk", name: "disk", description: "On a disk." }],
    read: async () => "---\nname: disk\ndescription: On a disk.\n---\nDisk.",
  };

  it("mix in one registry, one catalog, one skillset, one search", async () => {
    const registry = createSkillRegistry(
      mergeSkillSources([disk, [noteSkill("a")], { source: [noteSkill("a")], prefix: "p" }]),
    );
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["a", "disk", "p:a"]);
    const skillset = await createSkillset(registry, { mode: "direct" });
    expect(await toolNamed(skillset, "query_skill").execute({ skill: "disk" })).toContain("Disk.");
    expect(await callTool(skillset, "disk", "add")).toMatch(/"disk" has no tools?/);
    await callTool(skillset, "p:a", "add", { owner: "x" });
    expect(skillset.state.snapshot()).toEqual({ notes: { owner: "x", notes: ["x"] } });
    expect([...(await registry.definitions()).keys()]).toEqual(["a", "p:a"]);
  });

  it("the first with an id answers, with its code or without", async () => {
    const onDisk: SkillSource = { ...disk, list: async () => [{ id: "a", name: "a", description: "On a disk." }] };
    const first = createSkillRegistry(mergeSkillSources([onDisk, [noteSkill("a")]]));
    expect([...(await first.definitions()).keys()]).toEqual([]);
    const second = createSkillRegistry(mergeSkillSources([[noteSkill("a")], onDisk]));
    expect([...(await second.definitions()).keys()]).toEqual(["a"]);
  });

  it("one source whose code cannot be had costs its own skills' code alone", async () => {
    const broken: SkillSource = {
      ...disk,
      definitions: () => Promise.reject(new SkillError("source-unavailable", "cannot import")),
    };
    const skillset = await createSkillset(mergeSkillSources([broken, [noteSkill("a")]]), { mode: "direct" });
    expect(JSON.parse(await callTool(skillset, "a", "add", { owner: "x" }))).toMatchObject({ notes: 1 });
  });

  it("lazy resources are brought when somebody asks, each time, and never before", async () => {
    let times = 0;
    const skill = skillOf("a", {
      resources: { "lazy.md": async () => `time ${++times}`, "bytes.bin": new Uint8Array([0, 1]), "text.md": "text" },
    });
    const skillset = await createSkillset([skill], { mode: "direct" });
    await toolNamed(skillset, "query_skill").execute({ skill: "a" });
    expect(times).toBe(0);
    expect(await toolNamed(skillset, "read_skill_file").execute({ skill: "a", path: "lazy.md" })).toContain("time 1");
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("gone"))],
    ["gives nothing", () => undefined],
    ["gives a number", () => 5],
    ["gives an object", () => ({ length: 3 })],
  ])("a lazy resource that %s is an answer in words that names the file; others can be read", async (_, bring) => {
    const skillset = await createSkillset([skillOf("a", { resources: { "x.md": bring as never, "y.md": "fine" } })], {
      mode: "direct",
    });
    const read = toolNamed(skillset, "read_skill_file");
    expect(await outcome(read.execute({ skill: "a", path: "x.md" }))).toMatchObject({
      value: expect.stringMatching(/"x\.md" could not be read/) as string,
    });
    expect(await read.execute({ skill: "a", path: "y.md" })).toContain("fine");
  });

  it("a configurable skill by id, in a record and in a map", async () => {
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) => skillOf("a", { body: word }));
    for (const skills of [{ mine: skill }, new Map([["mine", skill]])]) {
      const registry = createSkillRegistry(skills);
      await (await registry.skill("mine")).reconfigure({ word: "beta" });
      expect((await registry.trigger("mine")).body.trim()).toBe("beta");
    }
  });
});
