import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  configurableSkill,
  createSkillset,
  type LifespanContext,
  type ScriptRunner,
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

describe("a listener that calls off", () => {
  it.each([
    ["without state", {}],
    ["with state", { state: { namespace: "n", schema: z.object({}) } }],
  ])("when it hears that a tool starts is in time: the tool is not run (%s)", async (_, more) => {
    let ran = 0;
    const skillset = await createSkillset(
      [skillOf("a", { ...more, tools: { act: toolWith(() => void (ran += 1)) } })],
      { mode: "direct" },
    );
    const controller = new AbortController();
    skillset.on("tool-start", () => controller.abort(reason));
    expect(await outcome(callTool(skillset, "a", "act", {}, { signal: controller.signal }))).toEqual({ error: reason });
    expect(ran).toBe(0);
  });

  it("when it hears that a sub-agent starts is in time: nothing is set up", async () => {
    const setup = vi.fn();
    const skillset = await createSkillset([skillOf("a", { lifespan: { setup } })], {
      mode: "subagent",
      subagents: runnerOf(() => "ok"),
    });
    const controller = new AbortController();
    skillset.on("subagent-start", () => controller.abort(reason));
    expect(await outcome(delegate(skillset, "a", "x", { signal: controller.signal }))).toEqual({ error: reason });
    expect(setup).not.toHaveBeenCalled();
  });
});

describe("a state that no longer fits after a skill was reconfigured", () => {
  const make = () =>
    configurableSkill(({ strict = false }: { strict?: boolean } = {}) =>
      skillOf("a", {
        state: strict
          ? { namespace: "n", schema: z.object({ n: z.number(), label: z.string() }), initial: { n: 0, label: "new" } }
          : { namespace: "n", schema: z.object({ n: z.number().default(0) }) },
        tools: { look: toolWith((_: unknown, { state }: { state: unknown }) => JSON.stringify(state)) },
      }),
    );

  it("can be mended by restoring what fits the new schema", async () => {
    const skill = make();
    const skillset = await createSkillset([skill], { mode: "direct" });
    await skill.reconfigure({ strict: true });
    expect(await callTool(skillset, "a", "look")).toMatch(/"a".*\/label/);
    await skillset.state.restore({ n: { n: 1, label: "mine" } });
    expect(await callTool(skillset, "a", "look")).toBe('{"n":1,"label":"mine"}');
  });

  it("can be mended by starting anew: {} begins as the new schema says", async () => {
    const skill = make();
    const skillset = await createSkillset([skill], { mode: "direct" });
    await skill.reconfigure({ strict: true });
    await skillset.state.restore({});
    expect(await callTool(skillset, "a", "look")).toBe('{"n":0,"label":"new"}');
  });

  it("is not restored by what fits only the old schema", async () => {
    const skill = make();
    const skillset = await createSkillset([skill], { mode: "direct" });
    await skill.reconfigure({ strict: true });
    await expect(skillset.state.restore({ n: { n: 5 } })).rejects.toMatchObject({
      code: "state-invalid",
      facts: { skill: "a", path: "/label" },
    });
  });
});

describe("a run", () => {
  it("keeps the tools, the deps and the instructions it began with when its skill is reconfigured", async () => {
    const begun = gate();
    const go = gate();
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) =>
      skillOf("a", {
        body: `Body ${word}.`,
        lifespan: {
          setup: async () => {
            begun.open();
            await go.promise;
            return word;
          },
        },
        tools: { look: toolWith((_: unknown, { deps }: ToolContext<unknown, unknown>) => `${word}/${String(deps)}`) },
      }),
    );
    const runner = runnerOf(async (request) => {
      const before = await toolOfRun(request, "look").execute({});
      await skill.reconfigure({ word: "gamma" });
      return `${before} ${await toolOfRun(request, "look").execute({})} ${/Body (\w+)/.exec(request.instructions)?.[1]}`;
    });
    const skillset = await createSkillset([skill], { mode: "subagent", subagents: runner });
    const call = delegate(skillset, "a");
    await begun.promise;
    await skill.reconfigure({ word: "beta" });
    go.open();
    expect(await call).toMatch(/^(alpha\/alpha alpha\/alpha) /);
  });

  it("that is over runs no script of a runner that goes on", async () => {
    const run = vi.fn<ScriptRunner["run"]>(async () => ({
      exitCode: 0,
      signal: null,
      stdout: "",
      stderr: "",
      truncated: false,
      timedOut: false,
      durationMs: 1,
    }));
    let kept: SubagentRequest | undefined;
    const skillset = await createSkillset([skillOf("a", { resources: { "scripts/x.sh": "x" } })], {
      mode: "subagent",
      scripts: { run },
      approve: () => true,
      subagents: {
        run: (request) => {
          kept = request;
          return new Promise(() => undefined);
        },
      },
    });
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    await outcome(
      kept === undefined ? settle() : toolOfRun(kept, "run_skill_script").execute({ skill: "a", script: "x.sh" }),
    );
    expect(run).not.toHaveBeenCalled();
  });
});

describe("a lifespan that is over", () => {
  it("because it was called off in setup emits nothing more", async () => {
    const hold = gate();
    const skillset = await createSkillset(
      [
        skillOf("a", {
          lifespan: {
            setup: async ({ emit }: LifespanContext) => {
              emit({ name: "in time" });
              await hold.promise;
              emit({ name: "late" });
            },
            teardown: (_: unknown, { emit }: LifespanContext) => emit({ name: "later" }),
          },
        }),
      ],
      { mode: "subagent", subagents: runnerOf(() => "ok") },
    );
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    hold.open();
    await settle();
    expect(namesOf(heard)).toEqual(["subagent-start", "custom", "subagent-end"]);
  });

  it("because its setup failed emits nothing more", async () => {
    let context: LifespanContext | undefined;
    const setup = (given: LifespanContext): never => {
      context = given;
      throw new Error("no");
    };
    const skillset = await createSkillset([skillOf("a", { lifespan: { setup } })], {
      mode: "subagent",
      subagents: runnerOf(() => "ok"),
    });
    const heard = listen(skillset);
    await delegate(skillset, "a");
    context?.emit({ name: "late" });
    expect(namesOf(heard)).toEqual(["subagent-start", "subagent-end"]);
  });
});

describe("a tool of a toolset that no model could call", () => {
  it("is left out with a word, not in silence", async () => {
    const inputSchema = { type: "object", properties: { n: { default: 5n } } };
    const toolset = { label: "theirs", list: async () => [{ name: "odd_one", inputSchema }], call: async () => 1 };
    const skillset = await createSkillset([skillOf("a", { toolsets: [toolset] })], { mode: "unlocked" });
    expect(skillset.unlockable).toEqual([]);
    expect(skillset.diagnostics).toMatchObject([{ id: "a", message: expect.stringContaining("odd_one") as string }]);
  });
});
