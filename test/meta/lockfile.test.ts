import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missingOptional, platformOf } from "../../tools/complete-lockfile.mjs";
import { root } from "../../tools/run.mjs";

describe("package-lock.json", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved?: string }>;
  };

  it("holds the native packages of every platform (node tools/complete-lockfile.mjs --write)", () => {
    expect(Object.keys(missingOptional(lock))).toEqual([]);
  });

  it("names no registry, so that any mirror serves", () => {
    const resolved = Object.entries(lock.packages).filter(([, entry]) => /^https?:/.test(entry.resolved ?? ""));
    expect(resolved.map(([path]) => path)).toEqual([]);
  });
});

describe("platformOf", () => {
  it.each([
    ["@oxlint/binding-linux-x64-musl", { cpu: ["x64"], libc: ["musl"], os: ["linux"] }],
    ["@oxlint/binding-linux-arm64-gnu", { cpu: ["arm64"], libc: ["glibc"], os: ["linux"] }],
    ["@oxlint/binding-linux-arm-gnueabihf", { cpu: ["arm"], os: ["linux"] }],
    ["@oxlint/binding-win32-x64-msvc", { cpu: ["x64"], os: ["win32"] }],
    ["@oxlint-tsgolint/darwin-arm64", { cpu: ["arm64"], os: ["darwin"] }],
    ["@rolldown/binding-wasm32-wasi", { cpu: ["wasm32"] }],
  ])("%s", (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it("refuses a name without a platform", () => {
    expect(() => platformOf("fsevents")).toThrow("No platform");
  });
});
