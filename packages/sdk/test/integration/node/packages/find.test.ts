import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { mergeSkillSources, staticSkillSource } from "@tradecraft/sdk";
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
} from "./package-project.ts";

describe("packageSkills finds", () => {
  it("modules and folders that packages declare, and says which package they are from", async () => {
    const root = project({
      ...installed("code-pkg", "./skills.js", { "skills.js": skillModule("in-code") }),
      ...installed("folder-pkg", "./docs/skills", { "docs/skills/in-folder/SKILL.md": skillMd("in-folder") }),
      ...installed("both-pkg", ["./lib/skills.js", "./skills"], {
        "lib/skills.js": skillModule("both-code"),
        "skills/both-folder/SKILL.md": skillMd("both-folder"),
      }),
    });
    const { entries, diagnostics } = await listPackages(root);
    expect(diagnostics).toEqual([]);
    expect(entries.map(({ id, location }) => [id, location])).toEqual([
      ["both-code", "both-pkg@1.0.0/lib/skills.js"],
      ["both-folder", "both-pkg@1.0.0/skills/both-folder/SKILL.md"],
      ["in-code", "code-pkg@1.0.0/skills.js"],
      ["in-folder", "folder-pkg@1.0.0/docs/skills/in-folder/SKILL.md"],
    ]);
  });

  it("skills/<name>/SKILL.md of a package that declares nothing, and nothing deeper", async () => {
    const root = project({
      ...installed("plain", undefined, {
        "skills/direct/SKILL.md": skillMd("direct"),
        "skills/group/deeper/SKILL.md": skillMd("deeper"),
        "other/elsewhere/SKILL.md": skillMd("elsewhere"),
      }),
      ...installed("none", undefined, { "index.js": "export {};" }),
      ...installed("file", undefined, { skills: "no folder" }),
      ...installed("refuses", [], { "skills/hidden/SKILL.md": skillMd("hidden") }),
    });
    expect(await listPackages(root)).toMatchObject({ ids: ["direct"], diagnostics: [] });
  });

  it("serves all levels, scripts' folders and code", async () => {
    const root = project({
      ...installed("code-pkg", "./skills.js", {
        "skills.js": `export const skills = [{ ...${skillCode("in-code")}, resources: { "a.md": "text" }, extras: { x: 1 } }];`,
      }),
      ...installed("folder-pkg", undefined, {
        "skills/in-folder/SKILL.md": skillMd("in-folder"),
        "skills/in-folder/scripts/run.sh": "echo",
      }),
    });
    const source = packageSkills({ from: root });
    expect(await source.read("in-code")).toContain("Do in-code.");
    expect(await source.read("in-folder")).toBe(skillMd("in-folder"));
    expect(await source.listResources?.("in-code")).toEqual([{ path: "a.md", size: 4 }]);
    expect(await source.readResource?.("in-code", "a.md")).toBe("text");
    expect(await source.readResource?.("in-folder", "scripts/run.sh")).toBe("echo");
    expect(await source.directory?.("in-folder")).toBe(inModules(root, "folder-pkg/skills/in-folder"));
    expect(await source.directory?.("in-code")).toBeUndefined();
    expect([...((await source.definitions?.()) ?? [])]).toMatchObject([["in-code", { extras: { x: 1 } }]]);
    await expect(source.read("unknown")).rejects.toMatchObject({ code: "skill-unknown" });
    await expect(source.directory?.("unknown")).rejects.toMatchObject({ code: "skill-unknown" });
    await expect(source.readResource?.("in-folder", "../../package.json")).rejects.toMatchObject({
      code: "path-refused",
    });
  });

  it("the project from a file, a file: URL, a text of one, and a folder below; markers of a module type are passed over", async () => {
    const root = project({
      ...installed("a", "./s.js", { "s.js": skillModule("found") }),
      "dist/esm/package.json": '{ "type": "module" }',
      "dist/esm/main.js": "",
    });
    const file = join(root, "dist/esm/main.js");
    for (const from of [
      file,
      pathToFileURL(file),
      pathToFileURL(file).href,
      join(root, "dist"),
      join(root, "package.json"),
    ]) {
      expect((await listPackages(from)).ids, String(from)).toEqual(["found"]);
    }
  });

  it("packages above the project, scoped ones, and the nearest of two", async () => {
    const root = tempFolder({
      ...installed("hoisted", "./s.js", { "s.js": skillModule("hoisted") }),
      ...installed("@scope/pkg", "./s.js", { "s.js": skillModule("scoped") }),
      ...installed("twice", "./s.js", { "s.js": skillModule("far") }),
      "packages/app/package.json": packageJson({
        name: "app",
        dependencies: { hoisted: "1", "@scope/pkg": "1", twice: "1" },
      }),
      "packages/app/node_modules/twice/package.json": packageJson({ name: "twice", tradecraft: { skills: "s.js" } }),
      "packages/app/node_modules/twice/s.js": skillModule("near"),
    });
    expect(await listPackages(join(root, "packages/app"))).toMatchObject({
      ids: ["hoisted", "near", "scoped"],
      diagnostics: [],
    });
  });

  it("linked packages, as workspaces and pnpm make them, and files by their real path", async () => {
    const root = tempFolder({
      "packages/app/package.json": packageJson({ name: "app", dependencies: { lib: "*", store: "*" } }),
      "packages/lib/package.json": packageJson({ name: "lib", tradecraft: { skills: "./skills" } }),
      "packages/lib/skills/linked/SKILL.md": skillMd("linked"),
      ".pnpm/store@2/node_modules/store/package.json": packageJson({
        version: "2.0.0",
        tradecraft: { skills: "s.js" },
      }),
      ".pnpm/store@2/node_modules/store/s.js": 'import { helper } from "helper";\nexport default helper;',
      ".pnpm/store@2/node_modules/helper/package.json": packageJson({ name: "helper", exports: "./index.js" }),
      ".pnpm/store@2/node_modules/helper/index.js": `export const helper = ${skillCode("from-helper")};`,
    });
    link(join(root, "packages/lib"), inModules(root, "lib"));
    link(join(root, ".pnpm/store@2/node_modules/store"), join(root, "packages/app/node_modules/store"));
    const { entries, diagnostics } = await listPackages(join(root, "packages/app"));
    expect(diagnostics).toEqual([]);
    expect(entries.map(({ location }) => location)).toEqual(["lib@1.0.0/skills/linked/SKILL.md", "store@2.0.0/s.js"]);
  });

  it("packages whose exports hide the package.json and the module", async () => {
    const root = project({
      "node_modules/closed/package.json": packageJson({
        name: "closed",
        exports: { ".": "./main.js" },
        tradecraft: { skills: "./skills.js" },
      }),
      "node_modules/closed/skills.js": skillModule("closed"),
    });
    expect(await listPackages(root)).toMatchObject({ ids: ["closed"], diagnostics: [] });
  });

  it("every shape of export, each skill once", async () => {
    const root = project(
      {
        ...installed("a", "./s.js", { "s.js": `export const skills = ${skillCode("one")};` }),
        ...installed("b", "./s.js", { "s.js": `export default [${skillCode("two")}, () => (${skillCode("three")})];` }),
        ...installed("c", "./s.js", { "s.js": `export default async () => (${skillCode("four")});` }),
        ...installed("d", "./s.js", {
          "s.js": `export const skills = [${skillCode("five")}];\nexport default skills;`,
        }),
        ...installed("e", "./s.cjs", { "s.cjs": `module.exports = { skills: [${skillCode("six")}] };` }),
        ...installed("f", "./s.cjs", {
          "s.cjs": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = ${skillCode("seven")};`,
        }),
        ...installed("g", "./s.cjs", { "s.cjs": `module.exports = ${skillCode("eight")};` }),
        ...installed("h", "./s.js", {
          "s.js": `export default ${skillCode("nine")};\nexport const skills = [${skillCode("ten")}];`,
        }),
        ...installed("i", "./s.json", { "s.txt": "" }),
      },
      ["a", "b", "c", "d", "e", "f", "g", "h"],
    );
    const { entries, diagnostics } = await listPackages(root);
    expect(diagnostics).toEqual([]);
    expect(entries.map(({ id }) => id)).toEqual([
      "one",
      "two",
      "three",
      "four",
      "five",
      "six",
      "seven",
      "eight",
      "nine",
      "ten",
    ]);
  });
});

describe("packageSkills looks at", () => {
  const three = {
    ...installed("a", "./s.js", { "s.js": skillModule("a-skill") }),
    ...installed("@acme/b", "./s.js", { "s.js": skillModule("b-skill") }),
    ...installed("@acme/c", "./s.js", { "s.js": skillModule("c-skill") }),
  };

  it("declared dependencies alone; devDependencies when asked", async () => {
    const root = tempFolder({
      ...three,
      "package.json": packageJson({
        name: "app",
        optionalDependencies: { a: "*", gone: "*" },
        devDependencies: { "@acme/b": "*" },
        peerDependencies: { "@acme/c": "*" },
      }),
    });
    expect(await listPackages(root)).toMatchObject({ ids: ["a-skill"], diagnostics: [] });
    expect((await listPackages(root, { dev: true })).ids).toEqual(["a-skill", "b-skill"]);
  });

  it("those that are included and not excluded, by name or scope", async () => {
    const root = project(three);
    expect((await listPackages(root, { include: ["a"] })).ids).toEqual(["a-skill"]);
    expect((await listPackages(root, { include: ["@acme/*"] })).ids).toEqual(["b-skill", "c-skill"]);
    expect((await listPackages(root, { include: ["@acme/*"], exclude: ["@acme/c"] })).ids).toEqual(["b-skill"]);
    expect((await listPackages(root, { exclude: ["@acme/*"] })).ids).toEqual(["a-skill"]);
  });

  it("missing ones in silence, unless they are included by name", async () => {
    const own = packageJson({ name: "app", dependencies: { gone: "*" }, devDependencies: { "only-dev": "*" } });
    const root = tempFolder({ "package.json": own });
    expect((await listPackages(root)).diagnostics).toEqual([]);
    const { diagnostics } = await listPackages(root, { include: ["gone", "only-dev", "stranger"] });
    expect(diagnostics.map(({ code }) => code)).toEqual(["package-invalid", "package-invalid", "package-invalid"]);
    expect(diagnostics.map(({ message }) => message).join("\n")).toMatch(
      /dev: true[^]*"stranger"[^]*add it[^]*"gone"[^]*not installed/,
    );
  });

  it("nothing before somebody asks, and at each module once per source", async () => {
    const marker = "tradecraftImports";
    const root = project(
      installed("a", "./s.js", {
        "s.js": `globalThis.${marker} = (globalThis.${marker} ?? 0) + 1;
export default () => { globalThis.${marker} += 10; return ${skillCode("a-skill")}; };`,
      }),
    );
    const imports = (): unknown => (globalThis as Record<string, unknown>)[marker];
    const source = packageSkills({ from: root });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(imports()).toBeUndefined();
    await Promise.all([source.list(), source.list(), source.read("a-skill")]);
    await source.list();
    expect(imports()).toBe(11);
    delete (globalThis as Record<string, unknown>)[marker];
  });

  it("folders each time, packages once", async () => {
    const root = project(installed("a", "./skills", { "skills/one/SKILL.md": skillMd("one") }));
    const source = packageSkills({ from: root });
    expect((await listing(source)).ids).toEqual(["one"]);
    mkdirSync(inModules(root, "a/skills/two"));
    writeFileSync(inModules(root, "a/skills/two/SKILL.md"), skillMd("two"));
    rmSync(inModules(root, "a/package.json"));
    expect((await listing(source)).ids).toEqual(["one", "two"]);
  });
});

describe("of two skills with one id", () => {
  const twins = {
    ...installed("b-pkg", "./s.js", { "s.js": skillModule("twin") }),
    ...installed("a-pkg", "./s.js", { "s.js": skillModule("twin") }),
  };

  it("the first package by name has it, and the other is reported", async () => {
    const { entries, diagnostics } = await listPackages(project(twins));
    expect(entries).toMatchObject([{ id: "twin", location: "a-pkg@1.0.0/s.js" }]);
    expect(diagnostics).toMatchObject([{ code: "skill-shadowed", source: "package b-pkg@1.0.0", id: "twin" }]);
    expect(diagnostics[0]?.message).toContain("package a-pkg@1.0.0");
  });

  it("explicit skills win over packages", async () => {
    const mine = staticSkillSource([{ name: "twin", description: "Mine.", body: "Mine." }], { label: "mine" });
    const merged = mergeSkillSources([mine, packageSkills({ from: project(twins) })]);
    const { entries, diagnostics } = await listing(merged);
    expect(entries).toMatchObject([{ id: "twin", description: "Mine." }]);
    expect(diagnostics.at(-1)).toMatchObject({ code: "skill-shadowed", id: "twin" });
    expect(await merged.read("twin")).toContain("Mine.");
    expect((await merged.definitions?.())?.get("twin")?.body).not.toBe("Do twin.");
  });
});

it("an unusable `from` is refused at once", () => {
  expect(() => packageSkills({ from: new URL("https://example.com/") })).toThrow(TypeError);
  expect(() => packageSkills({ from: "" })).toThrow(TypeError);
  expect(() => packageSkills({} as never)).toThrow(TypeError);
});

it("a caller who gives up is let go, and the others get their answer", async () => {
  const root = project(
    installed("slow", "./s.js", {
      "s.js": `await new Promise((done) => setTimeout(done, 200)); ${skillModule("slow")}`,
    }),
  );
  const source = packageSkills({ from: root });
  const waiting = listing(source);
  await expect(source.list({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: "TimeoutError" });
  expect((await waiting).ids).toEqual(["slow"]);
});
