import { describe, expect, it, vi } from "vitest";
import {
  createSkillset,
  type LifespanContext,
  type SkillDefinition,
  type Skillset,
  type SubagentRequest,
  type ToolContext,
} from "@tradecraft/sdk";
import {
  callTool,
  delegate,
  gate,
  listen,
  namesOf,
  outcome,
  runnerOf,
  settle,
  skillOf,
  toolOfRun,
  toolWith,
} from "./code-fixtures.ts";

const reason = new Error("called off");
const look = toolWith((_: unknown, { deps }: ToolContext<unknown, unknown>) => JSON.stringify(deps));

async function withLifespan(
  definition: Partial<SkillDefinition>,
  work: (request: SubagentRequest) => Promise<string> | string = () => "ok",
): Promise<Skillset> {
  const skills = [skillOf("a", { tools: { look }, ...definition }), skillOf("b")];
  return createSkillset(skills, { mode: "subagent", subagents: runnerOf(work) });
}

describe("a lifespan", () => {
  it("surrounds one run: deps, setup, tools, teardown, then the answer", async () => {
    const order: string[] = [];
    const skillset = await withLifespan(
      {
        deps: async () => ({ url: "db" }),
        lifespan: {
          setup: async ({ deps, skill }: LifespanContext<{ url: string }>) => {
            order.push(`setup ${skill} ${deps.url}`);
            return { connection: 1 };
          },
          teardown: async (live: unknown, { skill }: LifespanContext) => {
            await settle();
            order.push(`teardown ${skill} ${JSON.stringify(live)}`);
          },
        },
      },
      async (request) => {
        order.push(
          `tool ${await toolOfRun(request, "look").execute({})}`,
          `tool ${await toolOfRun(request, "look").execute({})}`,
        );
        return "ok";
      },
    );
    expect(await delegate(skillset, "a")).toBe("ok");
    order.push("answer");
    const tool = 'tool {"connection":1}';
    expect(order).toEqual(["setup a db", tool, tool, 'teardown a {"connection":1}', "answer"]);
  });

  it("is fresh for each run, also for two at once, and deps are made for each", async () => {
    let made = 0;
    const torn: unknown[] = [];
    const skillset = await withLifespan(
      {
        deps: () => ({ number: ++made }),
        lifespan: {
          setup: ({ deps }: LifespanContext<object>) => ({ ...deps }),
          teardown: (live: unknown) => void torn.push(live),
        },
      },
      async (request) => toolOfRun(request, "look").execute({}),
    );
    const answers = await Promise.all([1, 2, 3].map(() => delegate(skillset, "a")));
    expect(answers.toSorted()).toEqual(['{"number":1}', '{"number":2}', '{"number":3}']);
    expect(torn).toHaveLength(3);
    expect(made).toBe(3);
  });

  it("is no part of a skill that has none: deps go to the tools as they are, made for each run", async () => {
    let made = 0;
    const skillset = await withLifespan({ deps: () => ({ number: ++made }) }, (request) =>
      toolOfRun(request, "look").execute({}),
    );
    expect(await delegate(skillset, "a")).toBe('{"number":1}');
    expect(await delegate(skillset, "a")).toBe('{"number":2}');
  });

  it("may do without teardown", async () => {
    expect(await delegate(await withLifespan({ lifespan: { setup: () => 1 } }), "a")).toBe("ok");
  });

  it("tells what it emits, also in teardown, before the run ends; and nothing after", async () => {
    let context: LifespanContext | undefined;
    const skillset = await withLifespan({
      lifespan: {
        setup: (given: LifespanContext) => {
          context = given;
          given.emit({ name: "up", value: 1 });
        },
        teardown: (_: unknown, { emit }: LifespanContext) => emit({ name: "down" }),
      },
    });
    const heard = listen(skillset);
    await delegate(skillset, "a");
    expect(namesOf(heard)).toEqual(["subagent-start", "custom", "custom", "subagent-end"]);
    expect(heard[1]?.[1]).toMatchObject({
      id: "a",
      name: "up",
      value: 1,
      runId: (heard[0]?.[1] as { runId: string } | undefined)?.runId,
    });
    context?.emit({ name: "late" });
    expect(heard).toHaveLength(4);
  });

  it.each<[string, unknown]>([
    ["an error", new Error("no docker")],
    ["a text", "no docker"],
    ["an object", { message: "no docker" }],
  ])("whose setup fails with %s is named, the runner is not asked, and other skills go on", async (_, thrown) => {
    const teardown = vi.fn();
    const work = vi.fn(() => "ok");
    const skillset = await withLifespan(
      {
        lifespan: {
          setup: () => {
            throw thrown;
          },
          teardown,
        },
      },
      work,
    );
    const heard = listen(skillset);
    const text = await delegate(skillset, "a");
    expect(text).toMatch(/setup of the skill "a" failed: no docker/);
    expect(namesOf(heard)).toEqual(["subagent-start", "subagent-end"]);
    expect(work).not.toHaveBeenCalled();
    expect(teardown).not.toHaveBeenCalled();
    expect(await delegate(skillset, "b")).toBe("ok");
  });

  it("whose deps fail is named", async () => {
    const setup = vi.fn();
    const skillset = await withLifespan({
      deps: () => {
        throw new Error("no key");
      },
      lifespan: { setup },
    });
    expect(await delegate(skillset, "a")).toMatch(/"a".*no key/);
    expect(setup).not.toHaveBeenCalled();
  });

  it("whose teardown fails is named, although the run succeeded", async () => {
    const skillset = await withLifespan({
      lifespan: {
        setup: () => 1,
        teardown: async () => {
          throw new Error("stuck");
        },
      },
    });
    expect(await delegate(skillset, "a")).toMatch(/teardown of the skill "a" failed: stuck/);
    expect(await delegate(skillset, "b")).toBe("ok");
  });

  it("whose run and teardown both fail tells both", async () => {
    const skillset = await withLifespan(
      {
        lifespan: {
          setup: () => 1,
          teardown: () => {
            throw new Error("stuck");
          },
        },
      },
      () => {
        throw new Error("model down");
      },
    );
    const text = await delegate(skillset, "a");
    expect(text).toContain("model down");
    expect(text).toContain("stuck");
  });

  it("is torn down when the run fails, when files cannot be read, and when the skill is gone", async () => {
    const teardown = vi.fn();
    const failing = await withLifespan({ lifespan: { setup: () => "live", teardown } }, () => {
      throw new Error("x");
    });
    await delegate(failing, "a");
    expect(teardown).toHaveBeenCalledTimes(1);
    const broken = await createSkillset(
      [
        skillOf("a", {
          files: { list: () => Promise.reject(new Error("disk")), read: () => Promise.reject(new Error("disk")) },
          lifespan: { setup: () => "live", teardown },
        }),
      ],
      { mode: "subagent", subagents: runnerOf(() => "ok") },
    );
    expect(await delegate(broken, "a")).toMatch(/disk/);
    expect(teardown).toHaveBeenCalledTimes(2);
  });

  it("has no effect in the other modes, and that is said", async () => {
    const setup = vi.fn();
    for (const mode of [undefined, "direct", "unlocked"] as const) {
      const definition = skillOf("a", {
        tools: { look },
        lifespan: { setup },
        model: "m",
        requestLimit: 3,
        deps: "plain",
      });
      const skillset = await createSkillset([definition], mode === undefined ? {} : { mode });
      expect(skillset.diagnostics).toMatchObject([
        {
          code: "setting-unused",
          severity: "warning",
          id: "a",
          message: expect.stringMatching(/"a" sets model, requestLimit, lifespan/) as string,
        },
      ]);
      if (mode === "direct") expect(await callTool(skillset, "a", "look")).toBe('"plain"');
    }
    expect(setup).not.toHaveBeenCalled();
  });
});

