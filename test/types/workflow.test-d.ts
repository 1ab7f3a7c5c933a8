import {
  action,
  actWith,
  attributeText,
  definePrimitive,
  module,
  skill,
  step,
  terminal,
  type TopicOutput,
  type,
} from "@tradecraft/sdk/workflow";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";

const answer = type({ ok: "boolean", note: "string" });

describe("callbacks", () => {
  it("know params, answers, action results and saved results", () => {
    skill({ name: "a", entry: "one", params: type({ repo: "string", depth: "number = 1" }) })
      .step("one", {
        prompt: ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{ repo: string; depth: number }>();
          return params.repo;
        },
        response: answer,
        action: async ({ response, params, signal }) => {
          expectTypeOf(response).toEqualTypeOf<{ ok: boolean; note: string }>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          return { size: params.depth };
        },
        save: ({ response, actionResult }) => {
          expectTypeOf(actionResult).toEqualTypeOf<{ size: number }>();
          return { step: `${response.note} ${actionResult.size}` };
        },
        next: ({ response, store, attempts }) => {
          expectTypeOf(store.steps.one).toEqualTypeOf<string>();
          expectTypeOf(store.steps.all("one")).toEqualTypeOf<readonly string[]>();
          expectTypeOf(attempts).toEqualTypeOf<number>();
          return response.ok ? "two" : "self";
        },
      })
      .step("two", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.one).toEqualTypeOf<string>();
          expectTypeOf(store.steps.all("one")).toEqualTypeOf<readonly string[]>();
          return store.steps.one;
        },
        next: terminal,
      })
      .build();
  });

  it("know the result of a reusable action, and of schemas of other libraries", () => {
    const count = action({
      name: "count",
      input: z.object({ note: z.string() }),
      output: z.object({ words: z.number() }),
      run: ({ input }) => ({ words: input.note.length }),
    });
    skill({ name: "a", entry: "one" })
      .step("one", {
        prompt: "Say something.",
        response: z.object({ note: z.string() }),
        action: { run: count },
        next: [{ to: "two", when: ({ actionResult }) => actionResult.words > 3 }, { to: terminal }],
      })
      .step("two", {
        prompt: ({ store }) => String(store.steps.one.words),
        next: terminal,
      })
      .build();
  });
});

describe("primitives of one's own", () => {
  it("are taken as they are defined", () => {
    const vote = definePrimitive({
      tag: "vote",
      tools: ["Poll"],
      create: ({ about }: { about: string }) => ({ kind: "vote", about }),
      render: ({ about }) => `<vote about="${attributeText(about)}" />`,
      preambleRow: (tool) => ({ tag: "vote", tool, use: "Let them vote." }),
    });
    skill({ name: "a", entry: "one", primitives: [vote] }).step("one", {
      prompt: ["Vote.", actWith(vote, { about: "Lunch" })],
      next: terminal,
    });
    // @ts-expect-error -- it needs to know about what
    actWith(vote, {});
  });
});

describe("actions", () => {
  const deploy = action({
    name: "deploy",
    input: type({ target: "string" }),
    output: type({ status: "'done' | 'failed'" }),
    run: ({ input }) => ({ status: input.target === "" ? "failed" : "done" }),
  });

  it("keep what is written as it is written", () => {
    expectTypeOf(deploy.output.infer).toEqualTypeOf<{ status: "done" | "failed" }>();
    action({
      name: "deploy",
      input: type({}),
      output: type({ status: "'done' | 'failed'" }),
      // @ts-expect-error -- no such status
      run: async () => ({ status: "gone" }),
    });
  });

  it("must be given what they need", () => {
    skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      response: answer,
      action: { run: deploy, mapInput: ({ response, attempts }) => ({ target: response.note + attempts }) },
      next: terminal,
    });
    skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      response: answer,
      // @ts-expect-error -- the action needs a target
      action: { run: deploy, mapInput: ({ response }) => ({ place: response.note }) },
      next: terminal,
    });
  });
});

describe("what has surely run", () => {
  const fork = skill({ name: "a", entry: "start" })
    .step("start", {
      prompt: "x",
      response: answer,
      next: ({ response }) => (response.ok ? "left" : "right"),
    })
    .step("left", { prompt: "x", response: type({ l: "string" }), next: "left2" })
    .step("left2", {
      prompt: ({ store }) => store.steps.left.l,
      response: type({ l2: "string" }),
      next: "join",
    })
    .step("right", { prompt: "x", response: type({ r: "string" }), next: "join" });

  it("is there, on its branch and after the branches meet; the rest is optional", () => {
    fork
      .step("join", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.start).toEqualTypeOf<{ ok: boolean; note: string }>();
          expectTypeOf(store.steps.left).toEqualTypeOf<{ l: string } | undefined>();
          expectTypeOf(store.steps.left2).toEqualTypeOf<{ l2: string } | undefined>();
          expectTypeOf(store.steps.right).toEqualTypeOf<{ r: string } | undefined>();
          return "x";
        },
        response: type({ j: "number" }),
        next: "end",
      })
      .step("end", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.join).toEqualTypeOf<{ j: number }>();
          expectTypeOf(store.steps.right).toEqualTypeOf<{ r: string } | undefined>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });

  it("does not count a step whose action failed", () => {
    skill({ name: "a", entry: "try" })
      .step("try", { prompt: "x", response: answer, action: async () => 1, onError: "mend", next: "mend" })
      .step("mend", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.try).toEqualTypeOf<number | undefined>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });

  it("is nothing for a step that nothing declared so far leads to", () => {
    skill({ name: "a", entry: "one" })
      .step("late", {
        prompt: "x",
        response: type({ n: "number" }),
        next: "end",
      })
      .step("one", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.late).toEqualTypeOf<{ n: number } | undefined>();
          return "x";
        },
        next: "late",
      })
      .step("end", { prompt: ({ store }) => String(store.steps.late.n), next: terminal })
      .build();
  });
});

