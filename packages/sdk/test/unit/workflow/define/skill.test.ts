import { SkillError } from "@tradecraft/sdk";
import { action, module, reference, skill, step, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";

// What the compiler would refuse is said to it in another way: users write JavaScript too.
// oxlint-disable-next-line typescript/no-explicit-any -- see above
const untyped = skill as any;

function faults(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    if (SkillError.is(error, "workflow-invalid")) return error.message;
    throw error;
  }
  throw new Error("It was built.");
}

const one = { prompt: "One.", next: terminal };

describe("skill", () => {
  it("gives a frozen definition with everything normalised", () => {
    const definition = skill({ name: "greeter", entry: "hello" }).step("hello", one).build();
    expect(definition).toMatchObject({
      kind: "skill",
      name: "greeter",
      entry: "hello",
      description: "",
      version: "0.0.0",
      resolveVersion: false,
      triggers: [],
      stores: {},
      subskills: {},
      topics: {},
    });
    expect(Object.keys(definition.steps)).toEqual(["hello"]);
    for (const part of [definition, definition.steps, definition.steps["hello"], definition.stores]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it.each([
    ["", "Trigger keywords: a, b"],
    ["Greets people.", "Greets people. Trigger keywords: a, b"],
    ["Greets people", "Greets people. Trigger keywords: a, b"],
  ])("adds the triggers to the description %j", (description, expected) => {
    const definition = skill({ name: "greeter", entry: "hello", description, triggers: ["a", "b"] });
    expect(definition.step("hello", one).build().description).toBe(expected);
  });

  it("keeps skillMd, package, system and frontmatter (B17)", () => {
    const definition = skill({
      name: "greeter",
      entry: "hello",
      skillMd: "# Mine",
      package: { license: "MIT", private: true },
      system: "Be kind.",
      argumentHint: "<who>",
      allowedTools: ["Read"],
      disableModelInvocation: true,
    })
      .step("hello", one)
      .build();
    expect(definition).toMatchObject({
      skillMd: "# Mine",
      package: { license: "MIT", private: true },
      system: "Be kind.",
      argumentHint: "<who>",
      allowedTools: ["Read"],
      disableModelInvocation: true,
    });
  });

  it("gives a new builder at each call", () => {
    const base = skill({ name: "greeter", entry: "hello" }).step("hello", { prompt: "Hello.", next: "bye" });
    const kind = base.step("bye", { prompt: "Good bye.", next: terminal }).build();
    const curt = base.step("bye", { prompt: "Bye.", next: terminal }).build();
    expect([kind.steps["bye"]?.prompt, curt.steps["bye"]?.prompt]).toEqual(["Good bye.", "Bye."]);
  });
});

describe("build refuses", () => {
  it.each([
    ["no name", () => untyped({ entry: "a" }).step("a", one).build(), "It needs a `name`."],
    ["a bad name", () => untyped({ name: "Not A Name", entry: "a" }).step("a", one).build(), "name"],
    ["no config", () => untyped(), "A skill needs a name and an entry"],
    ["no entry", () => untyped({ name: "a" }).step("a", one).build(), "It needs an `entry`"],
    ["no steps", () => untyped({ name: "a", entry: "a" }).build(), "It has no steps."],
    ["an entry that is not there", () => untyped({ name: "a", entry: "b" }).step("a", one).build(), 'The entry "b"'],
    [
      "two steps of a name",
      () => untyped({ name: "a", entry: "a" }).step("a", one).step("a", one).build(),
      'Two steps are called "a"',
    ],
    ["a step called self", () => untyped({ name: "a", entry: "self" }).step("self", one).build(), 'Step "self"'],
    [
      "a step called history",
      () => untyped({ name: "a", entry: "history" }).step("history", one).build(),
      'Step "history"',
    ],
    [
      "a step called __proto__",
      () => untyped({ name: "a", entry: "b" }).step("__proto__", one).step("b", one).build(),
      "__proto__",
    ],
    ["a slash", () => untyped({ name: "a", entry: "a/b" }).step("a/b", one).build(), "a name has no `/`"],
    [
      "a store called steps",
      () =>
        untyped({ name: "a", entry: "a", stores: { steps: type({}) } })
          .step("a", one)
          .build(),
      'A store cannot be called "steps"',
    ],
    [
      "a store that is no schema",
      () =>
        untyped({ name: "a", entry: "a", stores: { x: {} } })
          .step("a", one)
          .build(),
      'The store "x" must be a schema',
    ],
    [
      "params that are no schema",
      () => untyped({ name: "a", entry: "a", params: {} }).step("a", one).build(),
      "`params` must be a schema",
    ],
    ["no next", () => untyped({ name: "a", entry: "a" }).step("a", { prompt: "x" }).build(), "it needs `next`"],
    [
      "no branches",
      () => untyped({ name: "a", entry: "a" }).step("a", { prompt: "x", next: [] }).build(),
      "branches is empty",
    ],
    [
      "a branch without to",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { prompt: "x", next: [{}] })
          .build(),
      "each branch needs `to`",
    ],
    [
      "a number as next",
      () => untyped({ name: "a", entry: "a" }).step("a", { prompt: "x", next: 3 }).build(),
      "`next` is a name",
    ],
    [
      "a response without a prompt",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { response: type({}), next: terminal })
          .build(),
      "nobody would give one",
    ],
    [
      "a response that is no schema",
      () => untyped({ name: "a", entry: "a" }).step("a", { prompt: "x", response: {}, next: terminal }).build(),
      "`response` must be a schema",
    ],
    [
      "maxVisits 0",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, maxVisits: 0 })
          .build(),
      "`maxVisits`",
    ],
    [
      "onMaxVisits alone",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, onMaxVisits: "a" })
          .build(),
      "`onMaxVisits` needs",
    ],
    [
      "onError alone",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, onError: "a" })
          .build(),
      "`onError` needs an `action`",
    ],
    [
      "a timeout of -1",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, timeout: -1 })
          .build(),
      "`timeout`",
    ],
    [
      "retries of 1.5",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, retries: 1.5 })
          .build(),
      "`retries`",
    ],
    [
      "an action that is none",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", { ...one, action: { run: () => 1 } })
          .build(),
      "`action` is a function",
    ],
    [
      "a topic without text",
      () => untyped({ name: "a", entry: "a" }).step("a", one).topic("t", { label: "T" }).build(),
      'The topic "t" needs',
    ],
    [
      "two topics of a name",
      () =>
        untyped({ name: "a", entry: "a" })
          .step("a", one)
          .topic("t", { label: "T", content: "x" })
          .topic("t", { label: "T", content: "x" })
          .build(),
      'Two topics are called "t"',
    ],
    [
      "a sub-skill that is none",
      () => untyped({ name: "a", entry: "a" }).step("a", one).subskill("b", {}).build(),
      'The sub-skill "b" is no workflow',
    ],
    [
      "an empty fan-out",
      () => untyped({ name: "a", entry: "a" }).parallel("a", { branches: {}, next: terminal }).build(),
      "`branches` is empty",
    ],
    [
      "a fan-out over nothing",
      () =>
        untyped({ name: "a", entry: "a" })
          .parallel("a", { each: { prompt: "x" }, next: terminal })
          .build(),
      "`over` must be a function",
    ],
    [
      "a part without a prompt",
      () =>
        untyped({ name: "a", entry: "a" })
          .parallel("a", { branches: { b: {} }, next: terminal })
          .build(),
      'the part "b" needs a `prompt`',
    ],
  ])("%s", (_, build, expected) => {
    expect(faults(build)).toContain(expected);
  });

  it("targets that are not there, with what may be meant", () => {
    const message = faults(() =>
      untyped({ name: "a", entry: "begin" })
        .step("begin", { prompt: "x", next: [{ to: "finsih", when: () => true }, { to: "topic:help" }] })
        .step("finish", { prompt: "x", next: "subskill:doctor", maxVisits: 2, onMaxVisits: "gone" })
        .build(),
    );
    expect(message).toContain('The `next` of "begin" leads to "finsih", which is not there. Did you mean "finish"?');
    expect(message).toContain('leads to "topic:help"');
    expect(message).toContain('leads to "subskill:doctor"');
    expect(message).toContain('The `onMaxVisits` of "finish" leads to "gone"');
    expect(message).toMatch(/has 4 faults/);
  });

  it("an action whose input the answer does not have", () => {
    const deploy = action({
      name: "deploy",
      input: type({ target: "string" }),
      output: type("string"),
      run: () => "done",
    });
    const base = { prompt: "x", response: type({ place: "string" }), next: terminal };
    expect(
      faults(() =>
        skill({ name: "a", entry: "a" })
          .step("a", { ...base, action: { run: deploy } })
          .build(),
      ),
    ).toContain('its action "deploy" needs "target"');
    const mapped = {
      run: deploy,
      mapInput: ({ response }: { response: { place: string } }) => ({ target: response.place }),
    };
    expect(
      skill({ name: "a", entry: "a" })
        .step("a", { ...base, action: mapped })
        .build().name,
    ).toBe("a");
  });
});

