import { describe, expect, it } from "vitest";
import { checkSkill, checkSkillAsync } from "../../../../src/workflow/lint/check-skill.ts";
import { RIGHT_SKILLS } from "./right-skills.ts";
import { WRONG_GRAPHS } from "./wrong-skills-graph.ts";
import { WRONG_PARTS } from "./wrong-skills-parts.ts";
import { WRONG_PROMPTS } from "./wrong-skills-prompt.ts";
import { LINT_RULES } from "../../../../src/workflow/lint/lint-diagnostic.ts";

const wrong = [...WRONG_GRAPHS, ...WRONG_PROMPTS, ...WRONG_PARTS];

describe("wrong skills", () => {
  it("are many, and every rule has one", () => {
    expect(wrong.length).toBeGreaterThanOrEqual(40);
    const rules = new Set(wrong.map(({ rule }) => rule));
    expect(Object.keys(LINT_RULES).filter((rule) => !rules.has(rule as never))).toEqual(["references-not-checked"]);
  });

  it.each(wrong)("$rule: $what", ({ rule, severity, says, definition, options }) => {
    const found = checkSkill(definition, options);
    expect(found.map((each) => each.rule)).toEqual([rule]);
    expect(found[0]?.code).toBe(rule);
    expect(found[0]?.severity).toBe(severity ?? LINT_RULES[rule].severity);
    expect(found[0]?.message).toMatch(says);
  });
});

describe("right skills", () => {
  it.each(RIGHT_SKILLS)("$what", async ({ definition, options }) => {
    expect(checkSkill(definition, options)).toEqual([]);
    expect(await checkSkillAsync(definition, options)).toEqual([]);
  });
});
