import { always, mockModel, type ModelRequest, perAttempt, perVisit, WorkflowTestError } from "@tradecraft/sdk/testing";
import { describe, expect, it } from "vitest";

const request: ModelRequest = { step: "ask", prompt: "Ask.", schema: null, visit: 1, attempt: 1, turn: 1 };

describe("mockModel", () => {
  it("gives a value on each visit", () => {
    const model = mockModel({ ask: { ok: true } });
    expect(model.respond(request)).toEqual({ ok: true });
    expect(model.respond({ ...request, visit: 7 })).toEqual({ ok: true });
  });

  it("gives falsy values as they are", () => {
    const model = mockModel({ a: null, b: false, c: 0, d: "" });
    expect(["a", "b", "c", "d"].map((step) => model.respond({ ...request, step }))).toEqual([null, false, 0, ""]);
  });

  it("takes a list for one answer per visit, and names step and visit when there is none left", () => {
    const model = mockModel({ ask: ["one", "two"] });
    expect(model.respond({ ...request, visit: 2 })).toBe("two");
    expect(model.respond({ ...request, visit: 2, attempt: 2 })).toBe("two");
    expect(() => model.respond({ ...request, visit: 3 })).toThrow(
      'Step "ask", visit 3: there are 2 answers for it, one per visit.',
    );
  });

  it("takes a list in `always` for one value, and a list in a list as well", () => {
    expect(mockModel({ ask: always([1, 2]) }).respond({ ...request, visit: 3 })).toEqual([1, 2]);
    expect(mockModel({ ask: [[1], [2]] }).respond({ ...request, visit: 2 })).toEqual([2]);
    expect(mockModel({ ask: perVisit([[1], always([2]), () => [3]]) }).respond({ ...request, visit: 3 })).toEqual([3]);
  });

  it("asks a function with the whole question", async () => {
    const model = mockModel({
      ask: async ({ step, prompt, schema, visit }) => await Promise.resolve([step, prompt, schema, visit]),
    });
    expect(await model.respond(request)).toEqual(["ask", "Ask.", null, 1]);
  });

  it("gives one answer per attempt, also within a visit of a list", () => {
    const model = mockModel({ ask: ["right", perAttempt(["wrong", "right"])] });
    expect(model.respond({ ...request, visit: 2, attempt: 1 })).toBe("wrong");
    expect(model.respond({ ...request, visit: 2, attempt: 2 })).toBe("right");
    expect(() => model.respond({ ...request, visit: 2, attempt: 3 })).toThrow("visit 2, attempt 3");
  });

  it("finds the answer of a part, else that of its step", () => {
    const model = mockModel({ research: "any", "research#1": "second" });
    expect(model.respond({ ...request, step: "research#0" })).toBe("any");
    expect(model.respond({ ...request, step: "research#1" })).toBe("second");
  });

  it("lists the steps it knows when one is missing", () => {
    const model = mockModel({ plan: 1, "doctor/diagnose": 2 });
    expect(() => model.respond({ ...request, step: "diagnose" })).toThrow(
      'The mock model has no answer for "diagnose". It has: plan, doctor/diagnose.',
    );
    expect(() => mockModel({}).respond({ ...request, step: "constructor" })).toThrow(WorkflowTestError);
  });

  it("takes one list for the whole run, or one function", () => {
    const list = mockModel([["a"], "b"]);
    expect(list.respond(request)).toEqual(["a"]);
    expect(list.respond({ ...request, turn: 2 })).toBe("b");
    expect(() => list.respond({ ...request, turn: 3 })).toThrow('Step "ask" is question 3 of the run');
    expect(mockModel(({ turn }) => turn).respond(request)).toBe(1);
  });
});
