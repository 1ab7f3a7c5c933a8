import { applyEdits, parseFrontmatter, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { repairs } from "./repair-cases.ts";
import { codesOf, only, skillText, textAt } from "./skill-text.ts";

const around = (lines: string, newline = "\n"): string =>
  skillText(`# first\nname: demo # kept\n${lines}\nversion: "2" # kept too`, "\nBody: x #1\n").replaceAll(
    "\n",
    newline,
  );

describe("repairs", () => {
  it.each(repairs)("read $title as it is meant, with one diagnostic", (repair) => {
    const raw = around(repair.lines);
    const { data, diagnostics } = parseFrontmatter(raw);
    expect(data).toEqual({ name: "demo", [repair.field]: repair.value, version: "2" });
    const diagnostic = only(diagnostics);
    expect(diagnostic).toMatchObject({
      code: repair.code,
      field: repair.field,
      severity: repair.code === "yaml-hash-in-value" ? "warning" : "error",
      line: repair.line,
      column: repair.column,
      length: repair.at.length,
    });
    expect(textAt(raw, diagnostic)).toBe(repair.at);
  });

  it.each(repairs)("carry a fix that mends $title and nothing else", ({ lines, fixed, field, value }) => {
    for (const newline of ["\n", "\r\n"]) {
      const raw = around(lines, newline);
      const fix = only(parseFrontmatter(raw).diagnostics).fix;
      expect(applyEdits(raw, fix?.edits ?? [])).toBe(around(fixed, newline));
    }
    const mended = parseFrontmatter(around(fixed));
    expect(mended.diagnostics).toEqual([]);
    expect(mended.data?.[field]).toEqual(value);
  });

  it.each(repairs.filter(({ code }) => code !== "yaml-hash-in-value"))(
    "are not made with repair: false: $title is a syntax error",
    ({ lines }) => {
      const { manifest, diagnostics } = parseSkill(around(lines), { repair: false });
      expect(diagnostics[0]?.code).toBe("yaml-syntax");
      expect(manifest).toMatchObject({ name: "", description: "", extra: {}, body: "Body: x #1" });
    },
  );

  it("leave values as YAML reads them with repair: false, and still report the hash", () => {
    const { manifest, diagnostics } = parseSkill(around("description: Fix #12 now"), { repair: false });
    expect(manifest.description).toBe("Fix");
    expect(codesOf(diagnostics)).toEqual(["yaml-hash-in-value"]);
  });

  it("report two broken entries one by one", () => {
    const { manifest, diagnostics } = parseSkill(
      skillText("description: a: b\nmetadata:\n\tx: y\nlicense: @mit\nname: demo"),
    );
    expect(manifest).toMatchObject({ description: "a: b", license: "@mit", metadata: { x: "y" }, name: "demo" });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["yaml-unquoted-colon", 2],
      ["yaml-tab", 4],
      ["yaml-unquoted-value", 5],
    ]);
  });

  it.each([
    ["description: Draws charts # a comment", "Draws charts"],
    ["description: Draws charts #", "Draws charts"],
    ["description: Draws charts ## note", "Draws charts"],
    ["description: Draws charts #! note", "Draws charts"],
    ['description: "Draws" #12', "Draws"],
    ["description: 'Draws' # x", "Draws"],
    ["description: C#12", "C#12"],
    ["description: a:b", "a:b"],
    ["description: http://x.test/#y", "http://x.test/#y"],
    ["description: |\n  a #1: x\n  b", "a #1: x\nb"],
  ])("do not touch `%s`", (lines, description) => {
    const { manifest, diagnostics } = parseSkill(skillText(lines));
    expect(manifest.description).toBe(description);
    expect(diagnostics).toEqual([]);
  });

  it("leave a hash behind values that are not prose", () => {
    const { manifest, diagnostics } = parseSkill(skillText("name: demo #1\nmodel: opus #fast\nversion: 2 #x"));
    expect(manifest).toMatchObject({ name: "demo", extra: { model: "opus", version: 2 } });
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["a comment below", "description: Use when: asked\n# note\nname: demo"],
    ["an indented comment below", "description: Use when: asked\n  # note\nname: demo"],
    ["a blank line below", "description: Use when: asked\n\nname: demo"],
    ["a comment above", "# note\ndescription: Use when: asked\nname: demo"],
    ["a comment at the end", "name: demo\ndescription: Use when: asked\n# note"],
  ])("mend a value with %s", (_title, lines) => {
    const raw = skillText(lines);
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest).toMatchObject({ name: "demo", description: "Use when: asked" });
    expect(codesOf(diagnostics)).toEqual(["yaml-unquoted-colon"]);
    const fixed = skillText(lines.replace("Use when: asked", '"Use when: asked"'));
    expect(applyEdits(raw, only(diagnostics).fix?.edits ?? [])).toBe(fixed);
  });

  it("keep a genuine comment behind a value that is mended for its colon", () => {
    const raw = skillText("description: Use when: asked # a comment");
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest.description).toBe("Use when: asked");
    expect(applyEdits(raw, only(diagnostics).fix?.edits ?? [])).toBe(
      skillText('description: "Use when: asked" # a comment'),
    );
  });

  it.each(["description: a\n  b: c\n d", "name:a\ndescription: b", "- a\nb: c", "a: b: c\nlost line\nd: e"])(
    "do not guess at %j",
    (lines) => {
      const { manifest, diagnostics } = parseSkill(skillText(lines));
      expect(diagnostics[0]?.code).toBe("yaml-syntax");
      expect(diagnostics[0]?.line).toBeGreaterThanOrEqual(2);
      expect(codesOf(diagnostics).filter((code) => code === "yaml-syntax").length).toBeLessThanOrEqual(3);
      expect(manifest.extra).toEqual({});
    },
  );
});