describe("step, action, module, reference", () => {
  it("say what they need", () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- users write JavaScript too
    const loose = { step, action, module, reference } as any;
    expect(faults(() => loose.step({ prompt: "x" }))).toContain("A step needs `next`");
    expect(faults(() => loose.action({}))).toContain("An action needs a name");
    expect(faults(() => loose.action({ name: "a", input: {} }))).toContain("needs `input`");
    expect(faults(() => loose.action({ name: "a", input: type({}) }))).toContain("needs `output`");
    expect(faults(() => loose.action({ name: "a", input: type({}), output: type({}) }))).toContain("needs `run`");
    expect(faults(() => loose.module({}))).toContain("A module needs a `name`");
    expect(faults(() => loose.module({ name: "m", entry: "a" }).build())).toContain("it has no steps");
    expect(faults(() => loose.module({ name: "m", entry: "b" }).step("a", one).build())).toContain('the entry "b"');
    expect(faults(() => loose.module({ name: "m", entry: "a" }).step("a", one).step("a", one).build())).toContain(
      "two steps",
    );
    expect(faults(() => loose.reference({ name: "r" }).build())).toContain(
      "It needs a `description`. It needs at least one topic.",
    );
  });

  it("extends a step without changing it", () => {
    const base = step({ prompt: "Ask.", response: type({ a: "string" }), next: "end" });
    const definition = skill({ name: "a", entry: "ask" })
      .step("ask", base)
      .extend("again", base, { prompt: "Ask again." })
      .step("end", one)
      .build();
    expect(definition.steps["ask"]?.prompt).toBe("Ask.");
    expect(definition.steps["again"]).toMatchObject({ prompt: "Ask again.", next: "end" });
    expect(base.extend({ prompt: "Other." }).config).toMatchObject({ prompt: "Other.", next: "end" });
  });

  it("rewires a module's way out wherever it stands", async () => {
    const asking = module({ name: "asking", entry: "ask" })
      .step("ask", { prompt: "x", next: [{ to: "check", when: () => true }, { to: "__parent__" }] })
      .step("check", { prompt: "x", next: ({ attempts }) => (attempts > 1 ? "__parent__" : "ask") })
      .step("late", { prompt: "x", next: async () => "__parent__" as const, maxVisits: 2, onMaxVisits: "__parent__" })
      .build();
    const { steps } = skill({ name: "a", entry: "ask" }).register(asking, { next: "end" }).step("end", one).build();
    expect(steps["ask"]?.next).toMatchObject([{ to: "check" }, { to: "end" }]);
    const choose = (name: string, attempts: number): unknown => {
      const { next } = steps[name] ?? {};
      return typeof next === "function" ? next({ attempts } as never) : next;
    };
    expect([choose("check", 1), choose("check", 2)]).toEqual(["ask", "end"]);
    expect(await choose("late", 1)).toBe("end");
    expect(steps["late"]?.onMaxVisits).toBe("end");
    const ends = skill({ name: "a", entry: "ask" }).register(asking, { next: terminal });
    expect(faults(() => ends.build())).toContain('The `onMaxVisits` of "late" leads to "__parent__"');
  });

  it("refuses a module whose names are taken", () => {
    const asking = module({ name: "asking", entry: "ask", stores: { notes: type({ a: "string" }) } })
      .step("ask", { prompt: "x", next: "__parent__" })
      .build();
    const message = faults(() =>
      untyped({ name: "a", entry: "ask", stores: { notes: type({}) } })
        .step("ask", one)
        .register(asking, { next: "ask" })
        .build(),
    );
    expect(message).toContain('Two steps are called "ask"');
    expect(message).toContain('brings the store "notes"');
  });

  it("builds a skill of topics", () => {
    const definition = reference({ name: "handbook", description: "How we work.", license: "MIT" })
      .topic("style", { label: "Style", content: ({ refs }) => refs.load("style.md") })
      .build();
    expect(definition).toMatchObject({ kind: "reference", name: "handbook", version: "0.0.0", license: "MIT" });
    expect(Object.keys(definition.topics)).toEqual(["style"]);
  });
});
