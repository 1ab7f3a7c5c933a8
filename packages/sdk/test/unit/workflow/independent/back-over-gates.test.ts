import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, ended, made, prompted } from "./support.ts";

const n = type({ n: "number" });
const end = { prompt: "End", response: n, next: terminal };

describe("back over what nobody answered", () => {
  it.each([
    ["a prompt-less step", { next: "b" }],
    ["a parallel step over an empty list", { over: () => [], each: { prompt: "E", response: n }, next: "b" }],
  ])("%s leads to the step that was answered", async (_what, between) => {
    const setup = bench(made({ a: { prompt: "A", response: n, next: "p" }, p: between, b: end }));
    await setup.start();
    expect(prompted(await setup.answer("a", { n: 1 })).step).toBe("b");
    expect(prompted(await setup.back()).step).toBe("a");
    expect(prompted(await setup.cold().answer("a", { n: 2 })).step).toBe("b");
    ended(await setup.cold().answer("b", { n: 3 }));
  });

  it("a parallel step with parts shows all of them open again, or the last one", async () => {
    const setup = bench(made({ p: { over: () => [1, 2], each: { prompt: "E", response: n }, next: "b" }, b: end }));
    await setup.start();
    await setup.answer("p#0", { n: 0 });
    expect(prompted(await setup.answer("p#1", { n: 1 })).step).toBe("b");
    const shown = prompted(await setup.cold().back());
    expect(shown.parallel?.step).toBe("p");
    let result = await setup.cold().resume();
    while (result.kind === "prompt" && result.step !== "b") result = await setup.cold().answer(result.step, { n: 7 });
    expect(prompted(result).step).toBe("b");
    const [join] = (await setup.engine.history({ session: "s" })).filter(({ step }) => step === "p");
    expect(join?.response).toHaveLength(2);
  });
});
