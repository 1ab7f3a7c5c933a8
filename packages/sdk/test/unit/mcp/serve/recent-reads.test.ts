import { createSkillRegistry } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { recentReads } from "../../../../src/mcp/serve/client/recent-reads.ts";

function counted(count = 1) {
  const skills = Array.from({ length: count }, (_, at) => ({ name: `s${at}`, description: "d", body: "b" }));
  const registry = createSkillRegistry(skills);
  const reads: string[] = [];
  let fails = false;
  let time = 0;
  const trigger: typeof registry.trigger = async (id) => {
    reads.push(id);
    if (fails) throw new Error("no");
    return registry.trigger(id);
  };
  const recent = recentReads({ ...registry, trigger }, { freshMs: 100, now: () => time });
  return { recent, reads, fail: (is: boolean) => (fails = is), later: (ms: number) => (time += ms) };
}

describe("recentReads", () => {
  it("reads once for a while, whoever asks", async () => {
    const { recent, reads, later } = counted();
    await Promise.all([recent.trigger("s0"), recent.trigger("s0")]);
    later(99);
    await recent.trigger("s0");
    expect(reads.length).toBe(1);
    later(1);
    await recent.trigger("s0");
    expect(reads.length).toBe(2);
  });

  it("keeps no failure", async () => {
    const { recent, reads, fail } = counted();
    fail(true);
    await expect(recent.trigger("s0")).rejects.toThrow("no");
    fail(false);
    expect((await recent.trigger("s0")).name).toBe("s0");
    expect(reads.length).toBe(2);
  });

  it("keeps only so many", async () => {
    const { recent, reads } = counted(300);
    for (let at = 0; at < 300; at++) await recent.trigger(`s${at}`);
    await recent.trigger("s299");
    expect(reads.length).toBe(300);
    await recent.trigger("s0");
    expect(reads.length).toBe(301);
  });
});
