import { terminal, type, type WorkflowDefinition } from "@tradecraft/sdk/workflow";
import fc from "fast-check";
import { type Context, loose } from "./support.ts";

/** A step of a random skill, as data. */
export interface RandomStep {
  readonly kind: "ask" | "say" | "gate" | "list" | "branches";
  readonly form: "name" | "branches" | "function";
  readonly targets: readonly [number, number];
  readonly action: "none" | "ok" | "fails";
  readonly onError: number;
  readonly save: "none" | "step" | "store" | "null";
  readonly maxVisits: number;
  readonly size: number;
}

/** A random skill, as data. */
export interface RandomSkill {
  readonly steps: readonly RandomStep[];
  readonly sub: RandomSkill | null;
  readonly returns: boolean;
}

const stepArbitrary: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom("ask", "ask", "say", "gate", "list", "branches"),
  form: fc.constantFrom("name", "branches", "function"),
  targets: fc.tuple(fc.nat(6), fc.nat(6)),
  action: fc.constantFrom("none", "ok", "ok", "fails"),
  onError: fc.nat(6),
  save: fc.constantFrom("none", "step", "store", "null"),
  maxVisits: fc.constantFrom(0, 1, 2, 3),
  size: fc.nat(3),
});

/** Skills with every kind of step, and sub-skills in sub-skills. */
export const skillArbitrary = (depth = 2): fc.Arbitrary<RandomSkill> =>
  fc.record({
    steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 5 }),
    sub: depth > 0 ? fc.option(skillArbitrary(depth - 1)) : fc.constant(null),
    returns: fc.boolean(),
  });

const number = type({ n: "number" });

/** Counts what ran: an action runs once for each visit. */
export type Ran = string[];

/** Makes the skill. Each prompt tells everything that it sees, so that states that differ show. */
export function randomSkill(spec: RandomSkill, ran: Ran = [], name = "top"): WorkflowDefinition {
  const count = spec.steps.length;
  const nameOf = (index: number): string => `s${index % count}`;
  const target = (index: number): unknown => {
    const at = index % (count + (spec.sub ? 2 : 1));
    return at < count ? `s${at}` : at === count ? terminal : "subskill:sub";
  };
  let builder = loose({
    name,
    entry: "s0",
    stores: { tally: type({ "[string]": "unknown" }) },
    params: type({ "p?": "number" }),
  });
  for (const [index, step] of spec.steps.entries()) {
    const me = `s${index}`;
    const show = ({ store, params, attempts, item }: Context): string =>
      JSON.stringify([
        me,
        attempts,
        item ?? null,
        params,
        store.steps,
        store.tally,
        store.steps.all(me),
        store.steps.history,
      ]);
    const [yes, no] = step.targets.map(target);
    const odd = ({ response, attempts }: Context): boolean => ((response?.n ?? 0) + attempts) % 2 === 1;
    const next = {
      name: yes,
      branches: [{ to: yes, when: odd }, { to: no }],
      function: async (context: Context) => (odd(context) ? yes : no),
    }[step.form];
    const act = ({ response, key, item }: Context): unknown => {
      ran.push(key as string);
      if (step.action === "fails" && (response?.n ?? 0) % 3 === 2) throw new Error(`no ${response.n}`);
      return { did: (response?.n ?? 0) * 2, item: item ?? null };
    };
    const saved = {
      none: undefined,
      step: ({ response, actionResult, attempts }: Context) => ({ step: [attempts, response, actionResult ?? null] }),
      store: ({ attempts, response }: Context) => ({ tally: { [me]: attempts, last: { [me]: response } } }),
      null: () => ({ step: null }),
    }[step.save];
    const common = {
      ...(saved && { save: saved }),
      ...(step.maxVisits > 0 && { maxVisits: step.maxVisits, onMaxVisits: nameOf(step.onError + 1) }),
      ...(step.onError % 2 === 1 &&
        step.action !== "none" &&
        step.kind !== "branches" && { onError: nameOf(step.onError) }),
      next,
    };
    const action = step.action === "none" ? {} : { action: act };
    if (step.kind === "list") {
      const over = ({ store }: Context): unknown[] =>
        Array.from({ length: (step.size + store.steps.all(me).length) % 4 }, (_, at) => ({ at }));
      builder = builder.parallel(me, { over, each: { prompt: show, response: number, ...action }, ...common });
    } else if (step.kind === "branches") {
      const branches = { left: { prompt: show, response: number }, constructor: { prompt: show } };
      builder = builder.parallel(me, { branches, ...common });
    } else {
      const asked = step.kind === "gate" ? {} : { prompt: show, ...(step.kind === "ask" && { response: number }) };
      builder = builder.step(me, { ...asked, ...action, ...common });
    }
  }
  if (spec.sub) {
    builder = builder.subskill("sub", randomSkill(spec.sub, ran, `${name}-sub`), {
      params: (response: Context) => ({ p: response?.n ?? 0 }),
      ...(spec.returns && { next: "s0" }),
    });
  }
  return builder.build();
}
