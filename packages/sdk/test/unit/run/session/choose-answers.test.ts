import { describe, expect, it } from "vitest";
import { chooseAnswers } from "../../../../src/run/session/choose-answers.ts";

const line = (step: unknown, output: unknown): string => JSON.stringify({ type: "output", step, output });

describe("chooseAnswers", () => {
  it("takes the last answer to the current step", () => {
    const text = [line("a", 1), line("b", 2), line("a", 3), '{"type":"prompt"}', "torn {"].join("\n");
    expect(chooseAnswers(text, { step: "a" })).toEqual({ answers: [{ step: "a", output: 3 }] });
  });

  it("takes an answer without a step for one to the current", () => {
    expect(chooseAnswers(line(undefined, 1), { step: "a" })).toEqual({ answers: [{ step: "a", output: 1 }] });
  });

  it("finds nothing in nothing", () => {
    expect(chooseAnswers("", { step: "a" })).toEqual({ answers: [] });
    expect(chooseAnswers('x\nnull\n7\n{"type":"done"}\n', { step: "a" })).toEqual({ answers: [] });
  });

  it("refuses an answer to another step", () => {
    expect(chooseAnswers(line("b", 1), { step: "a" }).refusal).toMatchObject({ code: "step-not-current", step: "b" });
  });

  it("refuses answers after the end", () => {
    expect(chooseAnswers(line("a", 1), {}).refusal).toMatchObject({ code: "session-ended" });
    expect(chooseAnswers("", {})).toEqual({ answers: [] });
  });

  it("takes the last to each open part, in the order of the file", () => {
    const text = [line("p#2", "z"), line("p#0", "x"), line("p#1", "done before"), line("p#0", "x again")].join("\n");
    expect(chooseAnswers(text, { step: "p#0", open: ["p#0", "p#2"] })).toEqual({
      answers: [
        { step: "p#2", output: "z" },
        { step: "p#0", output: "x again" },
      ],
    });
    expect(chooseAnswers(line("p#1", "done before"), { step: "p#0", open: ["p#0"] })).toEqual({ answers: [] });
    expect(chooseAnswers(line("q", 1), { step: "p#0", open: ["p#0"] }).refusal?.code).toBe("step-not-current");
  });

  it("tells of an answer that is no JSON only if there is no other", () => {
    const broken = '{"type":"output","step":"a","output":{"x":}}';
    expect(chooseAnswers(broken, { step: "a" }).refusal).toMatchObject({ error: "validation", retry: true });
    expect(chooseAnswers(`${line("a", 1)}\n${broken}`, { step: "a" }).answers).toHaveLength(1);
  });
});
