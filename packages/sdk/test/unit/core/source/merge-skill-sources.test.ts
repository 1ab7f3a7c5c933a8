import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { mergeSkillSources } from "../../../../src/core/source/merge-skill-sources.ts";
import { bareSource, fakeSource, latch, listener, outage } from "./fake-source.ts";

const code = (expected: string): unknown => expect.objectContaining({ code: expected });

describe("mergeSkillSources", () => {
  it("lists every layer, in order", async () => {
    const merged = mergeSkillSources([fakeSource("one", ["b", "a"]), fakeSource("two", ["c"])]);
    expect((await merged.list()).map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(merged.label).toBe("one + two");
  });

  it.each([
    [false, "one"],
    [true, "two"],
  ])("lets one layer answer everything about an id (override: %s)", async (override, owner) => {
    const merged = mergeSkillSources([fakeSource("one", ["a"]), fakeSource("two", ["a"])], { override });
    const { found, tell } = listener();
    const entries = await merged.list({ onDiagnostic: tell });
    expect(entries.map(({ description }) => description)).toEqual([`a of ${owner}`]);
    expect(await merged.read("a")).toBe(`${owner} a v1`);
    expect(await merged.readResource?.("a", "file.txt")).toBe(`${owner} a/file.txt v1`);
    expect(found).toEqual([
      expect.objectContaining({
        code: "skill-shadowed",
        severity: "warning",
        id: "a",
        source: owner === "one" ? "two" : "one",
      }),
    ]);
    expect(found[0]?.message).toContain("one");
    expect(found[0]?.message).toContain("two");
  });

  it("decides the same without a listing before", async () => {
    const layers = [fakeSource("one", ["a"]), fakeSource("two", ["a"])];
    expect(await mergeSkillSources(layers, { override: true }).readResource?.("a", "file.txt")).toBe(
      "two a/file.txt v1",
    );
    expect(await mergeSkillSources(layers).listResources?.("a")).toEqual([{ path: "file.txt" }]);
  });

  it("never takes a file from another layer than the body", async () => {
    const merged = mergeSkillSources([fakeSource("one", ["a"], []), fakeSource("two", ["a"], ["file.txt"])]);
    expect(await merged.read("a")).toBe("one a v1");
    expect(await merged.listResources?.("a")).toEqual([]);
    await expect(merged.readResource?.("a", "file.txt")).rejects.toThrow(code("resource-missing"));
  });

  it("gives a layer without files none, even if another layer has some", async () => {
    const merged = mergeSkillSources([bareSource("one", ["a"]), fakeSource("two", ["a", "b"])]);
    expect(await merged.listResources?.("a")).toEqual([]);
    await expect(merged.readResource?.("a", "file.txt")).rejects.toThrow(code("resource-missing"));
    await expect(merged.readResource?.("a", "../x")).rejects.toThrow(code("path-refused"));
    expect(await merged.readResource?.("b", "file.txt")).toBe("two b/file.txt v1");
  });

  it("has optional methods only if a layer has them", () => {
    const merged = mergeSkillSources([bareSource("one", ["a"]), bareSource("two", ["b"])]);
    expect(Object.keys(merged).sort()).toEqual(["label", "list", "read"]);
  });

  it("puts a prefix before ids, not names, and passes the layer its own ids", async () => {
    const one = fakeSource("one", ["a"]);
    one.diagnostics = [{ code: "name-missing", severity: "warning", message: "m", source: "one", id: "x" }];
    const merged = mergeSkillSources([{ source: one, prefix: "team" }, fakeSource("two", ["a"])]);
    const { found, tell } = listener();
    const entries = await merged.list({ onDiagnostic: tell });
    expect(entries.map(({ id, name }) => [id, name])).toEqual([
      ["team:a", "a"],
      ["a", "a"],
    ]);
    expect(found.map(({ id }) => id)).toEqual(["team:x"]);
    expect(await merged.read("team:a")).toBe("one a v1");
    expect(await merged.readResource?.("team:a", "./file.txt")).toBe("one a/file.txt v1");
    expect(one.calls).toContain("readResource a file.txt");
    expect(await merged.read("a")).toBe("two a v1");
    await expect(merged.read("team:b")).rejects.toThrow(code("skill-unknown"));
  });

  it("does not hide a clash that prefixes make", async () => {
    const merged = mergeSkillSources([
      { source: fakeSource("one", ["b:c"]), prefix: "a" },
      { source: fakeSource("two", ["c"]), prefix: "a:b" },
    ]);
    const { found, tell } = listener();
    expect((await merged.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["a:b:c"]);
    expect(found.map((each) => each.code)).toEqual(["skill-shadowed"]);
    expect(await merged.read("a:b:c")).toBe("one b:c v1");
  });

  it.each(["..", "", "a/", "\0"])("refuses the prefix %j", (prefix) => {
    expect(() => mergeSkillSources([{ source: fakeSource("one", []), prefix }])).toThrow(code("path-refused"));
  });

  it("goes on without a layer that fails, and says so", async () => {
    const broken = fakeSource("broken", ["x"]);
    broken.failure = Object.assign(new Error("connect 10.0.0.1 with token=secret"), { code: "ECONNREFUSED" });
    const merged = mergeSkillSources([broken, fakeSource("two", ["a"])]);
    const { found, tell } = listener();
    expect((await merged.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["a"]);
    expect(found).toEqual([
      expect.objectContaining({ code: "source-unavailable", severity: "error", source: "broken" }),
    ]);
    expect(found[0]?.message).toContain("ECONNREFUSED");
    expect(found[0]?.message).not.toContain("secret");
    expect(await merged.read("a")).toBe("two a v1");
    await expect(merged.read("x")).rejects.toThrow(code("skill-unknown"));
    broken.failure = undefined;
    expect(await merged.read("x")).toBe("broken x v1");
  });

  it("goes on without a layer that does not answer, says so, and calls it off", async () => {
    const stuck = fakeSource("stuck", ["x"]);
    stuck.gate = new Promise(() => {});
    const merged = mergeSkillSources([stuck, fakeSource("two", ["a"])], { timeout: 20 });
    const { found, tell } = listener();
    expect((await merged.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["a"]);
    expect(found).toEqual([
      expect.objectContaining({ code: "source-unavailable", severity: "error", source: "stuck" }),
    ]);
    expect(found[0]?.message).toContain("20 ms");
    expect(stuck.signals[0]?.reason).toMatchObject({ code: "source-unavailable", facts: { reason: "timeout" } });
    expect(await merged.read("a")).toBe("two a v1");
    await expect(merged.read("x")).rejects.toThrow(code("skill-unknown"));
  });

  it("gives each layer half a minute, unless told to wait", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const stuck = fakeSource("stuck", ["x"]);
    stuck.gate = new Promise(() => {});
    let ended = "";
    void mergeSkillSources([stuck, fakeSource("two", ["a"])])
      .list()
      .then(() => (ended += "default "));
    void mergeSkillSources([stuck, fakeSource("two", ["a"])], { timeout: Infinity })
      .list()
      .then(() => (ended += "infinite "));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toBe("default ");
    await vi.advanceTimersByTimeAsync(1e9);
    expect(ended).toBe("default ");
  });

  it.each([0, -1, Number.NaN])("refuses the timeout %s", (timeout) => {
    expect(() => mergeSkillSources([], { timeout })).toThrow(RangeError);
  });

  it("throws when every layer fails", async () => {
    const layers = [fakeSource("one", ["a"]), fakeSource("two", ["a"])];
    for (const layer of layers) layer.failure = outage();
    const error = await mergeSkillSources(layers)
      .list()
      .catch((reason: unknown) => reason);
    expect(SkillError.is(error, "source-unavailable")).toBe(true);
    expect((error as Error).message).toMatch(/one: It is down\. two: It is down\./);
  });

  it("lists nothing of no layers", async () => {
    expect(await mergeSkillSources([]).list()).toEqual([]);
    await expect(mergeSkillSources([]).read("a")).rejects.toThrow(code("skill-unknown"));
  });

  it("survives a layer that throws at once or lists nonsense", async () => {
    const sync = fakeSource("sync", []);
    sync.list = () => {
      throw new Error("at once");
    };
    const odd = fakeSource("odd", ["ok"]);
    odd.entries = [null, {}, { id: "../up", name: "n", description: "d" }, ...odd.entries] as typeof odd.entries;
    const none = fakeSource("none", []);
    none.list = async () => undefined as never;
    const { found, tell } = listener();
    const entries = await mergeSkillSources([sync, odd, none]).list({ onDiagnostic: tell });
    expect(entries.map(({ id }) => id)).toEqual(["ok"]);
    expect(found.map((each) => [each.code, each.source])).toEqual([
      ["source-unavailable", "sync"],
      ["entry-invalid", "odd"],
      ["entry-invalid", "odd"],
      ["entry-invalid", "odd"],
      ["source-unavailable", "none"],
    ]);
  });

  it("passes on a layer's own errors", async () => {
    const one = fakeSource("one", ["a"]);
    const merged = mergeSkillSources([one, fakeSource("two", ["a"])]);
    await merged.list();
    one.failure = Object.assign(new Error("no permission"), { code: "EACCES" });
    await expect(merged.read("a")).rejects.toBe(one.failure);
    await expect(merged.readResource?.("a", "file.txt")).rejects.toBe(one.failure);
    await expect(merged.listResources?.("a")).rejects.toBe(one.failure);
  });

  it("keeps an id with its layer when that layer fails for a while", async () => {
    const one = fakeSource("one", ["a"]);
    const merged = mergeSkillSources([one, fakeSource("two", ["a"])]);
    expect(await merged.read("a")).toBe("one a v1");
    one.failure = outage();
    // An unknown id makes it list again, while the owner of "a" cannot be asked.
    await expect(merged.read("unknown")).rejects.toThrow(code("skill-unknown"));
    await expect(merged.readResource?.("a", "file.txt")).rejects.toBe(one.failure);
    one.failure = undefined;
    expect(await merged.readResource?.("a", "file.txt")).toBe("one a/file.txt v1");
  });

  it("finds a skill that is new, and lists no more than it must", async () => {
    const one = fakeSource("one", ["a"]);
    const merged = mergeSkillSources([one]);
    await merged.list();
    await merged.read("a");
    expect(one.calls.filter((call) => call === "list")).toHaveLength(1);
    one.entries.push({ id: "new", name: "new", description: "d" });
    expect(await merged.read("new")).toBe("one new v1");
    await merged.read("new");
    expect(one.calls.filter((call) => call === "list")).toHaveLength(2);
  });

  it("lists again as it was listed before", async () => {
    const one = fakeSource("one", ["a"]);
    const parsers: unknown[] = [];
    const list = one.list.bind(one);
    one.list = (options) => {
      parsers.push(options?.parse);
      return list(options);
    };
    const parse = (): never => {
      throw new Error("not called");
    };
    const merged = mergeSkillSources([one]);
    await merged.list({ parse });
    await merged.read("unknown").catch(() => {});
    expect(parsers).toEqual([parse, parse]);
  });

  it("follows the newest listing, whichever ends last", async () => {
    const one = fakeSource("one", ["a"]);
    const two = fakeSource("two", ["a"]);
    const merged = mergeSkillSources([one, two]);
    const slow = latch();
    one.gate = slow.promise;
    const early = merged.list();
    one.gate = Promise.resolve();
    one.entries = [];
    await merged.list();
    slow.open();
    await early;
    expect(await merged.read("a")).toBe("two a v1");
  });

  it("refuses hostile ids before it asks anybody", async () => {
    const one = fakeSource("one", ["a"]);
    const merged = mergeSkillSources([one]);
    for (const id of ["../a", "__proto__", "", "a/"])
      await expect(merged.read(id)).rejects.toThrow(code("path-refused"));
    expect(one.calls).toEqual([]);
  });

  it("rejects at once when it is aborted, and passes the signal on", async () => {
    const one = fakeSource("one", ["a"]);
    const merged = mergeSkillSources([one, fakeSource("two", ["b"])]);
    await merged.list();
    one.gate = new Promise(() => {});
    for (const call of [
      (signal: AbortSignal) => merged.list({ signal }),
      (signal: AbortSignal) => merged.read("a", { signal }),
      (signal: AbortSignal) => merged.read("unknown", { signal }),
      async (signal: AbortSignal) => merged.listResources?.("a", { signal }),
      async (signal: AbortSignal) => merged.readResource?.("a", "file.txt", { signal }),
    ]) {
      const controller = new AbortController();
      const reason = new Error("given up");
      const pending = call(controller.signal);
      queueMicrotask(() => controller.abort(reason));
      await expect(pending).rejects.toBe(reason);
      expect(one.signals.at(-1)?.reason).toBe(reason);
    }
  });

  it("does not blame a layer for an abort", async () => {
    const one = fakeSource("one", ["a"]);
    const controller = new AbortController();
    one.list = async ({ signal } = {}) => {
      controller.abort(new Error("given up"));
      signal?.throwIfAborted();
      return [];
    };
    const { found, tell } = listener();
    const pending = mergeSkillSources([one]).list({ signal: controller.signal, onDiagnostic: tell });
    await expect(pending).rejects.toThrow("given up");
    expect(found).toEqual([]);
  });

  describe("watch", () => {
    it("reports changes of any layer, until it is stopped", async () => {
      const [one, two] = [fakeSource("one", ["a"]), fakeSource("two", ["b"])];
      let changes = 0;
      const stop = await mergeSkillSources([one, bareSource("bare", []), two]).watch?.(() => changes++);
      one.changed();
      two.changed();
      expect(changes).toBe(2);
      stop?.();
      one.changed();
      expect([changes, one.watchers.size, two.watchers.size]).toEqual([2, 0, 0]);
    });

    it("leaves nothing behind when a layer cannot be watched", async () => {
      const [one, two, late] = [fakeSource("one", []), fakeSource("two", []), fakeSource("late", [])];
      two.watch = () => Promise.reject(new Error("too many files"));
      const slow = latch();
      const watch = late.watch?.bind(late);
      late.watch = async (onChange) => {
        await slow.promise;
        return (await watch?.(onChange)) ?? (() => {});
      };
      await expect(mergeSkillSources([one, two, late]).watch?.(() => {})).rejects.toThrow("too many files");
      slow.open();
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect([one.watchers.size, late.watchers.size]).toEqual([0, 0]);
    });

    it("stops when it is aborted on the way up", async () => {
      const one = fakeSource("one", []);
      const never = fakeSource("never", []);
      never.watch = () => new Promise(() => {});
      const controller = new AbortController();
      const pending = mergeSkillSources([one, never]).watch?.(() => {}, { signal: controller.signal });
      await Promise.resolve();
      controller.abort(new Error("given up"));
      await expect(pending).rejects.toThrow("given up");
      expect(one.watchers.size).toBe(0);
    });
  });
});
