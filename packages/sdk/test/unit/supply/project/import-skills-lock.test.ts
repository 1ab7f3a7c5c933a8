import { describe, expect, it } from "vitest";
import { importSkillsLock } from "../../../../src/supply/project/import-skills-lock.ts";
import { parseProject } from "../../../../src/supply/project/parse-project.ts";

const lock = (skills: object, version: unknown = 1): string => JSON.stringify({ version, skills });
const computedHash = "0".repeat(64);

describe("importSkillsLock", () => {
  it("takes over every kind of source, grouped, as a project file has them", () => {
    const github = { source: "o/repo", sourceType: "github", computedHash };
    const { skills, diagnostics } = importSkillsLock(
      lock({
        pdf: { ...github, ref: "v1", skillPath: "skills/pdf/SKILL.md" },
        docx: { ...github, ref: "v1", skillPath: "skills/docx/SKILL.md" },
        next: { ...github, ref: "a".repeat(40) },
        lab: { source: "g/sub/lab", sourceType: "gitlab", computedHash, ref: "main" },
        own: { source: "x", sourceUrl: "git@git.example:o/own.git", sourceType: "git", ref: "main", computedHash },
        site: { source: "docs/site", sourceUrl: "https://docs.example/a", sourceType: "well-known", computedHash },
        here: { source: "./skills/here", sourceType: "local", computedHash },
        pack: { source: "@o/pack", sourceType: "node_modules", version: "1.2.3", via: "x", computedHash },
      }),
    );
    expect(skills).toEqual({
      repo: { type: "git", url: "github:o/repo", ref: "v1", include: ["skills/docx", "skills/pdf"] },
      "repo-2": { type: "git", url: "github:o/repo", sha: "a".repeat(40), include: ["next"] },
      lab: { type: "git", url: "https://gitlab.com/g/sub/lab.git", ref: "main", include: ["lab"] },
      own: { type: "git", url: "git@git.example:o/own.git", ref: "main", include: ["own"] },
      "docs.example": { type: "well-known", url: "https://docs.example/a", include: ["site"] },
      here: { type: "file", path: "./skills/here", include: ["here"] },
      pack: { type: "npm", package: "@o/pack", version: "1.2.3", include: ["pack"] },
    });
    expect(parseProject(JSON.stringify({ skills })).diagnostics).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "hashes-not-trusted", message: expect.stringContaining("separators") }]);
  });

  it("says what is not carried over, skill by skill", () => {
    const { skills, diagnostics } = importSkillsLock(
      lock({
        a: { source: "o/r", sourceType: "github", subagents: ["x"] },
        b: { source: "page", sourceType: "notion" },
        c: { source: "/srv/skills", sourceType: "local" },
        d: { source: "pack", sourceType: "node_modules" },
        e: { source: "x", sourceUrl: "https://me:token@git.example/x.git", sourceType: "git", ref: "main" },
        f: 7,
        g: { sourceType: "github" },
        h: { source: "-oProxyCommand=x", sourceType: "git" },
        constructor: { source: "o/r", sourceType: "github" },
      }),
    );
    expect(diagnostics.map(({ code, skill }) => [code, skill])).toEqual([
      ["hashes-not-trusted", undefined],
      ["subagents-dropped", "a"],
      ["ref-missing", "a"],
      ["source-unsupported", "b"],
      ["path-absolute", "c"],
      ["entry-invalid", "constructor"],
      ["version-missing", "d"],
      ["credentials-dropped", "e"],
      ["entry-invalid", "f"],
      ["entry-invalid", "g"],
      ["entry-invalid", "h"],
    ]);
    expect(skills["r"]).toEqual({ type: "git", url: "github:o/r", ref: "HEAD", include: ["a"] });
    expect(JSON.stringify({ skills, diagnostics })).not.toContain("token");
  });

  it.each([
    ["damaged", "{", /^skills-lock\.json:1: this is not valid JSON/],
    ["merge-marked", '{\n<<<<<<< ours\n  "version": 1\n=======\n>>>>>>> theirs\n}', /^skills-lock\.json:2: .*merge/],
    ["newer", lock({}, 2), /only version 1 .* this is 2\./],
    ["a user's own", lock({}, 3), /the user's own lock/],
    ["without a version", '{ "skills": {} }', /this is none/],
    ["a list", "[]", /must be an object/],
    ["without skills", '{ "version": 1, "skills": [] }', /no object `skills`/],
    ["doubled", '{ "version": 1, "version": 1, "skills": {} }', /appears twice/],
  ])("refuses a file that is %s", (_, text, message) => {
    expect(() => importSkillsLock(text)).toThrow(
      expect.objectContaining({ code: "lock-invalid", message: expect.stringMatching(message) }),
    );
  });

  it("has nothing to say about an empty one", () => {
    expect(importSkillsLock(lock({}), { file: "x.json" })).toEqual({ skills: {}, diagnostics: [] });
  });
});
