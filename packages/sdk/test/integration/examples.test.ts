import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lintSkill, type Diagnostic } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { findSkillFiles, listSkillFiles, readSkillFile } from "../../src/node/index.ts";

const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const expected = JSON.parse(readFileSync(join(examples, "skills-broken/EXPECTED.json"), "utf8")) as Record<
  string,
  string[]
>;

/** What is found in the skill of a folder, looked at as the command line does. */
async function lintFolder(folder: string): Promise<Diagnostic[]> {
  const { text, diagnostics } = await readSkillFile(join(folder, "SKILL.md"));
  const { files, truncated } = await listSkillFiles(folder);
  expect(truncated).toBe(false);
  return [...diagnostics, ...lintSkill(text, { directory: basename(folder).normalize("NFC"), files }).diagnostics];
}

function foldersOf(set: string): string[] {
  const entries = readdirSync(join(examples, set), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

describe("examples/skills", () => {
  it("has at least six skills, all of them found", async () => {
    const found: string[] = [];
    for await (const entry of findSkillFiles([join(examples, "skills")])) {
      expect(entry.diagnostics).toEqual([]);
      found.push(entry.kind === "skill" ? entry.directory : entry.path);
    }
    expect(found.sort()).toEqual(foldersOf("skills").sort());
    expect(found.length).toBeGreaterThanOrEqual(6);
  });

  it.each(foldersOf("skills"))("%s has nothing worse than a remark", async (folder) => {
    const found = await lintFolder(join(examples, "skills", folder));
    expect(found.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it.each(foldersOf("skills"))("%s satisfies every profile", async (folder) => {
    const { text } = await readSkillFile(join(examples, "skills", folder, "SKILL.md"));
    for (const profile of ["spec", "lenient"] as const) {
      const { diagnostics } = lintSkill(text, { profile, directory: folder });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });
});

describe("examples/skills-broken", () => {
  it("lists each of its folders in EXPECTED.json", () => {
    expect(Object.keys(expected).sort()).toEqual(foldersOf("skills-broken").sort());
  });

  it.each(Object.entries(expected))("%s shows %j", async (folder, codes) => {
    const found = new Set(
      (await lintFolder(join(examples, "skills-broken", folder))).map(({ code }) => code as string),
    );
    expect(codes.filter((code) => !found.has(code))).toEqual([]);
  });
});
