import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileReferences } from "../../../src/run/file-references.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-refs-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "skill/references/deep"), { recursive: true });
writeFileSync(join(folder, "skill/references/guide.md"), "guide");
writeFileSync(join(folder, "skill/references/deep/more.md"), "more");
writeFileSync(join(folder, "skill/secret.md"), "secret");
mkdirSync(join(folder, "skill/references-2"));
writeFileSync(join(folder, "skill/references-2/x.md"), "secret");
symlinkSync("../secret.md", join(folder, "skill/references/out.md"));
symlinkSync("guide.md", join(folder, "skill/references/in.md"));
symlinkSync(join(folder, "skill"), join(folder, "linked"));
mkdirSync(join(folder, "other"));
writeFileSync(join(folder, "other/other.md"), "other");
symlinkSync("../other", join(folder, "skill/away"));
symlinkSync("../gone", join(folder, "skill/nowhere"));

describe("fileReferences", () => {
  const refs = fileReferences(join(folder, "linked"));

  it("reads files of the folder, once", () => {
    expect(refs.load("guide.md")).toBe("guide");
    expect(refs.load("deep/more.md")).toBe("more");
    expect(refs.load("in.md")).toBe("guide");
    writeFileSync(join(folder, "skill/references/guide.md"), "changed");
    expect(refs.load("guide.md")).toBe("guide");
  });

  it.each(["../secret.md", "out.md", "deep/../../secret.md", "../references-2/x.md", "/etc/passwd", ""])(
    "refuses %j",
    (file) => {
      expect(() => refs.load(file)).toThrow(
        expect.objectContaining({ code: file === "" ? "file-unreadable" : "path-refused" }),
      );
    },
  );

  it("names a file that is not there", () => {
    expect(() => refs.load("none.md")).toThrow(/"none\.md" cannot be read from .*references: it does not exist/);
    expect(() => refs.load("nul\0l")).toThrow(/cannot be read/);
  });

  it("tells where assets are, inside the skill", () => {
    expect(refs.asset("assets/logo.png")).toBe(join(folder, "linked/assets/logo.png"));
    expect(refs.asset("references/in.md")).toBe(join(folder, "linked/references/in.md"));
    for (const path of ["../x", "away/other.md", "away/none.md", "away", "nowhere"])
      expect(() => refs.asset(path)).toThrow(expect.objectContaining({ code: "path-refused" }));
  });
});
