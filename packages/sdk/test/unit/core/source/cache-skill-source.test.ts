import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { cacheSkillSource } from "../../../../src/core/source/cache-skill-source.ts";
import { unknownSkill } from "../../../../src/core/source/skill-id.ts";
import { bareSource, fakeSource, latch, listener, outage } from "./fake-source.ts";

function clock(): { now: () => number; pass: (milliseconds: number) => void } {
  let time = 1_000;
  return { now: () => time, pass: (milliseconds) => void (time += milliseconds) };
}

const calls = ["list", "read a", "listResources a", "readResource a file.txt"];

async function askAll(source: ReturnType<typeof cacheSkillSource>): Promise<unknown[]> {
  return [
    await source.list(),
    await source.read("a"),
    await source.listResources?.("a"),
    await source.readResource?.("a", "file.txt"),
  ];
}

describe("cacheSkillSource", () => {
  it("asks once until the time is over", async () => {
    const inner = fakeSource("one", ["a"]);
    const { now, pass } = clock();
    const source = cacheSkillSource(inner, { ttl: 100, now });
    const first = await askAll(source);
    inner.version = 2;
    pass(99);
    expect(await askAll(source)).toEqual(first);
    expect(inner.calls).toEqual(calls);
    pass(1);
    expect(await source.read("a")).toBe("one a v2");
    expect(await source.readResource?.("a", "file.txt")).toBe("one a/file.txt v2");
  });

  it("knows a path by any spelling", async () => {
    const inner = fakeSource("one", ["a"], ["refs/b.md"]);
    const source = cacheSkillSource(inner);
    for (const path of ["refs/b.md", "./refs/b.md", "refs\\b.md"]) await source.readResource?.("a", path);
    expect(inner.calls).toEqual(["readResource a refs/b.md"]);
  });

  it("asks always with a ttl of 0, but once for those who ask together", async () => {
    const inner = fakeSource("one", ["a"]);
    const source = cacheSkillSource(inner, { ttl: 0 });
    await Promise.all([source.read("a"), source.read("a"), source.read("a")]);
    await source.read("a");
    expect(inner.calls).toEqual(["read a", "read a"]);
  });

  it("shares one call among all who wait, for each method", async () => {
    const inner = fakeSource("one", ["a"]);
    const source = cacheSkillSource(inner);
    await Promise.all(Array.from({ length: 5 }, () => askAll(source)));
    expect([...inner.calls].sort()).toEqual([...calls].sort());
  });

  it("does not remember errors", async () => {
    const inner = fakeSource("one", ["a"]);
    const source = cacheSkillSource(inner);
    inner.failure = outage();
    await expect(source.read("a")).rejects.toBe(inner.failure);
    inner.failure = undefined;
    expect(await source.read("a")).toBe("one a v1");
    await expect(source.read("b")).rejects.toThrow(expect.objectContaining({ code: "skill-unknown" }));
    await expect(source.readResource?.("a", "no.txt")).rejects.toThrow(
      expect.objectContaining({ code: "resource-missing" }),
    );
  });

  it("refuses ids and paths before it asks", async () => {
    const inner = fakeSource("one", ["a"]);
    const source = cacheSkillSource(inner);
    await expect(source.read("../a")).rejects.toThrow(expect.objectContaining({ code: "path-refused" }));
    await expect(source.readResource?.("a", "../b")).rejects.toThrow(expect.objectContaining({ code: "path-refused" }));
    expect(inner.calls).toEqual([]);
  });

  it("replays findings, and keeps listings with different readers apart", async () => {
    const inner = fakeSource("one", ["a"]);
    inner.diagnostics = [{ code: "name-missing", severity: "warning", message: "m", source: "one" }];
    const source = cacheSkillSource(inner);
    const [one, two] = [listener(), listener()];
    await source.list({ onDiagnostic: one.tell });
    await source.list({ onDiagnostic: two.tell });
    expect(two.found).toEqual(one.found);
    expect(two.found).toHaveLength(1);
    const parse = (): never => {
      throw new Error("not called");
    };
    await source.list({ parse });
    await source.list({ parse });
    expect(inner.calls).toEqual(["list", "list"]);
  });

  describe("old answers", () => {
    it("are used when the source is down, and marked", async () => {
      const inner = fakeSource("one", ["a"]);
      const { now, pass } = clock();
      const told = listener();
      const source = cacheSkillSource(inner, { ttl: 10, now, onDiagnostic: told.tell });
      await askAll(source);
      inner.failure = outage();
      pass(1_000_000);
      const { found, tell } = listener();
      const entries = await source.list({ onDiagnostic: tell });
      expect(entries).toEqual([expect.objectContaining({ id: "a", stale: true })]);
      expect(found).toEqual([expect.objectContaining({ code: "source-stale", severity: "warning", source: "one" })]);
      expect(await source.read("a")).toBe("one a v1");
      expect(await source.listResources?.("a")).toEqual([{ path: "file.txt" }]);
      expect(await source.readResource?.("a", "file.txt")).toBe("one a/file.txt v1");
      expect(told.found.map(({ code, id, path }) => [code, id, path])).toEqual([
        ["source-stale", undefined, undefined],
        ["source-stale", "a", undefined],
        ["source-stale", "a", undefined],
        ["source-stale", "a", "file.txt"],
      ]);
      inner.failure = undefined;
      expect((await source.list())[0]?.stale).toBeUndefined();
    });

    it.each([
      [50, 59, true],
      [50, 61, false],
      [0, 11, false],
      [false, 11, false],
    ])("staleOnError %s after %s ms: %s", async (staleOnError, after, used) => {
      const inner = fakeSource("one", ["a"]);
      const { now, pass } = clock();
      const source = cacheSkillSource(inner, { ttl: 10, staleOnError, now });
      await source.read("a");
      inner.failure = outage();
      pass(after);
      if (used) expect(await source.read("a")).toBe("one a v1");
      else await expect(source.read("a")).rejects.toBe(inner.failure);
    });

    it.each([
      [86_400_000, true],
      [86_400_020, false],
    ])("are used for a day past their time by default (%s ms: %s)", async (after, used) => {
      const inner = fakeSource("one", ["a"]);
      const { now, pass } = clock();
      const source = cacheSkillSource(inner, { ttl: 10, now });
      await source.read("a");
      inner.failure = new Error("Unknown skill");
      pass(after);
      if (used) expect(await source.read("a")).toBe("one a v1");
      else await expect(source.read("a")).rejects.toBe(inner.failure);
    });

    it("are used without end when told so", async () => {
      const inner = fakeSource("one", ["a"]);
      const { now, pass } = clock();
      const source = cacheSkillSource(inner, { ttl: 10, staleOnError: Infinity, now });
      await source.read("a");
      inner.failure = outage();
      pass(1e12);
      expect(await source.read("a")).toBe("one a v1");
    });

    describe("of a source that takes long to fail", () => {
      function slow(took: number, options = {}) {
        const inner = fakeSource("one", ["a"]);
        const { now, pass } = clock();
        const told = listener();
        const source = cacheSkillSource(inner, { ttl: 10, now, onDiagnostic: told.tell, ...options });
        const fail = (): void => {
          inner.failure = outage();
          inner.read = async () => {
            inner.calls.push("read a");
            pass(took);
            throw inner.failure;
          };
        };
        const reads = (): number => inner.calls.filter((call) => call === "read a").length;
        return { inner, source, pass, fail, reads, told };
      }

      it("come at once for half a minute, then for twice as long", async () => {
        const { source, pass, fail, reads, told } = slow(5_000);
        await source.read("a");
        fail();
        pass(11);
        for (let round = 0; round < 3; round++) expect(await source.read("a")).toBe("one a v1");
        expect(reads()).toBe(2);
        expect(told.found.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => "source-stale"));
        pass(30_000);
        await source.read("a");
        expect(reads()).toBe(3);
        pass(59_000);
        await source.read("a");
        expect(reads()).toBe(3);
        pass(1_000);
        await source.read("a");
        expect(reads()).toBe(4);
      });

      it("count one failure once, however many wait for it", async () => {
        const { source, pass, fail, reads } = slow(5_000);
        await source.read("a");
        fail();
        pass(11);
        await Promise.all(Array.from({ length: 10 }, () => source.read("a")));
        pass(30_000);
        await source.read("a");
        expect(reads()).toBe(3);
      });

      it("still end with their time", async () => {
        const { inner, source, pass, fail } = slow(5_000, { staleOnError: 10_000 });
        await source.read("a");
        fail();
        pass(11);
        expect(await source.read("a")).toBe("one a v1");
        pass(6_000);
        await expect(source.read("a")).rejects.toBe(inner.failure);
      });

      it("are not put off by callers who gave up", async () => {
        const { inner, source, pass } = slow(0);
        await source.read("a");
        pass(11);
        inner.gate = new Promise(() => {});
        const controller = new AbortController();
        const pending = source.read("a", { signal: controller.signal });
        pass(5_000);
        controller.abort(new Error("given up"));
        await expect(pending).rejects.toThrow("given up");
        inner.gate = Promise.resolve();
        inner.version = 2;
        expect(await source.read("a")).toBe("one a v2");
      });

      it("are asked for each time when it fails quickly", async () => {
        const { source, pass, fail, reads } = slow(500);
        await source.read("a");
        fail();
        pass(11);
        await source.read("a");
        await source.read("a");
        expect(reads()).toBe(3);
      });
    });

    it.each([
      ["a skill that is gone", unknownSkill("a")],
      ["a refusal", new SkillError("path-refused", "No.")],
      ["another content than promised", new SkillError("digest-mismatch", "No.")],
      ["a permission that was taken away", new SkillError("source-unavailable", "No.", { facts: { status: 403 } })],
    ])("are not used for %s", async (_name, failure) => {
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner, { ttl: 0 });
      await source.read("a");
      inner.failure = failure;
      await expect(source.read("a")).rejects.toBe(failure);
    });

    it("are forgotten when the source says that there is no such thing", async () => {
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner, { ttl: 0 });
      await source.read("a");
      inner.failure = unknownSkill("a");
      await source.read("a").catch(() => {});
      inner.failure = outage();
      await expect(source.read("a")).rejects.toBe(inner.failure);
    });

    it("of one revision do not stand for another", async () => {
      const inner = fakeSource("one", ["a"]);
      inner.entries = [{ id: "a", name: "a", description: "d", revision: "1" }];
      const { now, pass } = clock();
      const source = cacheSkillSource(inner, { ttl: 100, now });
      await source.list();
      expect(await source.read("a")).toBe("one a v1");
      pass(60);
      await source.readResource?.("a", "file.txt");
      pass(60);
      inner.version = 2;
      inner.entries = [{ id: "a", name: "a", description: "d", revision: "2" }];
      await source.list();
      expect(await source.read("a")).toBe("one a v2");
      expect(await source.readResource?.("a", "file.txt")).toBe("one a/file.txt v2");
      inner.entries = [];
      pass(101);
      await source.list();
      await expect(source.readResource?.("a", "file.txt")).rejects.toThrow(
        expect.objectContaining({ code: "skill-unknown" }),
      );
    });
  });

  describe("abort", () => {
    it("of one caller leaves the others their answer", async () => {
      const inner = fakeSource("one", ["a"]);
      const gate = latch();
      inner.gate = gate.promise;
      const source = cacheSkillSource(inner);
      const controller = new AbortController();
      const first = source.read("a", { signal: controller.signal });
      const second = source.read("a");
      controller.abort(new Error("given up"));
      await expect(first).rejects.toThrow("given up");
      expect(inner.signals[0]?.aborted).toBe(false);
      gate.open();
      expect(await second).toBe("one a v1");
      expect(inner.calls).toEqual(["read a"]);
    });

    it("of all callers calls the work off, and the next starts anew", async () => {
      const inner = fakeSource("one", ["a"]);
      inner.gate = new Promise(() => {});
      const source = cacheSkillSource(inner);
      const controller = new AbortController();
      const pending = [
        source.read("a", { signal: controller.signal }),
        source.read("a", { signal: controller.signal }),
      ];
      controller.abort(new Error("given up"));
      for (const each of pending) await expect(each).rejects.toThrow("given up");
      expect(inner.signals[0]?.aborted).toBe(true);
      inner.gate = Promise.resolve();
      expect(await source.read("a")).toBe("one a v1");
    });

    it("beforehand rejects, even if the answer is known", async () => {
      const source = cacheSkillSource(fakeSource("one", ["a"]));
      await askAll(source);
      const reason = new Error("given up");
      const signal = AbortSignal.abort(reason);
      await expect(source.list({ signal })).rejects.toBe(reason);
      await expect(source.read("a", { signal })).rejects.toBe(reason);
      await expect(source.listResources?.("a", { signal })).rejects.toBe(reason);
      await expect(source.readResource?.("a", "file.txt", { signal })).rejects.toBe(reason);
    });
  });

  describe("isolation", () => {
    it("keeps tenants apart, at rest and in flight", async () => {
      const tenants = new AsyncLocalStorage<string>();
      const inner = fakeSource("one", ["a"]);
      inner.read = async () => {
        inner.calls.push("read");
        await Promise.resolve();
        return `for ${tenants.getStore()}`;
      };
      const source = cacheSkillSource(inner, { key: () => tenants.getStore() ?? "" });
      const as = (tenant: string): Promise<string> => tenants.run(tenant, () => source.read("a"));
      expect(await Promise.all([as("x"), as("y"), as("x"), as("y")])).toEqual(["for x", "for y", "for x", "for y"]);
      expect([await as("x"), await as("y")]).toEqual(["for x", "for y"]);
      expect(inner.calls).toHaveLength(2);
    });

    it("keeps apart keys that look alike when they are joined", async () => {
      let key = "a\0read";
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner, { key: () => key });
      for (key of ["", "a", "a\0read", "__proto__", "constructor"]) await source.read("a");
      expect(inner.calls).toHaveLength(5);
    });

    it("does not serve one tenant's old answer to another", async () => {
      let key = "x";
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner, { ttl: 0, key: () => key });
      await source.read("a");
      inner.failure = outage();
      expect(await source.read("a")).toBe("one a v1");
      key = "y";
      await expect(source.read("a")).rejects.toBe(inner.failure);
    });

    it("fails when there is no key", async () => {
      const source = cacheSkillSource(fakeSource("one", ["a"]), { key: () => undefined as unknown as string });
      await expect(source.read("a")).rejects.toThrow(TypeError);
      await expect(source.list()).rejects.toThrow(TypeError);
    });

    it("keeps so many keys and no more, the last used ones", async () => {
      let key = "";
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner, { key: () => key, maxKeys: 2 });
      for (key of ["x", "y", "x", "z", "x", "y"]) await source.read("a");
      // x, y; x again; z drops y; x again; y asks again.
      expect(inner.calls).toHaveLength(4);
    });

    it("keeps callers from changing each other's answers", async () => {
      const bytes = Buffer.from("abc");
      const inner = fakeSource("one", ["a"]);
      inner.readResource = async () => bytes;
      const source = cacheSkillSource(inner);
      const read = async (): Promise<Uint8Array> => (await source.readResource?.("a", "file.txt")) as Uint8Array;
      const [one, two] = await Promise.all([read(), read()]);
      one?.fill(0);
      bytes.fill(1);
      expect([two, await read()].map((each) => new TextDecoder().decode(each))).toEqual(["abc", "abc"]);
      const entries = await source.list();
      expect(() => (entries as unknown[]).push(1)).toThrow(TypeError);
      expect(() => Object.assign(entries[0] ?? {}, { description: "poison" })).toThrow(TypeError);
      expect(Object.isFrozen((await source.listResources?.("a"))?.[0])).toBe(true);
      expect(Object.isFrozen(inner.entries)).toBe(false);
    });

    it("lends the source's index only when all share", () => {
      const indexStore = { load: async () => undefined, save: async () => {} };
      const inner = { ...bareSource("one", ["a"]), indexStore };
      expect(cacheSkillSource(inner).indexStore).toBe(indexStore);
      expect(cacheSkillSource(inner, { key: () => "x" }).indexStore).toBeUndefined();
    });
  });

  it("keeps so many bytes and no more, the last used ones", async () => {
    const inner = fakeSource("one", ["a", "b", "c"]);
    inner.read = async (id) => {
      inner.calls.push(id);
      return id.repeat(1_000);
    };
    const source = cacheSkillSource(inner, { maxBytes: 5_000 });
    for (const id of ["a", "b", "a", "c", "a", "b"]) await source.read(id);
    expect(inner.calls).toEqual(["a", "b", "c", "b"]);
    inner.read = async () => "x".repeat(10_000);
    expect((await source.read("big")).length).toBe(10_000);
    await source.read("a");
    expect(inner.calls).toEqual(["a", "b", "c", "b"]);
  });

  it("makes room at the cost of the key that was unused longest", async () => {
    let key = "";
    const inner = fakeSource("one", ["a"]);
    inner.read = async () => {
      inner.calls.push(key);
      return "x".repeat(1_000);
    };
    const source = cacheSkillSource(inner, { key: () => key, maxBytes: 5_000 });
    for (key of ["x", "y", "z", "z", "y", "x"]) await source.read("a");
    expect(inner.calls).toEqual(["x", "y", "z", "x"]);
  });

  describe("invalidate", () => {
    it("forgets everything", async () => {
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner);
      await askAll(source);
      source.invalidate();
      inner.version = 2;
      expect(await source.read("a")).toBe("one a v2");
      inner.failure = outage();
      await expect(source.list()).rejects.toBe(inner.failure);
    });

    it("keeps an answer from coming back that was under way", async () => {
      const inner = fakeSource("one", ["a"]);
      const gate = latch();
      inner.gate = gate.promise;
      const source = cacheSkillSource(inner);
      const before = source.read("a");
      source.invalidate();
      inner.gate = Promise.resolve();
      inner.version = 2;
      expect(await source.read("a")).toBe("one a v2");
      inner.version = 1;
      gate.open();
      await before;
      inner.version = 3;
      expect(await source.read("a")).toBe("one a v2");
    });

    it("happens on a change, while somebody watches", async () => {
      const inner = fakeSource("one", ["a"]);
      const source = cacheSkillSource(inner);
      const seen: string[] = [];
      const stop = await source.watch?.(() => void source.read("a").then((text) => seen.push(text)));
      await source.read("a");
      inner.version = 2;
      inner.changed();
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(seen).toEqual(["one a v2"]);
      stop?.();
      expect(inner.watchers.size).toBe(0);
    });
  });

  it("has what the source has", () => {
    expect(Object.keys(cacheSkillSource(bareSource("bare", []))).sort()).toEqual([
      "invalidate",
      "label",
      "list",
      "read",
    ]);
  });

  it.each([{ ttl: Number.NaN }, { ttl: -1 }, { maxKeys: 0 }])("refuses %j", (options) => {
    expect(() => cacheSkillSource(fakeSource("one", []), options)).toThrow(RangeError);
  });
});