describe("sub-stores", () => {
  it("are partial until a step that surely ran wrote them", () => {
    skill({ name: "a", entry: "one", stores: { project: type({ name: "string", owner: { mail: "string" } }) } })
      .step("one", {
        prompt: ({ store }) => {
          expectTypeOf(store.project.name).toEqualTypeOf<string | undefined>();
          expectTypeOf(store.project.owner?.mail).toEqualTypeOf<string | undefined>();
          return "x";
        },
        response: answer,
        save: ({ response }) => ({ project: { name: response.note } }),
        next: "two",
      })
      .step("two", {
        prompt: ({ store }) => {
          expectTypeOf(store.project.name).toEqualTypeOf<string>();
          expectTypeOf(store.steps.one).toEqualTypeOf<{ ok: boolean; note: string }>();
          return store.project.name;
        },
        next: terminal,
      })
      .build();
  });
});

describe("a save that depends", () => {
  it("is no sure write", () => {
    skill({ name: "a", entry: "one", stores: { count: type({ n: "number", m: "number" }) } })
      .step("one", {
        prompt: "x",
        response: answer,
        save: ({ response }) => (response.ok ? { count: { n: 1, m: 1 } } : { count: { m: 2 } }),
        next: "two",
      })
      .step("two", {
        prompt: ({ store }) => {
          expectTypeOf(store.count.n).toEqualTypeOf<number | undefined>();
          expectTypeOf(store.count.m).toEqualTypeOf<number>();
          return "x";
        },
        response: answer,
        save: ({ response }) => (response.ok ? { count: { n: 1 } } : undefined),
        next: "three",
      })
      .step("three", {
        prompt: ({ store }) => {
          expectTypeOf(store.count.n).toEqualTypeOf<number | undefined>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });
});

describe("mistakes", () => {
  it("in the target of a next", () => {
    const typo = skill({ name: "a", entry: "one" })
      .step("one", { prompt: "x", next: "tow" })
      .step("two", { prompt: "x", next: terminal });
    // @ts-expect-error -- there is no step "tow"
    typo.build();
    const branch = skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      next: [{ to: "nowhere", when: () => true }, { to: terminal }],
    });
    // @ts-expect-error -- there is no step "nowhere"
    branch.build();
    const chosen = skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      next: ({ attempts }) => (attempts > 1 ? terminal : "nobody"),
    });
    // @ts-expect-error -- there is no step "nobody"
    chosen.build();
    const limited = skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      maxVisits: 2,
      onMaxVisits: "gone",
      next: "self",
    });
    // @ts-expect-error -- there is no step "gone"
    limited.build();
    const noEntry = skill({ name: "a", entry: "first" }).step("one", { prompt: "x", next: terminal });
    // @ts-expect-error -- there is no step "first"
    noEntry.build();
  });

  it("in names", () => {
    const one = skill({ name: "a", entry: "one" }).step("one", { prompt: "x", next: terminal });
    // @ts-expect-error -- it is there already
    one.step("one", { prompt: "x", next: terminal });
    // @ts-expect-error -- a word of its own
    one.step("self", { prompt: "x", next: terminal });
    // @ts-expect-error -- belongs to the store
    one.step("history", { prompt: "x", next: terminal });
    // @ts-expect-error -- sub-skills are named so
    one.step("a/b", { prompt: "x", next: terminal });
  });

  it("in reading the store", () => {
    skill({ name: "a", entry: "one", stores: { notes: type({ title: "string" }) } })
      .step("one", { prompt: "x", response: answer, next: "two" })
      .step("two", {
        prompt: ({ store, params }) => {
          // @ts-expect-error -- no such step
          void store.steps.four;
          // @ts-expect-error -- no such field
          void store.steps.one.missing;
          // @ts-expect-error -- no such store
          void store.note;
          // @ts-expect-error -- there are no params
          void params.repo.length;
          // @ts-expect-error -- no such step
          store.steps.all("three");
          return "x";
        },
        response: answer,
        // @ts-expect-error -- a title is a text
        save: () => ({ notes: { title: 1 } }),
        next: "three",
      })
      .step("three", {
        prompt: "x",
        response: answer,
        // @ts-expect-error -- no such store
        save: () => ({ note: { title: "x" } }),
        next: terminal,
      })
      .build();
  });

  it("is none to end with a topic, wherever it is declared", () => {
    const base = skill({ name: "a", entry: "one", finalOutput: answer });
    const ends = {
      prompt: "x",
      response: answer,
      next: [{ to: "topic:help", when: () => true }, { to: terminal }],
    } as const;
    const early = base.topic("help", { label: "Help", content: "Text" }).step("one", ends).build();
    const late = base.step("one", ends).topic("help", { label: "Help", content: "Text" }).build();
    type Final = { ok: boolean; note: string } | TopicOutput;
    expectTypeOf<NonNullable<(typeof early)["~types"]>["finalOutput"]>().toEqualTypeOf<Final>();
    expectTypeOf<NonNullable<(typeof late)["~types"]>["finalOutput"]>().toEqualTypeOf<Final>();
  });

  it("in sub-skills and topics", () => {
    const doctor = skill({ name: "doctor", entry: "look", params: type({ path: "string" }), finalOutput: answer })
      .step("look", { prompt: "x", response: answer, next: terminal })
      .build();
    const triage = skill({ name: "a", entry: "one" }).step("one", {
      prompt: "x",
      response: type({ path: "string" }),
      next: ({ response }) => (response.path === "" ? "topic:help" : "subskill:doctor"),
    });
    // @ts-expect-error -- neither is registered
    triage.build();
    // @ts-expect-error -- its params are needed
    triage.subskill("doctor", doctor);
    // @ts-expect-error -- and must fit
    triage.subskill("doctor", doctor, { params: () => ({ path: 1 }) });
    triage
      .subskill("doctor", doctor, { params: (_, store) => ({ path: store.steps.one.path }), next: "after" })
      .topic("help", { label: "Help", content: "Text" })
      .step("after", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.doctor).toEqualTypeOf<{ ok: boolean; note: string }>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });
});

