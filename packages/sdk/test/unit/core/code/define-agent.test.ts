import { describe, expect, it } from "vitest";
import { defineAgent, SKILL_TOOL_PRESETS, SkillError, staticSkillSource } from "@tradecraft/sdk";
import { skillOf, toolWith } from "./code-fixtures.ts";

const skills = [skillOf("one"), skillOf("two", { tools: { act: toolWith(() => 1) } })];

describe("a sound agent", () => {
  it.each<[string, object]>([
    ["nothing but a name", {}],
    ["definitions", { skills, preloadSkills: ["one"] }],
    ["ids", { skills: ["one", "two"], preloadSkills: ["two"] }],
    ["a pattern and what it covers", { skills: ["db-*"], preloadSkills: ["db-read"] }],
    ["every skill", { skills: ["*"], preloadSkills: ["anything"] }],
    ["a source, whose skills nobody knows yet", { skills: staticSkillSource(skills), preloadSkills: ["one"] }],
    ["tools of its own", { skills, tools: { act: {}, search: {} } }],
    [
      "all there is",
      { model: "m", instructions: "Be brief.", skills, tools: {}, mode: "subagent", subagentModel: { a: 1 } },
    ],
    ["no skills and no preloads", { skills: [], preloadSkills: [] }],
  ])("with %s comes back as it is", (_, fields) => {
    const agent = { name: "agent", ...fields };
    expect(defineAgent(agent as never)).toBe(agent);
  });
});

const reserved = [
  ...new Set([
    ...Object.values(SKILL_TOOL_PRESETS).flatMap((names) => Object.values(names).map(({ name }) => name)),
    "query_skill",
  ]),
];

const bad: readonly [what: string, fields: object, field: string, says: RegExp][] = [
  ["no name", { name: undefined }, "name", /name/],
  ["a blank name", { name: " " }, "name", /name/],
  ["an unknown key", { skill: [] }, "skill", /"skill" is no part of an agent; there are: name/],
  ["an unknown preload", { skills, preloadSkills: ["three"] }, "preloadSkills", /"three"/],
  ["an unknown preload among ids", { skills: ["one"], preloadSkills: ["two"] }, "preloadSkills", /"two"/],
  ["a preload without skills", { preloadSkills: ["one"] }, "preloadSkills", /"one"/],
  ["a preload that no pattern covers", { skills: ["db-*"], preloadSkills: ["web"] }, "preloadSkills", /"web"/],
  ["a preload named twice", { skills, preloadSkills: ["one", "one"] }, "preloadSkills", /twice/],
  ["preloads that are a text", { skills, preloadSkills: "one" }, "preloadSkills", /./],
  ["a skill named twice", { skills: ["one", "one"] }, "skills", /two skills "one"/],
  ["a skill defined twice", { skills: [skillOf("one"), skillOf("one")] }, "skills", /two skills "one"/],
  ["ids and definitions mixed", { skills: ["one", skillOf("two")] }, "skills", /all ids or all definitions/],
  ["skills that are a text", { skills: "one" }, "skills", /ids, definitions or a source/],
  ["skills that are null", { skills: null }, "skills", /ids, definitions or a source/],
  ["skills that are an object", { skills: {} }, "skills", /ids, definitions or a source/],
  ["an unknown mode", { skills, mode: "sub" }, "mode", /"sub"/],
  ["tools that are null", { tools: null }, "tools", /./],
  ["tools as a list", { tools: [{}] }, "tools", /./],
  ["instructions that are no text", { instructions: 5 }, "instructions", /./],
  ["a model that is a number", { model: 5 }, "model", /./],
  ...reserved.map((name): [string, object, string, RegExp] => [
    `a tool called ${name}`,
    { tools: { [name]: {} } },
    `tools.${name}`,
    new RegExp(`"${name}"`),
  ]),
];

describe("an agent with", () => {
  it.each(bad)("%s is refused, with agent and field", (_, fields, field, says) => {
    let error: unknown;
    try {
      defineAgent({ name: "helper", ...fields } as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(SkillError.is(error, "agent-invalid"), String(error)).toBe(true);
    const { message, facts } = error as SkillError;
    expect(facts["field"]).toBe(field);
    if (!("name" in fields)) expect(message).toContain('"helper"');
    expect(message).toMatch(says);
  });

  it("an invalid definition is refused, with skill and field", () => {
    expect(() => defineAgent({ name: "helper", skills: [skillOf("bad", { body: "" })] })).toThrow(/"bad".*body/);
  });

  it.each([undefined, null, 5, "x"])("%j in place of fields is refused in words", (nothing) => {
    expect(() => defineAgent(nothing as never)).toThrow(expect.objectContaining({ code: "agent-invalid" }) as Error);
  });
});
