import { describe, expect, it, vi } from "vitest";
import {
  type AllowSkills,
  createSkillRegistry,
  createSkillset,
  type ScriptRunner,
  type SkillRegistry,
  type Skillset,
} from "@tradecraft/sdk";
import { fakeSkills, load, read, toolNames, toolOf } from "./skillset-fixtures.ts";

const runScript = vi.fn<ScriptRunner["run"]>(async () => ({
  exitCode: 0,
  signal: null,
  stdout: "ran",
  stderr: "",
  truncated: false,
  timedOut: false,
  durationMs: 1,
}));
const runner: ScriptRunner = { run: runScript };
const source = (): ReturnType<typeof fakeSkills> =>
  fakeSkills(
    { id: "team-a", description: "Public thing." },
    { id: "team-b", description: "Public thing two." },
    { id: "secret", description: "Secret thing.", files: { "scripts/x.sh": "x", "a.md": "A secret." } },
    { id: "hidden", description: "Hidden thing.", disableModelInvocation: true, files: { "a.md": "A file." } },
    { id: "quiet", description: "Quiet thing.", userInvocable: false },
  );

/** A registry that tells which skills it was asked for; what its search reads to build an index is its own business. */
function watched(): { registry: SkillRegistry; asked: Set<string> } {
  const registry = createSkillRegistry(source());
  const asked = new Set<string>();
  const ask = (id: string): string => {
    asked.add(id);
    return id;
  };
  return {
    asked,
    registry: {
      ...registry,
      trigger: (id, call) => registry.trigger(ask(id), call),
      resource: (id, path, call) => registry.resource(ask(id), path, call),
      files: (id, call) => registry.files(ask(id), call),
      directory: (id, call) => registry.directory(ask(id), call),
      listResources: (id, call) => registry.listResources(ask(id), call),
      get: (id, call) => registry.get(ask(id), call),
      has: (id, call) => registry.has(ask(id), call),
    },
  };
}

/** Every way by which a text may reach a skill. */
async function reach(skillset: Skillset, id: string): Promise<string[]> {
  const answers = [
    await load(skillset, id),
    await load(skillset, id, true),
    await read(skillset, id, "a.md"),
    await toolOf(skillset, "run_skill_script").execute({ skill: id, script: "scripts/x.sh" }),
  ];
  if (toolNames(skillset).includes("search_skills")) {
    answers.push(await toolOf(skillset, "search_skills").execute({ query: `${id} thing` }));
  }
  return answers;
}

describe("allow", () => {
  const rules: [string, AllowSkills<{ user: string }>][] = [
    ["ids", ["team-a", "team-b"]],
    ["a pattern", ["team-*"]],
    ["patterns inside", ["*am-a", "t*-*b"]],
    ["a predicate with the request's context", ({ id }, context) => id.startsWith(context?.user ?? "nobody")],
  ];
  it.each(rules)("by %s: nothing else can be reached, nor is the registry asked for it", async (_, allow) => {
    const { registry, asked } = watched();
    const skillset = await createSkillset(registry, {
      allow,
      context: { user: "team" },
      scripts: runner,
      approve: () => true,
      budget: 1,
    });
    expect(skillset.entries.map(({ id }) => id)).toEqual(["team-a", "team-b"]);
    expect(toolNames(skillset)).toContain("search_skills");
    for (const id of ["secret", "hidden", "quiet", "*", "team-*"]) {
      for (const answer of await reach(skillset, id))
        expect(answer).not.toMatch(/<skill name="(?:secret|hidden|quiet)|A secret|A file/);
      for (const mark of ["/", "$", "@"]) expect(await skillset.activate(`${mark}${id} x`)).toBeUndefined();
    }
    expect([...asked]).toEqual([]);
    expect(runScript).not.toHaveBeenCalled();
    expect(skillset.prompt()).not.toMatch(/secret|hidden|quiet/i);
    expect(JSON.stringify(skillset)).not.toMatch(/secret|hidden|quiet/i);
    expect(JSON.stringify(skillset.tools)).not.toMatch(/secret|hidden|quiet/i);
  });

  it.each([[[]], [["none"]], [[""]], [["TEAM-A"]], [["team"]], [() => false]])("%j allows nothing", async (allow) => {
    const skillset = await createSkillset(source(), { allow });
    expect(skillset.prompt()).toBe("");
    expect(skillset.tools).toEqual([]);
  });

  it("that answers later allows nothing: a promise is no yes", async () => {
    const allow = (async () => false) as unknown as AllowSkills;
    expect((await createSkillset(source(), { allow })).entries).toEqual([]);
  });

  it("finds allowed skills by search even where others fit better", async () => {
    const many = fakeSkills(
      ...Array.from({ length: 50 }, (_, at) => ({ id: `deploy-${at}`, description: "Deploy deploy deploy." })),
      { id: "mine", description: "Something about how to deploy, among much else that is said here." },
    );
    const skillset = await createSkillset(many, { allow: ["mine"], budget: 1 });
    expect(await toolOf(skillset, "search_skills").execute({ query: "deploy" })).toContain('name="mine"');
  });
});

describe("a skill that the model may not choose", () => {
  it("is in no prompt, enum, answer or search, and a person can activate it", async () => {
    const { registry, asked } = watched();
    const skillset = await createSkillset(registry, { scripts: runner, approve: () => true, budget: 1 });
    expect(skillset.prompt()).not.toContain("hidden");
    const whole = await createSkillset(registry);
    expect(whole.prompt()).not.toContain("hidden");
    expect(toolOf(whole, "load_skill").inputSchema.properties["name"]?.["enum"]).toEqual([
      "quiet",
      "secret",
      "team-a",
      "team-b",
    ]);
    for (const answer of await reach(skillset, "hidden")) expect(answer).not.toContain('name="hidden"');
    expect([...asked]).toEqual([]);
    expect(await load(skillset, "hiden")).not.toContain('"hidden"');
    expect((await skillset.activate("/hidden now"))?.text).toContain("Do hidden.");
  });

  it("lets the model read its files once a person has activated it", async () => {
    const skillset = await createSkillset(source());
    expect((await skillset.activate("/hidden"))?.text).toContain('<file path="a.md"');
    expect(await read(skillset, "hidden", "a.md")).toContain("A file.");
  });

  it("alone makes no prompt", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "hidden", disableModelInvocation: true }));
    expect(skillset.prompt()).toBe("");
    expect((await skillset.activate("/hidden"))?.id).toBe("hidden");
  });
});

it("a skill that people may not choose is not activated, and the model can load it", async () => {
  const skillset = await createSkillset(source());
  for (const mark of ["/", "$", "@"]) expect(await skillset.activate(`${mark}quiet now`)).toBeUndefined();
  expect(await load(skillset, "quiet")).toContain("Do quiet.");
});
