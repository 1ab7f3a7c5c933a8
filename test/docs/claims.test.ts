// The pages that newcomers read first say only what is so.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SKILL_ERROR_CODES } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { layers } from "../../tools/layers.mjs";
import { root } from "../../tools/run.mjs";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Inline code spans; fenced blocks are examples and claim nothing about paths. */
function codeSpans(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
}

/** Spans that name a file or folder of the repository. */
function namedPaths(text: string): string[] {
  const isPath = /^[\w.@-]+(\/[\w.@-]+)*\/?$/;
  const ours = /^(\.ci|\.github|\.changeset|packages|tools|test|docs|examples|bench)(\/|$)|^[A-Z]+\.md$|^\.\w+\.json$/;
  return codeSpans(text).filter((span) => isPath.test(span) && ours.test(span));
}

/** Scripts named as `npm run x`, `npm test` or `npm start`, in spans and in fenced blocks. */
function namedScripts(text: string): string[] {
  const code = [...codeSpans(text), ...(text.match(/^```[\s\S]*?^```/gm) ?? [])].join("\n");
  const own = ["ci", "install", "exec", "pack", "publish"];
  return [...code.matchAll(/\bnpm (?:run )?([a-z][\w:]*)/g)]
    .map((match) => match[1] ?? "")
    .filter((name) => !own.includes(name));
}

describe.each(["AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "README.md"])("%s", (page) => {
  it("names paths that exist", () => {
    expect(namedPaths(read(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("names scripts that exist", () => {
    expect(namedScripts(read(page)).filter((name) => !(name in scripts))).toEqual([]);
  });

  it("links to files that exist", () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});

describe("AGENTS.md", () => {
  it("is shorter than 100 lines", () => {
    expect(read("AGENTS.md").split("\n").length).toBeLessThan(100);
  });

  it("names something to check", () => {
    expect(namedPaths(read("AGENTS.md")).length).toBeGreaterThan(10);
    expect(namedScripts(read("AGENTS.md")).length).toBeGreaterThan(3);
  });

  it("draws the walls as the table has them", () => {
    const [, section = ""] = read("AGENTS.md").split(/^## Walls$|^## Conventions$/m);
    const drawn = [...section.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map((row) => [row[1], row[2]]);
    const walls = Object.entries(layers).map(([layer, { uses }]) => [layer, uses.join(", ") || "nothing of ours"]);
    expect(drawn).toEqual(walls);
  });
});

describe("README.md", () => {
  it("has the two commands that do everything", () => {
    expect(read("README.md")).toContain("npm ci && npm start");
    expect(read("README.md")).toContain("npm ci && npm test");
  });
});

describe("the page on JSON", () => {
  it("has every code of the command line", () => {
    const page = read("docs/guide/json-output.md");
    const unions = ["packages/cli/src/usage-error.ts", "packages/cli/src/workflow/entry-error.ts"];
    const codes = unions.flatMap((file) => {
      const [, union = ""] = /type \w+ErrorCode =([^;]+);/.exec(read(file)) ?? [];
      return [...union.matchAll(/"([a-z-]+)"/g)].map((match) => match[1] ?? "");
    });
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});

describe("the page on diagnostics", () => {
  it("has every code of a SkillError", () => {
    const page = read("docs/guide/diagnostics.md");
    expect(SKILL_ERROR_CODES.filter((code) => !page.includes(`| \`${code}\``))).toEqual([]);
  });
});
