import { describe, expect, it } from "vitest";
import { actWith } from "../../../../src/workflow/primitives/act-with.ts";
import { askUser } from "../../../../src/workflow/primitives/ask-user.ts";
import { builtinPrimitives } from "../../../../src/workflow/primitives/builtin-primitives.ts";
import { definePrimitive } from "../../../../src/workflow/primitives/define-primitive.ts";
import { mergePrimitives } from "../../../../src/workflow/primitives/merge-primitives.ts";
import type { Primitive } from "../../../../src/workflow/primitives/primitive.ts";
import { assemblePrompt } from "../../../../src/workflow/prompt/assemble-prompt.ts";
import { elementText } from "../../../../src/workflow/prompt/tag-text.ts";

const base: Primitive<string> = {
  tag: "vote",
  tools: ["Vote"],
  create: (topic) => ({ kind: "vote", topic }),
  render: ({ topic }) => `<vote>${elementText(String(topic))}</vote>`,
  preambleRow: (tool) => ({ tag: "vote", tool, use: "Vote." }),
};

describe("definePrimitive", () => {
  it("makes something that prompts can hold", () => {
    const vote = definePrimitive(base);
    expect(Object.isFrozen(vote)).toBe(true);
    expect(assemblePrompt(actWith(vote, "a < b"), { primitives: [vote] })).toBe("<vote>a &lt; b</vote>");
  });

  it("takes an object of a class", () => {
    class Vote implements Primitive<string> {
      readonly tag = "vote";
      readonly tools = ["Vote"];
      create(topic: string) {
        return { kind: this.tag, topic };
      }
      render() {
        return `<${this.tag} />`;
      }
      preambleRow(tool: string | undefined) {
        return { tag: this.tag, tool, use: "Vote." };
      }
    }
    const vote = definePrimitive(new Vote());
    expect(assemblePrompt(actWith(vote, "x"), { primitives: [vote] })).toBe("<vote />");
  });

  it.each([[""], ["Vote"], ["a b"], ["-a"], ["a--b"], ["a>"]])("refuses the tag %j", (tag) => {
    expect(() => definePrimitive({ ...base, tag })).toThrow("The tag of a primitive");
  });

  it.each([["prompt"], ["system"], ["rendered"]])("refuses the tag %s, which is ours", (tag) => {
    expect(() => definePrimitive({ ...base, tag })).toThrow("is taken");
  });

  it("refuses tools that are no names, and missing methods", () => {
    expect(() => definePrimitive({ ...base, tools: [""] })).toThrow("must be a list of names");
    expect(() => definePrimitive({ ...base, render: undefined as never })).toThrow("needs the methods");
  });

  it("refuses a config of another kind", () => {
    const vote = definePrimitive({ ...base, create: () => ({ kind: "confirm" }) });
    expect(() => actWith(vote, "x")).toThrow('made something of the kind "confirm"');
  });
});

describe("the six", () => {
  it("stand in the order of the preamble", () => {
    expect(builtinPrimitives.map(({ tag }) => tag)).toEqual([
      "ask-user",
      "confirm",
      "plan",
      "checklist",
      "subagent",
      "survey",
    ]);
    expect(mergePrimitives([])).toBe(builtinPrimitives);
  });

  it("can be replaced one by one", () => {
    const own = definePrimitive({ ...askUser, tools: ["Mine"] });
    const merged = mergePrimitives([own, definePrimitive(base)]);
    expect(merged.map(({ tag }) => tag)).toEqual([...builtinPrimitives.map(({ tag }) => tag), "vote"]);
    expect(merged[0]).toBe(own);
  });
});