describe("calling off a run with a lifespan", () => {
  it("waits for the teardown, which gets what was set up", async () => {
    const torn: unknown[] = [];
    const skillset = await withLifespan(
      {
        lifespan: {
          setup: () => "live",
          teardown: async (live: unknown, { signal }: LifespanContext) => {
            await settle(20);
            torn.push([live, signal.aborted]);
          },
        },
      },
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    );
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(torn).toEqual([["live", true]]);
    expect(namesOf(heard)).toEqual(["subagent-start", "subagent-end"]);
  });

  it("while setup hangs rejects at once; what it sets up later is torn down then", async () => {
    const hold = gate<string>();
    const torn: unknown[] = [];
    const work = vi.fn(() => "ok");
    const skillset = await withLifespan(
      { lifespan: { setup: () => hold.promise, teardown: (live: unknown) => void torn.push(live) } },
      work,
    );
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(torn).toEqual([]);
    hold.open("late");
    await settle();
    expect(torn).toEqual(["late"]);
    expect(work).not.toHaveBeenCalled();
    expect(namesOf(heard)).toEqual(["subagent-start", "subagent-end"]);
  });

  it("while setup hangs, which then fails, leaves nothing unhandled", async () => {
    const hold = gate<string>();
    const teardown = vi.fn();
    const skillset = await withLifespan({ lifespan: { setup: () => hold.promise, teardown } });
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    hold.fail(new Error("too late"));
    await settle();
    expect(teardown).not.toHaveBeenCalled();
  });

  it("while deps hang rejects at once, and sets up nothing", async () => {
    const setup = vi.fn();
    const hold = gate<object>();
    const skillset = await withLifespan({ deps: () => hold.promise, lifespan: { setup } });
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    hold.open({});
    await settle();
    expect(setup).not.toHaveBeenCalled();
  });

  it("with a teardown that throws still rejects with the reason", async () => {
    const skillset = await withLifespan(
      {
        lifespan: {
          setup: () => 1,
          teardown: () => {
            throw new Error("stuck");
          },
        },
      },
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    );
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(heard.at(-1)).toMatchObject(["subagent-end", { error: expect.stringContaining("stuck") as string }]);
  });

  it("while a tool runs tears down only after the tool was told", async () => {
    const order: string[] = [];
    const slow = toolWith((_: unknown, { signal }: ToolContext<unknown, unknown>) => {
      signal.addEventListener("abort", () => order.push("tool told"));
      return new Promise(() => undefined);
    });
    const skillset = await withLifespan(
      { tools: { slow }, lifespan: { setup: () => 1, teardown: () => void order.push("teardown") } },
      (request) => toolOfRun(request, "slow").execute({}),
    );
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(order).toEqual(["tool told", "teardown"]);
  });
});
