import { describe, expect, it, vi } from "vitest";
import { createSkillRegistry, type SkillEntry, type SkillSource } from "@tradecraft/sdk";
import { bareSource, fakeSource, latch, outage } from "../source/fake-source.ts";

const entry = (id: string, description = "D."): SkillEntry => ({ id, name: id, description });
/** Until everything that was begun is done. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("watch", () => {
  it("is refused where the source has none", async () => {
    await expect(createSkillRegistry(bareSource("theirs", ["a"])).watch()).rejects.toMatchObject({
      code: "watch-unsupported",
    });
    await expect(createSkillRegistry(["---\nname: a\ndescription: A.\n---\n"]).watch()).rejects.toMatchObject({
      code: "watch-unsupported",
    });
  });

  it("refreshes at each change, and calls back when the catalog is another", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    await registry.watch(onChange);
    await settle();
    expect(onChange).not.toHaveBeenCalled();
    source.changed();
    await settle();
    expect(onChange).not.toHaveBeenCalled();
    source.entries = [entry("b")];
    source.changed();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["b"]);
  });

  it("needs nobody to call back", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    await registry.watch();
    source.entries = [entry("b")];
    source.changed();
    await settle();
    expect(await registry.has("b")).toBe(true);
  });

  it("sees what changed while it began", async () => {
    const source = fakeSource("theirs", ["a"]);
    const watch = source.watch?.bind(source);
    source.watch = async (onChange, options) => {
      source.entries = [entry("b")];
      return (await watch?.(onChange, options)) ?? (() => {});
    };
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    await registry.watch(onChange);
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(await registry.has("b")).toBe(true);
  });

  it("outlives a source that fails for a while", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    await registry.watch(onChange);
    source.failure = outage();
    source.changed();
    await settle();
    expect(await registry.has("a")).toBe(true);
    source.failure = undefined;
    source.entries = [entry("b")];
    source.changed();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("stops when it is told to, also in the middle of a refresh", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    const stop = await registry.watch(onChange);
    await settle();
    const gate = latch();
    source.gate = gate.promise;
    source.entries = [entry("b")];
    source.changed();
    stop();
    gate.open();
    await settle();
    expect(onChange).not.toHaveBeenCalled();
    expect(source.watchers.size).toBe(0);
  });

  it("stops by an abort, also in the middle of a refresh", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    const controller = new AbortController();
    await registry.watch(onChange, { signal: controller.signal });
    await settle();
    const gate = latch();
    source.gate = gate.promise;
    source.entries = [entry("b")];
    source.changed();
    controller.abort();
    gate.open();
    await settle();
    expect(onChange).not.toHaveBeenCalled();
  });

  it("stops by an abort where the source does not care for it", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    const controller = new AbortController();
    await registry.watch(onChange, { signal: controller.signal });
    controller.abort();
    source.entries = [entry("b")];
    source.changed();
    await settle();
    expect(onChange).not.toHaveBeenCalled();
  });

  it("ends by an abort while it waits for the first listing", async () => {
    const source = fakeSource("theirs", ["a"]);
    source.gate = new Promise(() => {});
    const controller = new AbortController();
    const watching = createSkillRegistry(source).watch(() => {}, { signal: controller.signal });
    controller.abort(new Error("enough"));
    const late = new Promise((resolve) => setTimeout(resolve, 200, "still waiting"));
    await expect(Promise.race([watching, late])).rejects.toThrow("enough");
  });

  it("hands the signal to the source", async () => {
    const source = fakeSource("theirs", ["a"]);
    const watch = vi.spyOn(source as Required<SkillSource>, "watch");
    const { signal } = new AbortController();
    await createSkillRegistry(source).watch(() => {}, { signal });
    expect(watch.mock.calls[0]?.[1]).toEqual({ signal });
  });

  it("tells everybody who watches, whoever was first to see it", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const first = vi.fn();
    const second = vi.fn();
    await registry.watch(first);
    await registry.watch(second);
    await settle();
    source.entries = [entry("b")];
    // Sources tell one after the other, and a refresh may be done in between.
    for (const watcher of source.watchers) {
      watcher();
      await settle();
    }
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it("tells of a change that a refresh saw before it", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    await registry.watch(onChange);
    await settle();
    source.entries = [entry("b")];
    expect(await registry.refresh()).toBe(true);
    source.changed();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("calls back once for one change that is told twice", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const onChange = vi.fn();
    await registry.watch(onChange);
    await settle();
    source.entries = [entry("b")];
    source.changed();
    source.changed();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
