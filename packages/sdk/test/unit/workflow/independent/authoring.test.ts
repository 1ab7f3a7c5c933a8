import { action, reference, step, terminal, type, type WorkflowDefinition } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { buildError, type Context, loose, looseModule, made } from "./support.ts";

const end = { prompt: "P", next: terminal };

describe("building a skill", () => {
  it("gives a frozen definition with the defaults", () => {
    const definition = made({ a: end });
    expect(definition).toMatchObject({
      kind: "skill",
      name: "sample",
      entry: "a",
      description: "",
      version: "0.0.0",
      resolveVersion: false,
    });
    expect(Object.isFrozen(definition)).toBe(true);
    expect(Object.isFrozen(definition.steps)).toBe(true);
    expect(Object.isFrozen(definition.steps["a"])).toBe(true);
  });

  it.each([
    ["no name", () => loose({ entry: "a" }).step("a", end)],
    ["an empty name", () => loose({ name: "", entry: "a" }).step("a", end)],
    ["no entry", () => loose({ name: "n" }).step("a", end)],
    ["no steps", () => loose({ name: "n", entry: "a" })],
    ["an entry that is no step", () => loose({ name: "n", entry: "b" }).step("a", end)],
    ["a store called steps", () => loose({ name: "n", entry: "a", stores: { steps: type({}) } }).step("a", end)],
    ["a store called step", () => loose({ name: "n", entry: "a", stores: { step: type({}) } }).step("a", end)],
    ["a step twice", () => loose({ name: "n", entry: "a" }).step("a", end).step("a", end)],
    ["an unknown next", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "b" })],
    ["an unknown branch", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: [{ to: "b" }] })],
    ["an unknown onError", () => loose({ name: "n", entry: "a" }).step("a", { ...end, action: () => 1, onError: "b" })],
    [
      "an unknown onMaxVisits",
      () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "self", maxVisits: 2, onMaxVisits: "b" }),
    ],
    ["an unknown sub-skill", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "subskill:x" })],
    ["an unknown topic", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "topic:x" })],
    ["no next", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P" })],
    ["an empty list of branches", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: [] })],
    ["__parent__ in a skill", () => loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "__parent__" })],
    ["a slash in a step", () => loose({ name: "n", entry: "a/b" }).step("a/b", end)],
    ["a hash in a step", () => loose({ name: "n", entry: "a#b" }).step("a#b", end)],
    ["an empty step name", () => loose({ name: "n", entry: "" }).step("", end)],
    ["a step called self", () => loose({ name: "n", entry: "self" }).step("self", end)],
    ["a step called __parent__", () => loose({ name: "n", entry: "__parent__" }).step("__parent__", end)],
    ["a step called __terminal__", () => loose({ name: "n", entry: "__terminal__" }).step("__terminal__", end)],
    ["a step called all", () => loose({ name: "n", entry: "all" }).step("all", end)],
    ["a step called ran", () => loose({ name: "n", entry: "ran" }).step("ran", end)],
    ["a step called history", () => loose({ name: "n", entry: "history" }).step("history", end)],
    ["a step called __proto__", () => loose({ name: "n", entry: "__proto__" }).step("__proto__", end)],
    ["a step called subskill:x", () => loose({ name: "n", entry: "subskill:x" }).step("subskill:x", end)],
    [
      "a store called __proto__",
      () => loose({ name: "n", entry: "a", stores: { ["__proto__"]: type({}) } }).step("a", end),
    ],
    ["a negative maxVisits", () => loose({ name: "n", entry: "a" }).step("a", { ...end, maxVisits: -1 })],
    ["maxVisits of zero", () => loose({ name: "n", entry: "a" }).step("a", { ...end, maxVisits: 0 })],
    ["a maxVisits that is no number", () => loose({ name: "n", entry: "a" }).step("a", { ...end, maxVisits: NaN })],
    ["a negative timeout", () => loose({ name: "n", entry: "a" }).step("a", { ...end, action: () => 1, timeout: -5 })],
    ["half a retry", () => loose({ name: "n", entry: "a" }).step("a", { ...end, action: () => 1, retries: 0.5 })],
    [
      "a response without a prompt",
      () => loose({ name: "n", entry: "a" }).step("a", { response: type({}), next: terminal }),
    ],
  ])("refuses %s", (_what, builder) => {
    expect(() => builder().build()).toThrow(expect.objectContaining({ code: "workflow-invalid" }));
  });

  it("tells everything that is wrong at once, with the code workflow-invalid", () => {
    const builder = loose({ name: "n", entry: "nope", stores: { steps: type({}) } })
      .step("a", { prompt: "P", next: "missing1" })
      .step("b", { prompt: "P", next: "missing2" });
    expect(() => builder.build()).toThrow(expect.objectContaining({ code: "workflow-invalid" }));
    const message = buildError(() => builder);
    for (const word of ["nope", "steps", "missing1", "missing2"]) expect(message).toContain(word);
  });

  it("does not let a later change of the config reach the definition", () => {
    const next = [{ to: "b" }];
    const config = { prompt: "P", next };
    const definition = loose({ name: "n", entry: "a" }).step("a", config).step("b", end).build();
    config.prompt = "Changed";
    next.push({ to: "nowhere" });
    expect(definition.steps["a"]?.prompt).toBe("P");
    expect(definition.steps["a"]?.next).toHaveLength(1);
  });

  it("branches a builder: two skills from one beginning do not share steps", () => {
    const base = loose({ name: "n", entry: "a" }).step("a", { prompt: "P", next: "b" });
    const one = base.step("b", { prompt: "one", next: terminal }).build();
    const two = base.step("b", { prompt: "two", next: terminal }).build();
    expect([one.steps["b"]?.prompt, two.steps["b"]?.prompt]).toEqual(["one", "two"]);
  });
});

