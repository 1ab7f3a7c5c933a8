import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSkillRegistry, mergeSkillSources } from "@tradecraft/sdk";
import { packageSkills } from "@tradecraft/sdk/node";
import { listing, skillMd } from "../skill-tree.ts";
import { tempFolder } from "../temp-folder.ts";
import {
  inModules,
  installed,
  link,
  listPackages,
  packageJson,
  project,
  skillCode,
  skillModule,
  sound,
} from "./package-project.ts";

const moduleOf = (text: string): Record<string, string> => installed("bad", "./s.js", { "s.js": text });

/** What is said about the package `bad`; the one beside it is there all the same. */
async function problemsOf(
  root: string,
  timeout = 10_000,
): Promise<{ messages: string[]; paths: (string | undefined)[] }> {
  const { ids, diagnostics } = await listPackages(root, { timeout });
  expect(ids).toContain("sound");
  for (const diagnostic of diagnostics) {
    expect(diagnostic).toMatchObject({ code: "package-invalid", severity: "error" });
    expect(diagnostic.source).toMatch(/^package bad(@|$)/);
    expect(diagnostic.message).toContain('"bad"');
  }
  return { messages: diagnostics.map(({ message }) => message), paths: diagnostics.map(({ path }) => path) };
}

describe("one diagnostic, and the other packages unharmed, for a module that", () => {
  it.each([
    ["throws an error", 'throw new Error("no database\\nhere");', /s\.js .*Error: no database here.*mend/],
    ["throws undefined", "throw undefined;", /it threw undefined/],
    ["throws what cannot be shown", "throw { toString() { throw 1; } };", /cannot be shown/],
    ["cannot be parsed", "export default {;", /cannot be imported/],
    ["needs what is not installed", 'import "not-there-at-all";', /not-there-at-all/],
    ["exports nothing", "export {};", /exports no skill/],
    ["exports an empty list", "export default [];", /exports no skill/],
    ["exports a number", "export default 5;", /is no skill/],
    ["exports null", "export default null;", /is no skill/],
    ["exports another object", "export default { hello: 1 };", /is no skill.*hello/],
    ["exports a skill without instructions", 'export default { name: "x", description: "d" };', /instructions/],
    ["exports a class", "export default class {};", /is no skill.*Class/],
    ["exports a factory that throws", 'export default () => { throw new TypeError("options!"); };', /options!/],
    ["exports a factory of nothing", "export default () => undefined;", /is no skill/],
    ["exports a factory that rejects", 'export default async () => { throw new Error("later"); };', /later/],
  ])("%s", async (_, text, message) => {
    const root = project({ ...sound, ...moduleOf(text) });
    const { messages, paths } = await problemsOf(root);
    expect(messages).toEqual([expect.stringMatching(message)]);
    expect(paths).toEqual([inModules(root, "bad/s.js")]);
  });

  it.each([
    ["never settles", "await new Promise(() => {});"],
    ["exports a factory that never settles", "export default () => new Promise(() => {});"],
  ])("%s", async (_, text) => {
    const { messages } = await problemsOf(project({ ...sound, ...moduleOf(text) }), 1_500);
    expect(messages).toEqual([expect.stringContaining("1500 ms")]);
  });

  it("has one bad skill among good ones: those are there", async () => {
    const root = project({
      ...sound,
      ...moduleOf(`export default [${skillCode("first")}, { name: "BAD" }, () => { throw 1; }, ${skillCode("last")}];`),
    });
    expect((await listPackages(root)).ids).toEqual(["first", "last", "sound"]);
    const { messages } = await problemsOf(root);
    expect(messages).toEqual([expect.stringContaining("number 2"), expect.stringContaining("number 3")]);
  });

  it("shows in the registry by name, once, listing after listing", async () => {
    const root = project({ ...sound, ...moduleOf('throw new Error("no");') });
    const registry = createSkillRegistry(mergeSkillSources([packageSkills({ from: root })]));
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["sound"]);
    await registry.refresh();
    expect(await registry.diagnostics()).toMatchObject([{ code: "package-invalid", source: "package bad@1.0.0" }]);
  });

  it("has a declared path that is missing, or a folder without skills", async () => {
    const root = project({
      ...sound,
      ...installed("bad", ["./gone.js", "./empty"], { "empty/readme.md": "x" }),
    });
    const { messages } = await problemsOf(root);
    expect(messages).toEqual([
      expect.stringContaining('"./gone.js" does not exist'),
      expect.stringMatching(/"empty".*no SKILL\.md/),
    ]);
  });
});

