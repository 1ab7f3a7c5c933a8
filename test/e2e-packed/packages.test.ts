// What users get: both packages packed, installed by name in an empty folder, and used from there.

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { binPath, root } from "../../tools/run.mjs";
import { skillSample } from "../support/skill-sample.ts";
import { createInstalledProject } from "./installed-project.ts";
import type { InstalledProject } from "./installed-project.ts";

/** The core entry needs no types but the language's own and those of a Worker. */
const anywhere = `import { createSkillRegistry, fetchSkillSource, parseSkill, SkillError } from "@tradecraft/sdk";
import type { Diagnostic, SkillManifest, SkillSource } from "@tradecraft/sdk";

export const source: SkillSource = fetchSkillSource("https://example.com/skills", { fetch });
export const ids: Promise<string[]> = createSkillRegistry(source)
  .catalog({ signal: new AbortController().signal })
  .then((entries) => entries.map(({ id }) => id));

const { manifest, diagnostics } = parseSkill("");
export const name: SkillManifest["name"] = manifest.name;
export const lines: (number | undefined)[] = diagnostics.map((diagnostic: Diagnostic) => diagnostic.line);
export const missing: boolean = SkillError.is(new Error("x"), "file-missing");
// @ts-expect-error the types are not any
export const wrong: number = manifest.name;
`;

const inNode = `import { createSkillRegistry, type SkillEntry } from "@tradecraft/sdk";
import { discoverSkillRoots, folderSkillSource } from "@tradecraft/sdk/node";
import { skillSourceContract } from "@tradecraft/sdk/testing";

const registry = createSkillRegistry(folderSkillSource(await discoverSkillRoots({ trust: () => false })));
export const entries: readonly SkillEntry[] = await registry.catalog();
export const names: string[] = skillSourceContract({
  create: async () => ({ source: folderSkillSource("skills") }),
}).map(({ name }) => name);
`;

let project: InstalledProject;

beforeAll(() => {
  project = createInstalledProject();
  project.write({ "skills/greet-people/SKILL.md": skillSample, "skills/broken/SKILL.md": "no frontmatter here\n" });
});
afterAll(() => project.remove());

describe("tarballs", () => {
  it.each(["@tradecraft/sdk", "tradecraft"])("%s holds its output, README and LICENSE, and no leftovers", (name) => {
    const files = project.packed[name] ?? [];
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(files.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/.+\.(js|d\.ts))$/.test(path))).toEqual([]);
  });
});

describe("installed by name", () => {
  beforeEach((context) => {
    if (project.unavailable !== undefined) context.skip(project.unavailable);
  });

  it("@tradecraft/sdk reads a skill in plain Node", () => {
    project.write({
      "read.js": `import { parseSkill } from "@tradecraft/sdk";
import { readFileSync } from "node:fs";
const { manifest } = parseSkill(readFileSync("skills/greet-people/SKILL.md", "utf8"));
console.log(JSON.stringify([manifest.name, manifest.allowedTools, manifest.body.endsWith("The end.")]));`,
    });
    const { code, output, stdout } = project.node("read.js");
    expect(code, output).toBe(0);
    expect(JSON.parse(stdout)).toEqual(["greet-people", ["Read", "Bash(git add:*)"], true]);
  });

  it("@tradecraft/sdk/node imports, and shares its classes with the core entry", () => {
    project.write({
      "both.js": `import * as core from "@tradecraft/sdk";
import * as node from "@tradecraft/sdk/node";
console.log(Object.keys(node).length > 0 && typeof core.SkillError === "function");`,
    });
    const { code, output, stdout } = project.node("both.js");
    expect(code, output).toBe(0);
    expect(stdout.trim()).toBe("true");
  });

  it("a registry over a folder lists, searches, reads and refuses", () => {
    project.write({
      "skills/greet-people/references/titles.md": "# Titles\n",
      "registry.js": `import { createSkillRegistry } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
const registry = createSkillRegistry(folderSkillSource("skills", { index: { folder: "cache" } }));
const [entry] = await registry.catalog();
const [match] = await registry.match("say hello to people");
const refused = await registry.resource(entry.id, "../../package.json").catch((error) => error.code);
const text = await registry.resource(entry.id, "references/titles.md");
const { references } = await registry.listResources(entry.id);
const problems = (await registry.diagnostics()).map(({ code }) => code);
console.log(JSON.stringify({ id: entry.id, match: match.id, refused, text, references, problems }));`,
    });
    const { code, output, stdout } = project.node("registry.js");
    expect(code, output).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: "greet-people",
      match: "greet-people",
      refused: "path-refused",
      text: "# Titles\n",
      references: ["references/titles.md"],
      problems: expect.arrayContaining(["description-missing"]),
    });
  });

  it("the contract suite runs under Node's own test runner", () => {
    project.write({
      "contract.test.js": `import test from "node:test";
import { staticSkillSource } from "@tradecraft/sdk";
import { skillSourceContract } from "@tradecraft/sdk/testing";
const create = async (skills) => ({
  source: staticSkillSource(skills.map(({ files, ...skill }) => ({ ...skill, resources: files }))),
});
for (const { name, run } of skillSourceContract({ create })) test(name, run);`,
    });
    const { code, output } = project.node("--test", "contract.test.js");
    expect(code, output).toBe(0);
    expect(output).toMatch(/pass [1-9]\d/);
  });

  it.each(["@tradecraft/sdk/dist/core/index.js", "@tradecraft/sdk/core", "tradecraft/dist/bin.js"])(
    "%s cannot be imported",
    (specifier) => {
      const script = `import(${JSON.stringify(specifier)}).catch((error) => console.log(error.code))`;
      expect(project.node("--input-type=module", "-e", script).stdout.trim()).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
    },
  );

  it("npx tradecraft --version prints the version", () => {
    const { code, output, stdout } = project.npm("exec", "--offline", "--", "tradecraft", "--version");
    expect(code, output).toBe(0);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("npx tradecraft check judges a skill", () => {
    const good = project.npm(
      "exec",
      "--offline",
      "--",
      "tradecraft",
      "check",
      "skills/greet-people",
      "--format",
      "json",
    );
    expect(good.code, good.output).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({
      version: 1,
      summary: { skills: 1, valid: 1, errors: 0 },
      skills: [{ name: "greet-people", valid: true }],
    });
    const bad = project.npm("exec", "--offline", "--", "tradecraft", "check", "skills", "--format", "json");
    expect(bad.code, bad.output).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ summary: { skills: 2, valid: 1 } });
  });

  it.each([
    ["NodeNext", "NodeNext"],
    ["ESNext", "bundler"],
  ])("type-checks in a consumer project: module %s, resolution %s", (module, moduleResolution) => {
    const shared = {
      module,
      moduleResolution,
      target: "ES2022",
      lib: ["ES2023", "WebWorker"],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    const nodeTypes = { lib: ["ES2023"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    project.write({
      "anywhere.ts": anywhere,
      "anywhere.json": JSON.stringify({ compilerOptions: { ...shared, types: [] }, files: ["anywhere.ts"] }),
      "in-node.ts": inNode,
      "in-node.json": JSON.stringify({ compilerOptions: { ...shared, ...nodeTypes }, files: ["in-node.ts"] }),
    });
    expect(project.node(binPath("typescript", "tsc"), "-p", "anywhere.json")).toMatchObject({ output: "", code: 0 });
    expect(project.node(binPath("typescript", "tsc"), "-p", "in-node.json")).toMatchObject({ output: "", code: 0 });
  });
});
