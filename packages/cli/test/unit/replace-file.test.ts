import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replaceFile } from "../../src/check/replace-file.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

it("replaces the whole text and leaves nothing behind", async () => {
  const folder = tempFolder({ f: "old" });
  await replaceFile(join(folder, "f"), "old", "new ü");
  expect(readFileSync(join(folder, "f"), "utf8")).toBe("new ü");
  expect(readdirSync(folder)).toEqual(["f"]);
});

it("does not overwrite what somebody else wrote meanwhile", async () => {
  const folder = tempFolder({ f: "theirs" });
  await expect(replaceFile(join(folder, "f"), "old", "new")).rejects.toThrow("it changed while it was being checked");
  expect(readFileSync(join(folder, "f"), "utf8")).toBe("theirs");
  expect(readdirSync(folder)).toEqual(["f"]);
});
