import {
  always,
  createCoverage,
  failAction,
  mockModel,
  type ModelAdapter,
  type ModelRequest,
  perVisit,
  promptSnapshots,
  runComposite,
  runSkill,
  walkSkill,
} from "@tradecraft/sdk/testing";
import { skill, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";

const model = mockModel({});

const plain = skill({ name: "plain", entry: "one" }).step("one", { prompt: "One.", next: terminal }).build();

const typed = skill({
  name: "typed",
  entry: "one",
  params: type({ repo: "string", depth: "number = 1" }),
  stores: { notes: z.object({ last: z.string(), deep: z.object({ n: z.number() }) }) },
  finalOutput: type({ url: "string" }),
})
  .step("one", {
    prompt: "One.",
    response: type({ n: "number" }),
    next: [{ to: "two", when: ({ response }) => response.n > 1 }, { to: terminal }],
  })
  .step("two", { prompt: "Two.", response: type({ url: "string" }), next: terminal })
  .build();

describe("runSkill", () => {
  it("asks for params where there are some, and for the right ones", async () => {
    await runSkill(plain, { model });
    await runSkill(typed, { model, params: { repo: "a" } });
    await runSkill(typed, { model, params: { repo: "a", depth: 2 } });
    // @ts-expect-error the params are missing
    await runSkill(typed, { model });
    // @ts-expect-error a number is no text
    await runSkill(typed, { model, params: { repo: 1 } });
    // @ts-expect-error it takes no params
    await runSkill(plain, { model, params: { repo: "a" } });
    // @ts-expect-error somebody has to answer
    await runSkill(plain, {});
  });

  it("knows the final output and the store", async () => {
    const run = await runSkill(typed, { model, params: { repo: "a" } });
    expectTypeOf(run.finalOutput).toEqualTypeOf<{ url: string }>();
    expectTypeOf(run.response).toEqualTypeOf<{ url: string }>();
    expectTypeOf(run.store.steps.one).toEqualTypeOf<{ n: number } | undefined>();
    expectTypeOf(run.store.steps.all("two")).toEqualTypeOf<readonly { url: string }[]>();
    expectTypeOf(run.store.notes.last).toEqualTypeOf<string | undefined>();
    expectTypeOf(run.store.notes.deep?.n).toEqualTypeOf<number | undefined>();
    expectTypeOf(run.path).toEqualTypeOf<readonly string[]>();
    // @ts-expect-error there is no such step
    expectTypeOf(run.store.steps.three);
    expectTypeOf((await runSkill(plain, { model })).finalOutput).toEqualTypeOf<unknown>();
  });
});

describe("runComposite", () => {
  it("takes the params of the skill, or those of the sub-skill", async () => {
    const run = await runComposite(typed, { model, params: { repo: "a" } });
    expectTypeOf(run.redirectedTo).toEqualTypeOf<
      { readonly kind: "subskill" | "topic"; readonly name: string } | undefined
    >();
    expectTypeOf(run.finalOutput).toEqualTypeOf<unknown>();
    await runComposite(typed, { model, directSubskill: "sub", params: { anything: 1 } });
    // @ts-expect-error the params are missing
    await runComposite(typed, { model });
  });
});

describe("models and stubs", () => {
  it("know what functions are called with", () => {
    mockModel({
      a: (request) => {
        expectTypeOf(request).toEqualTypeOf<ModelRequest>();
        return {};
      },
      b: async ({ visit, error }) => {
        expectTypeOf(visit).toEqualTypeOf<number>();
        expectTypeOf(error).toEqualTypeOf<string | undefined>();
        await Promise.resolve();
      },
      c: [1, 2],
      d: always([1]),
      e: perVisit([[1], [2]]),
      f: null,
    });
    mockModel(({ turn }) => turn);
    const own: ModelAdapter = { respond: async ({ prompt }) => await Promise.resolve(prompt) };
    expectTypeOf(own).toEqualTypeOf<ModelAdapter>();
  });

  it("are called with what the action has", async () => {
    await runSkill(plain, {
      model,
      actions: {
        a: ({ input, signal, call }) => {
          expectTypeOf(input).toEqualTypeOf<unknown>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          expectTypeOf(call).toEqualTypeOf<number>();
        },
        b: failAction(new Error("x"), { times: 2, result: { ok: true } }),
        c: undefined,
        d: "text",
      },
    });
  });
});

describe("the others", () => {
  it("take typed definitions", async () => {
    await promptSnapshots(typed, { model, params: { repo: "a" }, hosts: ["codex"] });
    // @ts-expect-error the params are missing
    await promptSnapshots(typed, { model, hosts: ["codex"] });
    // @ts-expect-error the host is one of `hosts`
    await promptSnapshots(plain, { model, hosts: [], host: "codex" });
    await walkSkill(typed);
    await walkSkill(typed, { params: { repo: "a" } });
    // @ts-expect-error a number is no text
    await walkSkill(typed, { params: { repo: 1 } });
    expectTypeOf(createCoverage(typed).report().percent.total).toEqualTypeOf<number>();
  });
});
