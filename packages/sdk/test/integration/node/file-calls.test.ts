import { afterEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "./temp-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Fresh calls that take so many milliseconds each by the clock they look at. */
async function callsTaking(milliseconds: number) {
  vi.resetModules();
  const { fileCalls } = await import("../../../src/node/file-calls.ts");
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += milliseconds));
  return fileCalls(true);
}

describe("blocking calls", () => {
  it("are made in place as long as the disk is quick", async () => {
    const folder = tempFolder();
    const calls = await callsTaking(0.1);
    for (let at = 0; at < 200; at++) expect(calls.stat(folder)).not.toBeInstanceOf(Promise);
  });

  it("go to other threads once the disk has proved slow", async () => {
    const folder = tempFolder({ f: "" });
    const calls = await callsTaking(5);
    const results = Array.from({ length: 200 }, () => calls.readdir(folder));
    expect(results[0]).not.toBeInstanceOf(Promise);
    expect(results.at(-1)).toBeInstanceOf(Promise);
    expect((await results.at(-1))?.map(({ name }) => name)).toEqual(["f"]);
    await expect(async () => calls.stat(`${folder}/nowhere`)).rejects.toThrow("ENOENT");
  });
});