describe("triggers", () => {
  it.each([
    ["Does it.", "Does it. Trigger keywords: x, y"],
    ["Does it", "Does it. Trigger keywords: x, y"],
  ])("follow the description %j", (description, expected) => {
    expect(made({ a: end }, { description, triggers: ["x", "y"] }).description).toBe(expected);
  });

  it("stand alone when there is no description", () => {
    expect(made({ a: end }, { triggers: ["x"] }).description).toMatch(/^(\. )?Trigger keywords: x$/);
  });
});

describe("standalone parts", () => {
  it("a step is frozen, and can be extended without changing the base", () => {
    const base = step({ prompt: "Base", next: terminal });
    const other = base.extend({ prompt: "Other" });
    expect(base).toMatchObject({ kind: "step", config: { prompt: "Base" } });
    expect(other.config.prompt).toBe("Other");
    expect(Object.isFrozen(base)).toBe(true);
    const definition = loose({ name: "n", entry: "a" }).step("a", base).extend("b", base, { prompt: "B" }).build();
    expect([definition.steps["a"]?.prompt, definition.steps["b"]?.prompt]).toEqual(["Base", "B"]);
  });

  it("a step needs a next", () => {
    expect(() => (step as Context)({ prompt: "P" })).toThrow();
  });

  it.each(["name", "input", "output", "run"])("an action needs %s", (key) => {
    const whole = { name: "n", input: type({}), output: type({}), run: () => ({}) };
    expect((action as Context)(whole)).toMatchObject({ kind: "action", name: "n" });
    const { [key as "name"]: _left, ...rest } = whole;
    expect(() => (action as Context)(rest)).toThrow();
  });

  it("refuses an action whose required input the answer cannot have", () => {
    const needs = action({ name: "n", input: type({ id: "string" }), output: type({}), run: () => ({}) });
    const wrong = (): ReturnType<typeof loose> =>
      loose({ name: "n", entry: "a" }).step("a", {
        prompt: "P",
        response: type({ other: "string" }),
        action: { run: needs },
        next: terminal,
      });
    expect(buildError(wrong)).toContain("id");
  });

  it("a reference needs a name, a description and a topic", () => {
    const topic = { label: "L", content: () => "C" };
    const whole = reference({ name: "n", description: "d" }).topic("t", topic).build();
    expect(whole).toMatchObject({ kind: "reference", name: "n", version: "0.0.0" });
    expect(() => (reference as Context)({ name: "n" }).topic("t", topic).build()).toThrow();
    expect(() => (reference as Context)({ description: "d" }).topic("t", topic).build()).toThrow();
    expect(() => (reference as Context)({ name: "n", description: "d" }).build()).toThrow();
  });

  it("a module needs its own steps and entry; its targets are checked too", () => {
    expect(buildError(() => looseModule({ name: "m", entry: "x" }))).not.toBe("");
    expect(
      buildError(() => looseModule({ name: "m", entry: "y" }).step("x", { prompt: "P", next: "__parent__" })),
    ).toMatch(/y/);
    const inner = looseModule({ name: "m", entry: "x" }).step("x", { prompt: "P", next: "__parent__" }).build();
    expect(inner).toMatchObject({ kind: "module", name: "m", entry: "x" });
    const clash = (): ReturnType<typeof loose> =>
      loose({ name: "n", entry: "x" }).step("x", { prompt: "P", next: terminal }).register(inner, { next: terminal });
    expect(buildError(clash)).toContain("x");
    expect(buildError(() => loose({ name: "n", entry: "x" }).register(inner, { next: "nowhere" }))).toContain(
      "nowhere",
    );
  });

  it("a sub-skill and a topic may not be registered twice", () => {
    const sub = made({ a: end });
    const topic = { label: "L", content: "C" };
    const base = loose({ name: "n", entry: "a" }).step("a", end);
    expect(buildError(() => base.subskill("s", sub).subskill("s", sub))).toContain("s");
    expect(buildError(() => base.topic("t", topic).topic("t", topic))).toContain("t");
    expect(buildError(() => base.subskill("s/x", sub))).toContain("s/x");
  });

  it("keeps every frontmatter key, skillMd, package, observers", () => {
    const more: Partial<WorkflowDefinition> = {
      argumentHint: "[x]",
      arguments: ["x"],
      allowedTools: "Read Grep",
      paths: "src/**",
      context: "fork",
      license: "MIT",
      compatibility: "all",
      agent: "a",
      model: "m",
      effort: "high",
      disableModelInvocation: true,
      userInvocable: false,
      skillMd: "# own",
      package: { name: "p", license: "MIT", extra: 1 },
      observers: { onStepStart: () => undefined },
      version: "1.2.3",
      system: "Be kind.",
    };
    expect(made({ a: end }, more)).toMatchObject(more);
  });
});
