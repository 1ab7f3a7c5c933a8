import { trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSkillset, type SkillsetEvents } from "@tradecraft/sdk";
import { fakeSkills, load, read, toolOf } from "./skillset-fixtures.ts";

describe("events", () => {
  it("tell of loads and reads, and stop when asked to", async () => {
    const skillset = await createSkillset(
      fakeSkills({ id: "a", files: { "x.md": "X.\nY.", "b.bin": new Uint8Array([0]) } }),
    );
    const heard: unknown[] = [];
    const names: (keyof SkillsetEvents)[] = ["skill-loaded", "file-read"];
    const stops = names.map((name) => skillset.on(name, (event) => heard.push([name, event])));
    await load(skillset, "a");
    await load(skillset, "a");
    await load(skillset, "none");
    await read(skillset, "a", "x.md");
    await read(skillset, "a", "x.md", { endLine: 1 });
    await read(skillset, "a", "none.md");
    await read(skillset, "a", "b.bin");
    expect(heard).toEqual([
      ["skill-loaded", { id: "a", digest: expect.stringMatching(/^sha256:/) as string, by: "model", again: false }],
      ["file-read", { id: "a", path: "x.md", size: 5, truncated: false }],
      ["file-read", { id: "a", path: "x.md", size: 5, truncated: true }],
    ]);
    for (const stop of stops) stop();
    await load(skillset, "a", true);
    expect(heard).toHaveLength(3);
  });

  it("reach the others when a listener throws, and the agent goes on", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    const [before, after] = [vi.fn(), vi.fn()];
    skillset.on("skill-loaded", before);
    skillset.on("skill-loaded", () => {
      throw new Error("mine");
    });
    skillset.on("skill-loaded", after);
    expect(await load(skillset, "a")).toContain("Do a.");
    expect(before).toHaveBeenCalledOnce();
    expect(after).toHaveBeenCalledOnce();
  });

  it("are told once to a listener, and to one that comes while they are told only from the next on", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    let calls = 0;
    const subscribe = (): void => {
      skillset.on("skill-loaded", () => {
        calls++;
        if (calls < 10) subscribe();
      });
    };
    subscribe();
    await load(skillset, "a");
    expect(calls).toBe(1);
  });
});

describe("spans", () => {
  afterEach(() => trace.disable());

  interface Seen {
    readonly name: string;
    readonly attributes: unknown;
    ended: number;
    exceptions: number;
  }
  /** What a program registers, as far as it is used. */
  function register(): Seen[] {
    const spans: Seen[] = [];
    trace.setGlobalTracerProvider({
      getTracer: () => ({
        startSpan: (name: string, options: { attributes?: unknown } = {}) => {
          const seen: Seen = { name, attributes: options.attributes, ended: 0, exceptions: 0 };
          spans.push(seen);
          return {
            setAttribute: () => undefined,
            setStatus: () => undefined,
            recordException: () => void seen.exceptions++,
            end: () => void seen.ended++,
          };
        },
      }),
    } as never);
    return spans;
  }

  it("are made for each call of a tool where the program has a tracer", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a", files: { "x.md": "X." } }), { toolNames: "standard" });
    const spans = register();
    await load(skillset, "a");
    await read(skillset, "a", "x.md");
    expect(spans).toEqual([
      { name: "execute_tool load_skill", attributes: { "gen_ai.tool.name": "load_skill" }, ended: 1, exceptions: 0 },
      {
        name: "execute_tool read_skill_file",
        attributes: { "gen_ai.tool.name": "read_skill_file" },
        ended: 1,
        exceptions: 0,
      },
    ]);
  });

  it("end with the exception when there is one", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    const spans = register();
    await expect(
      toolOf(skillset, "load_skill").execute({ name: "a" }, { signal: AbortSignal.abort() }),
    ).rejects.toThrow();
    expect(spans).toMatchObject([{ ended: 1, exceptions: 1 }]);
  });

  it("are none without a tracer", async () => {
    expect(await load(await createSkillset(fakeSkills({ id: "a" })), "a")).toContain("Do a.");
  });
});