describe("a package.json that", () => {
  it.each([
    ["is no JSON", "{ nope", /no JSON/],
    ["is a list", "[]", /JSON object/],
    ["is empty", "", /no JSON/],
    ["has a text for `tradecraft`", packageJson({ tradecraft: "./skills.js" }), /"tradecraft" must be like/],
    ["has a number among its skills", packageJson({ tradecraft: { skills: ["./s.js", 5] } }), /must be like/],
    ["has an object for skills", packageJson({ tradecraft: { skills: { a: 1 } } }), /must be like/],
    ["has an empty path", packageJson({ tradecraft: { skills: "" } }), /must be like/],
    ["has null for `tradecraft`", packageJson({ tradecraft: null }), /must be like/],
  ])("%s is reported", async (_, text, message) => {
    const root = project({ ...sound, "node_modules/bad/package.json": text });
    const { messages, paths } = await problemsOf(root);
    expect(messages).toEqual([expect.stringMatching(message)]);
    expect(paths).toEqual([inModules(root, "bad/package.json")]);
  });

  it("starts with a byte order mark is read", async () => {
    const json = packageJson({ name: "marked", tradecraft: { skills: "s.js" } });
    const root = project({
      "node_modules/marked/package.json": `\uFEFF${json}`,
      "node_modules/marked/s.js": skillModule("marked"),
    });
    expect(await listPackages(root)).toMatchObject({ ids: ["marked"], diagnostics: [] });
  });

  it("is the project's own, and no JSON, or not there, is reported", async () => {
    const broken = tempFolder({ "package.json": "{", ...sound });
    expect(await listPackages(broken)).toMatchObject({ ids: [], codes: ["package-invalid"] });
    const nowhere = await listPackages("/");
    expect(nowhere).toMatchObject({ ids: [], codes: ["package-invalid"] });
    expect(nowhere.diagnostics[0]?.message).toContain("import.meta.url");
  });

  it("names dependencies that are no names is reported, and nothing outside node_modules is looked at", async () => {
    const evil = { ...installed("x", "./s.js", { "s.js": skillModule("x") }) };
    const root = tempFolder({
      ...evil,
      "outside/package.json": packageJson({ tradecraft: { skills: "./s.js" } }),
      "outside/s.js": skillModule("outside"),
      "package.json": packageJson({
        name: "app",
        dependencies: {
          "../outside": "*",
          "x/../../outside": "*",
          ".": "*",
          "..": "*",
          "": "*",
          ".hidden": "*",
          x: "*",
        },
      }),
    });
    const { ids, codes } = await listPackages(root);
    expect(ids).toEqual(["x"]);
    expect(codes).toEqual(Array.from({ length: 6 }, () => "package-invalid"));
  });
});

describe("a path that leaves the package is refused:", () => {
  const outside = {
    "secret/s.js": "globalThis.tradecraftLeak = true; export default {};",
    "secret/skills/leak/SKILL.md": skillMd("leak"),
  };

  it.each(["../../secret/s.js", "../../secret/skills", "./a/../../../secret/s.js", "..", "../../nothing-there"])(
    "%s",
    async (path) => {
      const root = project({ ...sound, ...outside, ...installed("bad", path) });
      expect((await problemsOf(root)).messages).toEqual([expect.stringContaining("leaves the package")]);
      expect((globalThis as Record<string, unknown>)["tradecraftLeak"]).toBeUndefined();
    },
  );

  it("absolute paths and addresses", async () => {
    const root = project({ ...sound, ...outside });
    for (const path of [
      join(root, "secret/s.js"),
      `file://${join(root, "secret/s.js")}`,
      "https://example.com/s.js",
      "data:text/javascript,0",
      "node:fs",
      "a\0b",
    ]) {
      const own = installed("bad", path);
      const other = project({ ...sound, ...own });
      expect((await problemsOf(other)).messages, path).toEqual([
        expect.stringContaining("not relative to the package"),
      ]);
    }
  });

  it("links to files and folders elsewhere", async () => {
    const root = project({ ...sound, ...outside, ...installed("bad", ["./s.js", "./linked"]) });
    symlinkSync(join(root, "secret/s.js"), inModules(root, "bad/s.js"));
    link(join(root, "secret/skills"), inModules(root, "bad/linked"));
    const { messages } = await problemsOf(root);
    expect(messages).toEqual([
      expect.stringContaining("leaves the package"),
      expect.stringContaining("leaves the package"),
    ]);
    expect((globalThis as Record<string, unknown>)["tradecraftLeak"]).toBeUndefined();
  });

  it("a folder `skills` that is a link, where nothing is declared", async () => {
    const root = project({ ...sound, ...outside, ...installed("bad", undefined) });
    link(join(root, "secret/skills"), inModules(root, "bad/skills"));
    expect((await problemsOf(root)).messages).toEqual([expect.stringContaining('folder "skills" leaves')]);
  });

  it("a link inside a folder of skills", async () => {
    const root = project({ ...outside, ...installed("bad", "./skills", { "skills/own/SKILL.md": skillMd("own") }) });
    link(join(root, "secret/skills/leak"), inModules(root, "bad/skills/leak"));
    expect(await listing(packageSkills({ from: root }))).toMatchObject({
      ids: ["own"],
      codes: ["folder-link-outside"],
    });
  });

  it("a link that stays inside is followed", async () => {
    const root = project(installed("good", "./s.js", { "lib/real.js": skillModule("inside") }));
    writeFileSync(inModules(root, "good/unused.js"), "");
    symlinkSync("lib/real.js", inModules(root, "good/s.js"));
    expect(await listPackages(root)).toMatchObject({ ids: ["inside"], diagnostics: [] });
  });
});
