import { describe, expect, it, vi } from "vitest";
import { parseSkill } from "@tradecraft/sdk";
import { readEntry } from "../../../../src/core/source/read-entry.ts";

const text = (frontmatter: string): string => `---\n${frontmatter}\n---\nBody.\n`;
const codes = ({ diagnostics }: ReturnType<typeof readEntry>): string[] => diagnostics.map(({ code }) => code);

describe("readEntry", () => {
  it("takes the name for the id", () => {
    expect(readEntry(text("name: a\ndescription: A."))).toEqual({
      entry: { id: "a", name: "a", description: "A." },
      diagnostics: [],
    });
  });

  it("keeps what a catalog says, and leaves out what is not said", () => {
    const { entry } = readEntry(
      text(
        "name: a\ndescription: A.\ncompatibility: Needs git.\ndisable-model-invocation: true\nuser-invocable: false",
      ),
    );
    expect(entry).toEqual({
      id: "a",
      name: "a",
      description: "A.",
      compatibility: "Needs git.",
      disableModelInvocation: true,
      userInvocable: false,
    });
    expect(Object.keys(readEntry(text("name: a\ndescription: A.\nuser-invocable: true")).entry ?? {}).sort()).toEqual([
      "description",
      "id",
      "name",
      "userInvocable",
    ]);
  });

  it("takes an id that is given, whatever the name", () => {
    expect(readEntry(text("name: a\ndescription: A."), { id: "team:a" }).entry).toMatchObject({
      id: "team:a",
      name: "a",
    });
    expect(readEntry(text("name: ../x\ndescription: A."), { id: "a" })).toMatchObject({
      entry: { id: "a", name: "../x" },
      diagnostics: [],
    });
    expect(readEntry(text("description: A."), { id: "a" }).entry).toMatchObject({ id: "a", name: "a" });
  });

  it("refuses an id that is given and can be none", () => {
    const read = readEntry(text("name: a\ndescription: A."), { id: "../a", fallbackId: "folder" });
    expect(read.entry).toBeUndefined();
    expect(read.diagnostics).toMatchObject([{ code: "entry-invalid", severity: "error" }]);
  });

  it.each(["../x", "constructor", "a//b"])("falls back to the folder for a name of %s", (name) => {
    const read = readEntry(text(`name: ${name}\ndescription: A.`), { fallbackId: "folder" });
    expect(read.entry).toEqual({ id: "folder", name, description: "A." });
    expect(codes(read)).toEqual(["name-characters"]);
  });

  it("falls back to the folder without a name, and says so once", () => {
    const read = readEntry(text("description: A."), { fallbackId: "folder" });
    expect(read.entry).toEqual({ id: "folder", name: "folder", description: "A." });
    expect(codes(read).filter((code) => code === "name-missing")).toHaveLength(1);
  });

  it.each([undefined, "..", "__proto__"])("is none without a name and with a folder of %s", (fallbackId) => {
    const read = readEntry(text("name: ../x\ndescription: A."), { fallbackId });
    expect(read.entry).toBeUndefined();
    expect(read.diagnostics.at(-1)).toMatchObject({ code: "entry-invalid", severity: "error" });
    expect(read.diagnostics.at(-1)?.message).not.toContain("undefined");
  });

  it.each(["name: a", "name: a\ndescription:", 'name: a\ndescription: ""', "name: a\ndescription: '   '"])(
    "is none without a description: %j",
    (frontmatter) => {
      const read = readEntry(text(frontmatter));
      expect(read.entry).toBeUndefined();
      expect(read.diagnostics.at(-1)).toMatchObject({
        code: "description-missing",
        severity: "error",
        field: "description",
      });
    },
  );

  it("says what was repaired, as a warning", () => {
    const read = readEntry(text("name: a\ndescription: Use this: now."));
    expect(read.entry?.description).toBe("Use this: now.");
    expect(read.diagnostics).toMatchObject([{ code: "yaml-unquoted-colon", severity: "warning", line: 3 }]);
  });

  it("says nothing of what is no concern of a list", () => {
    expect(
      codes(readEntry(text("name: a\ndescription: A.\ncompatibility: ok\nunknown-field: x\nmetadata: 5"))),
    ).toEqual([]);
  });

  it("lets another parser decide alone", () => {
    const parse = vi.fn((raw: string) => parseSkill(raw.replace("A.", "Theirs.")));
    expect(readEntry(text("name: a\ndescription: A."), { parse }).entry?.description).toBe("Theirs.");
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it("needs no more than the frontmatter", () => {
    const whole = text("name: a\ndescription: A.\ncompatibility: X.");
    expect(readEntry(whole.slice(0, whole.indexOf("Body.")))).toEqual(readEntry(whole));
  });
});
