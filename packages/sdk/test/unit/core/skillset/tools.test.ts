import { describe, expect, it, vi } from "vitest";
import {
  createSkillset,
  type CreateSkillsetOptions,
  SKILL_TOOL_PRESETS,
  SkillError,
  type SkillMatcher,
  type SkillSource,
  createSkillRegistry,
  type ScriptRunner,
} from "@tradecraft/sdk";
import { fakeSkills, load, read, toolNames, toolOf } from "./skillset-fixtures.ts";

const runner: ScriptRunner = {
  run: async ({ args }) => ({
    exitCode: 0,
    signal: null,
    stdout: `ran ${JSON.stringify(args)}`,
    stderr: "",
    truncated: false,
    timedOut: false,
    durationMs: 1,
  }),
};
const source = (): ReturnType<typeof fakeSkills> =>
  fakeSkills(
    { id: "alpha", files: { "scripts/go.sh": "echo", "references/guide.md": "Guide." } },
    { id: "beta" },
    { id: "gamma" },
  );
const all: CreateSkillsetOptions = { scripts: runner, approve: () => true, budget: 1 };

describe("the tools", () => {
  it("have the shapes that the issue names", async () => {
    const { tools } = await createSkillset(source(), { ...all, budget: Infinity });
    expect(
      tools.map(({ name, inputSchema: { type, properties, required, additionalProperties } }) => [
        name,
        type,
        Object.keys(properties),
        required,
        additionalProperties,
      ]),
    ).toEqual([
      ["load_skill", "object", ["name", "reload"], ["name"], false],
      ["read_skill_file", "object", ["skill", "path", "startLine", "endLine"], ["skill", "path"], false],
      ["run_skill_script", "object", ["skill", "script", "args", "stdin"], ["skill", "script"], false],
    ]);
    expect(tools[0]?.inputSchema.properties["name"]).toMatchObject({
      type: "string",
      enum: ["alpha", "beta", "gamma"],
    });
    expect(tools.every(({ description }) => description.length > 20)).toBe(true);
    expect(JSON.parse(JSON.stringify(tools))).toHaveLength(3);
  });

  it("name every skill in the enum only when the prompt lists every one", async () => {
    const over = await createSkillset(source(), { budget: 1 });
    expect(toolOf(over, "load_skill").inputSchema.properties["name"]).not.toHaveProperty("enum");
    expect(toolOf(over, "search_skills").inputSchema).toMatchObject({
      required: ["query"],
      additionalProperties: false,
    });
    expect(toolOf(over, "search_skills").description).toContain("3");
  });

  it("can be called without their skillset and without options", async () => {
    const tool = toolOf(await createSkillset(source()), "load_skill");
    const execute = Reflect.get(tool, "execute") as (input: unknown) => Promise<string>;
    expect(await execute({ name: "beta" })).toContain("Do beta.");
  });

  it("end with the abort, not with a message", async () => {
    const tool = toolOf(await createSkillset(source()), "load_skill");
    await expect(tool.execute({ name: "beta" }, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

describe("presets", () => {
  const calls = {
    standard: [
      { name: "alpha" },
      { skill: "alpha", path: "references/guide.md" },
      { skill: "alpha", script: "go.sh", args: ["1"] },
    ],
    drover: [
      { name: "alpha" },
      { name: "alpha", resource: "references/guide.md" },
      { skill: "alpha", script: "go.sh", args: ["1"] },
    ],
    deuz: [
      { id: "alpha" },
      { id: "alpha", path: "references/guide.md" },
      { skill: "alpha", script: "go.sh", args: ["1"] },
    ],
    haiku: [
      { skill_name: "alpha" },
      { skill_name: "alpha", path: "references/guide.md" },
      { skill_name: "alpha", script: "go.sh", arguments: ["1"] },
    ],
  } as const;
  const names = {
    standard: ["load_skill", "read_skill_file", "run_skill_script", "search_skills"],
    drover: ["skill_load", "skill_resource", "run_skill_script", "search_skills"],
    deuz: ["load_skill", "read_skill_resource", "run_skill_script", "search_skills"],
    haiku: ["query_skill", "read_skill_resource", "run_skill_script", "search_skills"],
  };
  it.each(["standard", "drover", "deuz", "haiku"] as const)("%s: names and parameters work", async (toolNaming) => {
    const skillset = await createSkillset(source(), { ...all, toolNames: toolNaming });
    expect(toolNames(skillset)).toEqual(names[toolNaming]);
    const [loading, reading, running] = skillset.tools;
    expect(await loading?.execute(calls[toolNaming][0])).toContain("Do alpha.");
    expect(await loading?.execute({ ...calls[toolNaming][0], reload: true })).toContain("Do alpha.");
    expect(await loading?.execute(calls[toolNaming][0])).toContain(`call ${loading?.name} with reload: true`);
    expect(await reading?.execute({ ...calls[toolNaming][1], startLine: 1, endLine: 1 })).toContain("Guide.");
    expect(await running?.execute(calls[toolNaming][2])).toContain('ran ["1"]');
    expect(skillset.prompt()).toContain(`call ${loading?.name} first`);
    for (const [at, tool] of [loading, reading, running].entries()) {
      for (const parameter of Object.keys(calls[toolNaming][at] ?? {})) {
        expect(tool?.inputSchema.properties).toHaveProperty(parameter);
      }
    }
  });

  it("may be replaced by names of the program's own", async () => {
    const own = {
      ...SKILL_TOOL_PRESETS.standard,
      load: { name: "open", parameters: { name: "what", reload: "again" } },
    };
    const skillset = await createSkillset(source(), { toolNames: own });
    expect(await toolOf(skillset, "open").execute({ what: "beta" })).toContain("Do beta.");
    expect(await toolOf(skillset, "open").execute({ what: "beta" })).toContain("again: true");
    expect(await toolOf(skillset, "open").execute({ what: "beta", again: true })).toContain("Do beta.");
  });
});

describe("a tool of the program with a reserved name", () => {
  it.each([
    ["load_skill", {}],
    ["read_skill_file", {}],
    ["run_skill_script", all],
    ["search_skills", all],
    ["skill_load", { toolNames: "drover" }],
  ] as [string, CreateSkillsetOptions][])("%s is an error when the skillset is made", async (name, options) => {
    for (const otherTools of [[name], new Set(["x", name]), new Map([[name, 1]]).keys()]) {
      await expect(createSkillset(source(), { ...options, otherTools })).rejects.toMatchObject({
        code: "skillset-invalid",
        facts: { tool: name },
      });
    }
  });

  it("is none under other names, nor without skills", async () => {
    await expect(createSkillset(source(), { otherTools: ["load_skill"], toolNames: "drover" })).resolves.toBeDefined();
    await expect(createSkillset([], { otherTools: ["load_skill"] })).resolves.toBeDefined();
  });
});

describe("inputs that are none", () => {
  const huge = "x".repeat(200_000);
  const garbage: unknown[] = [
    undefined,
    null,
    0,
    Number.NaN,
    true,
    "",
    "alpha",
    [],
    ["alpha"],
    {},
    Object.create(null),
    { name: null, skill: null, query: null },
    { name: 5, skill: 5, path: 5, script: 5, query: 5 },
    { name: ["alpha"], skill: ["alpha"], path: ["x"], script: ["x"], query: ["x"] },
    { name: { toString: () => "alpha" }, skill: {}, path: {}, script: {}, query: {} },
    { name: huge, skill: huge, path: huge, script: huge, query: huge },
    { name: "alpha", skill: "alpha", path: huge, script: huge, query: huge },
    { name: "constructor", skill: "constructor", path: "constructor", script: "constructor", query: "constructor" },
    { name: "__proto__", skill: "alpha", path: "__proto__", script: "__proto__", query: "__proto__" },
    JSON.parse('{"__proto__":{"name":"alpha","skill":"alpha","path":"x"}}'),
    { name: "toString", skill: "alpha", path: "toString", script: "toString", query: "toString" },
    { name: "alpha\0", skill: "alpha\n", path: "references/guide.md\0", script: "go.sh\0", query: "\0" },
    { name: "ALPHA", skill: "Alpha", path: "References/Guide.md", script: "GO.SH", query: "ALPHA" },
    {
      name: "alpha",
      skill: "alpha",
      path: "references/guide.md",
      startLine: "x",
      endLine: {},
      script: "go.sh",
      args: 5,
    },
    { skill: "alpha", path: "references/guide.md", startLine: -1e308, endLine: Infinity, script: "go.sh", args: [[]] },
    { skill: "alpha", path: "references/guide.md", startLine: 1e308, script: "go.sh", args: { "a b": 1 } },
    { skill: "alpha", script: "go.sh", args: ["a\0b"] },
    { skill: "alpha", script: "go.sh", args: [null] },
    { skill: "alpha", script: "go.sh", args: { __proto__: { x: 1 } } },
    new Date(),
    () => "alpha",
    Symbol("x"),
    10n,
    new Proxy({}, {}),
  ];
  it.each(garbage.map((input, at) => [at, input] as const))("give a message (%i)", async (_, input) => {
    const skillset = await createSkillset(source(), all);
    for (const tool of skillset.tools) {
      const answer = await tool.execute(input);
      expect(typeof answer).toBe("string");
      expect(answer).not.toBe("");
      expect(answer.length).toBeLessThan(2_500);
    }
  });

  it("that are unknown names come back with the nearest", async () => {
    const skillset = await createSkillset(source(), all);
    for (const answer of [
      await load(skillset, "alpa"),
      await read(skillset, "alhpa", "x"),
      await toolOf(skillset, "run_skill_script").execute({ skill: "alphas", script: "x" }),
    ]) {
      expect(answer).toMatch(/^There is no skill ".*Did you mean "alpha"\?$/);
    }
    expect(await load(skillset, "zzzzzz")).toContain("There are: alpha, beta, gamma.");
    expect(await read(skillset, "alpha", "references/giude.md")).toContain('Did you mean "references/guide.md"?');
    expect(await read(skillset, "alpha", "guide.md")).toContain('Did you mean "references/guide.md"?');
    expect(await toolOf(skillset, "run_skill_script").execute({ skill: "alpha", script: "gO.sh" })).toContain(
      'Did you mean "scripts/go.sh"?',
    );
  });

  it("that are long and like nothing get no suggestion", async () => {
    expect(await load(await createSkillset(source()), "q".repeat(100))).not.toContain("Did you mean");
  });
});

describe("a source that fails", () => {
  const down = (): SkillError => new SkillError("source-unavailable", "It is down.");
  it("gives messages: load and read", async () => {
    const theirs = source();
    const skillset = await createSkillset({
      ...theirs,
      read: () => Promise.reject(down()),
      readResource: () => Promise.reject(down()),
    });
    expect(await load(skillset, "alpha")).toBe('The skill "alpha" could not be loaded: It is down.');
    expect(await read(skillset, "alpha", "x.md")).toBe('"x.md" could not be read: It is down.');
    expect(skillset.loaded()).toEqual([]);
  });

  it("gives a message when it cannot even say which files there are", async () => {
    const theirs: SkillSource = { ...source(), listResources: () => Promise.reject(down()) };
    const skillset = await createSkillset(theirs);
    expect(await read(skillset, "alpha", "none.md")).toContain("none.md");
  });

  it("gives a message when its skills cannot be searched", async () => {
    const matcher: SkillMatcher = {
      match: vi.fn(() => Promise.reject(new SkillError("embedding-invalid", "No vector."))),
    };
    const skillset = await createSkillset(createSkillRegistry({ source: source(), matcher }), { budget: 1 });
    expect(await toolOf(skillset, "search_skills").execute({ query: "alpha" })).toContain("No vector.");
  });
});
