import { describe, expect, it } from "vitest";
import { createByteCache } from "../../../../src/core/source/http/byte-cache.ts";

const item = (size: number) => ({ bytes: new Uint8Array(size) });

describe("createByteCache", () => {
  it("forgets what was used longest ago", () => {
    const cache = createByteCache(3500);
    for (const key of ["a", "b"]) cache.set(key, item(1000));
    cache.get("a");
    cache.set("c", item(1000));
    expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  });

  it("counts what an item costs beyond its bytes, so that many empty ones are not free", () => {
    const cache = createByteCache(10_000);
    for (let index = 0; index < 1000; index++) cache.set(`k${index}`, item(0));
    expect(cache.get("k0")).toBeUndefined();
    expect(cache.get("k999")).toBeDefined();
  });

  it("keeps nothing that is larger than itself, and drops what that replaces", () => {
    const cache = createByteCache(2000);
    cache.set("a", item(10));
    cache.set("b", item(10));
    cache.set("a", item(5000));
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, item(10)]);
  });

  it("gets back the room of what is replaced or deleted", () => {
    const cache = createByteCache(4000);
    for (let round = 0; round < 10; round++) cache.set("a", item(1000));
    cache.set("b", item(1000));
    expect(cache.get("a")).toBeDefined();
    cache.delete("a");
    cache.delete("a");
    cache.set("c", item(1500));
    expect([cache.get("b"), cache.get("c")].every((held) => held !== undefined)).toBe(true);
  });
});
