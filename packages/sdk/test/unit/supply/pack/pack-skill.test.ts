import { type UnzipFileInfo, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { packSkill } from "../../../../src/supply/pack/pack-skill.ts";
import type { PackedFile } from "../../../../src/supply/pack/pack-skill.ts";

const file = (path: string, content: string | Uint8Array, executable = false): PackedFile => ({
  path,
  bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
  executable,
});
const manifest = file("SKILL.md", "---\nname: my-skill\ndescription: x\n---\nbody\n");

describe("packSkill", () => {
  it("puts everything below the skill's name, with its bytes", () => {
    const png = Uint8Array.from({ length: 256 }, (_, at) => at);
    const { name, bytes, files } = packSkill([file("a/é.png", png), manifest, file("empty", "")]);
    expect([name, files]).toEqual(["my-skill", ["SKILL.md", "a/é.png", "empty"]]);
    expect(unzipSync(bytes)).toEqual({
      "my-skill/SKILL.md": manifest.bytes,
      "my-skill/a/é.png": png,
      "my-skill/empty": new Uint8Array(),
    });
  });

  it("gives the same bytes for the same files, in any order and zone", () => {
    const files = [manifest, file("b", "b", true), file("a", "a".repeat(10_000))];
    const zone = process.env["TZ"];
    const packed = ["UTC", "America/New_York", "Pacific/Kiritimati"].map((name, at) => {
      process.env["TZ"] = name;
      return Buffer.from(packSkill(at === 1 ? files.toReversed() : files).bytes).toString("hex");
    });
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
    expect(new Set(packed).size).toBe(1);
    expect(unzipNames(packSkill(files).bytes)).toEqual(["my-skill/SKILL.md", "my-skill/a", "my-skill/b"]);
  });

  it("leaves out what the usual packager leaves out, and says so", () => {
    const clutter = [
      ".DS_Store",
      "a/.DS_Store",
      "a.pyc",
      "scripts/__pycache__/a.py",
      "node_modules/a/b.js",
      "evals/a.json",
    ];
    const kept = ["a/evals/b.json", "evals.md", "x.pycx"];
    const files = [manifest, ...[...clutter, ...kept].map((path) => file(path, path))];
    const packed = packSkill(files);
    expect(packed.leftOut).toEqual(clutter.toSorted());
    expect(packed.files).toEqual(["SKILL.md", ...kept].toSorted());
    const whole = packSkill(files, { all: true });
    expect(whole.leftOut).toEqual([]);
    expect(unzipNames(whole.bytes)).toHaveLength(files.length);
  });

  it.each([
    ["file-missing", [file("a", "")]],
    ["skill-invalid", [file("SKILL.md", "---\nname: ../evil\ndescription: x\n---\n")]],
    ["path-refused", [manifest, file("../a", "")]],
    ["path-refused", [manifest, file("a", ""), file("A", "")]],
  ])("refuses with %s", (code, files) => {
    expect(() => packSkill(files)).toThrow(expect.objectContaining({ code }));
  });
});

function unzipNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(bytes, { filter: ({ name }: UnzipFileInfo) => names.push(name) < 0 });
  return names;
}
