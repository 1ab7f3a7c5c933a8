import { applyEdits, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { only } from "./skill-text.ts";

const head = "---\nname: demo\ndescription: D\n";

describe("a frontmatter without its closing fence", () => {
  it.each([
    { title: "a blank line and a heading", raw: `${head}\n# Title\n`, line: 4, fixed: `${head}---\n\n# Title\n` },
    {
      title: "a blank line between keys, then text",
      raw: "---\nname: demo\n\ndescription: D\n\nText\n",
      line: 5,
      fixed: "---\nname: demo\n\ndescription: D\n---\n\nText\n",
    },
    { title: "two hyphens", raw: `${head}--\nBody\n`, line: 4, fixed: `${head}---\nBody\n` },
    { title: "four hyphens", raw: `${head}----\nBody\n`, line: 4, fixed: `${head}---\nBody\n` },
    { title: "three dots", raw: `${head}...\nBody\n`, line: 4, fixed: `${head}---\nBody\n` },
    { title: "a long dash", raw: `${head}—\nBody\n`, line: 4, fixed: `${head}---\nBody\n` },
    { title: "the end of the file", raw: head, line: 4, fixed: `${head}---\n` },
    { title: "the end of the file without a line end", raw: head.trimEnd(), line: 3, fixed: `${head}---\n` },
  ])("is closed at $title", ({ raw, line, fixed }) => {
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest).toMatchObject({ name: "demo", description: "D" });
    const diagnostic = only(diagnostics);
    expect(diagnostic).toMatchObject({ code: "frontmatter-unclosed", severity: "error", line });
    const mended = applyEdits(raw, diagnostic.fix?.edits ?? []);
    expect(mended).toBe(fixed);
    expect(parseSkill(mended)).toMatchObject({ diagnostics: [], manifest: { body: manifest.body } });
  });

  it("is closed with the line ends of the file", () => {
    const raw = `${head}\n# Title\n`.replaceAll("\n", "\r\n");
    const { diagnostics } = parseSkill(raw);
    expect(applyEdits(raw, only(diagnostics).fix?.edits ?? [])).toBe(
      `${head}---\n\n# Title\n`.replaceAll("\n", "\r\n"),
    );
  });

  it.each([
    ["text runs on without a blank line or a heading", `${head}Text\n`],
    ["a key follows what could be a heading", `${head}# note\nlicense: MIT\nText\n`],
    ["a list follows a blank line that a key follows", "---\nname: demo\n\nnote: this\nis text\n"],
    ["nothing in it names a skill", "---\ntitle: x\n\nText\n"],
    ["it is a rule above a text", "---\n\n# Title\n\nText: yes\n"],
    ["it is not YAML", "---\nname: demo\nlost line\n\nText\n"],
  ])("is not closed where %s", (_why, raw) => {
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest).toMatchObject({ name: "", description: "", body: raw.trim() });
    expect(only(diagnostics)).toMatchObject({ code: "frontmatter-unclosed", line: 1, column: 1, length: 3 });
    expect(only(diagnostics).fix).toBeUndefined();
  });

  it("is closed before a heading that no key follows, which would be a comment to YAML", () => {
    const { manifest } = parseSkill(`${head}# Title\n\nText\n`);
    expect(manifest).toMatchObject({ name: "demo", body: "# Title\n\nText" });
  });

  it("is not closed with repair: false, but the fix is offered", () => {
    const { manifest, diagnostics } = parseSkill(`${head}\n# Title\n`, { repair: false });
    expect(manifest).toMatchObject({ name: "", body: `${head}\n# Title` });
    expect(only(diagnostics).fix).toBeDefined();
  });
});