describe("modules, standalone steps, parallel steps", () => {
  it("bring their results and targets", () => {
    const asking = module({ name: "asking", entry: "ask", params: type({ about: "string" }) })
      .step("ask", { prompt: ({ params }) => params.about, response: type({ said: "string" }), next: "check" })
      .step("check", {
        prompt: ({ store }) => store.steps.ask.said,
        response: answer,
        next: ({ response }) => (response.ok ? "__parent__" : "ask"),
      })
      .build();
    const base = skill({ name: "a", entry: "one", params: type({ topic: "string" }) }).step("one", {
      prompt: "x",
      response: answer,
      next: "ask",
    });
    // @ts-expect-error -- there is no step "gone"
    base.register(asking, { next: "gone", params: ({ params }) => ({ about: params.topic }) }).build();
    // @ts-expect-error -- the module needs params
    base.register(asking, { next: "end" });
    base
      .register(asking, {
        next: "end",
        params: ({ params, store }) => ({ about: params.topic + store.steps.one.note }),
      })
      .step("end", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.ask).toEqualTypeOf<{ said: string }>();
          expectTypeOf(store.steps.one.note).toEqualTypeOf<string>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });

  it("take steps made elsewhere", () => {
    const ask = step({ prompt: "x", response: type({ said: "string" }), next: "end" });
    skill({ name: "a", entry: "one" })
      .step("one", ask)
      .extend("two", ask, { next: "end" })
      .step("end", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.one).toEqualTypeOf<{ said: string } | undefined>();
          return "x";
        },
        next: terminal,
      })
      .build();
    const lost = skill({ name: "a", entry: "one" }).step("one", ask);
    // @ts-expect-error -- there is no step "end"
    lost.build();
  });

  it("join parts by type", () => {
    skill({ name: "a", entry: "plan" })
      .step("plan", { prompt: "x", response: type({ questions: "string[]" }), next: "research" })
      .parallel("research", {
        over: ({ store }) => store.steps.plan.questions,
        each: {
          prompt: ({ item, index }) => {
            expectTypeOf(item).toEqualTypeOf<string>();
            return `${index} ${item}`;
          },
          response: type({ found: "string" }),
        },
        next: "checks",
      })
      .parallel("checks", {
        branches: {
          lint: { prompt: "lint", response: type({ clean: "boolean" }) },
          tests: { prompt: "tests", response: z.object({ passed: z.number() }) },
        },
        next: "end",
      })
      .step("end", {
        prompt: ({ store }) => {
          expectTypeOf(store.steps.research).toEqualTypeOf<readonly { found: string }[]>();
          expectTypeOf(store.steps.checks.lint).toEqualTypeOf<{ clean: boolean }>();
          expectTypeOf(store.steps.checks.tests).toEqualTypeOf<{ passed: number }>();
          return "x";
        },
        next: terminal,
      })
      .build();
  });
});
