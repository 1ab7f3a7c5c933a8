// What `tradecraft new` makes: written by the packed command, given the packed packages, and put through its own scripts.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { run, runNpm } from "../../tools/run.mjs";
import { createInstalledProject, type InstalledProject, installPacked } from "./installed-project.ts";

/** `npm run test:long` installs each new project on its own. */
const isLong = process.env["TRADECRAFT_LONG"] === "1";
const { devDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const tools = ["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);

let project: InstalledProject;
let unavailable: string | undefined;

const tradecraft = (...args: string[]) => project.node("node_modules/tradecraft/dist/bin.js", ...args);
const script = (folder: string, ...args: string[]) => runNpm(["run", ...args], { cwd: join(project.folder, folder) });

beforeAll(() => {
  project = createInstalledProject();
  ({ unavailable } = project);
  if (unavailable !== undefined) return;
  for (const kind of ["workflow", "code"]) {
    const { code, output } = tradecraft("new", `my-${kind}`, `--${kind}`);
    expect(code, output).toBe(0);
    // What it asks for stays what it asks for. The short form finds the packed packages in the folder above.
    if (isLong) unavailable ??= installPacked(project, join(project.folder, `my-${kind}`), "--no-save");
  }
  if (!isLong) expect(project.npm("install", "--no-audit", "--no-fund", "--prefer-offline", ...tools).code).toBe(0);
}, 600_000);
afterAll(() => project.remove());
beforeEach((context) => {
  if (unavailable !== undefined) context.skip(unavailable);
});

describe.each(["my-workflow", "my-code"])("%s", (folder) => {
  it.each(["check", "test", "build"])("passes its own %s", (name) => {
    const { code, output } = script(folder, name);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(/[1-9]\d* warning|deprecated/i);
  });

  it("fails its test when what it tests is broken", () => {
    const [file, text, broken] =
      folder === "my-code"
        ? (["src/skills.ts", "note.done = true", "note.done = false"] as const)
        : (["src/skill.ts", "response.question !== undefined", "response.question === undefined"] as const);
    const source = readFileSync(join(project.folder, folder, file), "utf8");
    expect(source).toContain(text);
    project.write({ [`${folder}/${file}`]: source.replace(text, broken) });
    const { code, output } = script(folder, "test");
    project.write({ [`${folder}/${file}`]: source });
    expect(code, output).not.toBe(0);
  });
});

describe("a built workflow of a new project", () => {
  it("runs, is a good skill, and has the version of the project", () => {
    expect(script("my-workflow", "build").code).toBe(0);
    const built = "my-workflow/skills/my-workflow";
    const check = tradecraft("check", built);
    expect(check.output).toMatch(/1 valid, 0 errors, 0 warnings/);
    const params = ["--params", JSON.stringify({ request: "Tidy up." })];
    const started = run(join(project.folder, built, "scripts/run"), params, { cwd: project.folder });
    const source = tradecraft("dev", "my-workflow/src/skill.ts", ...params);
    expect(JSON.parse(started.stdout)).toMatchObject({ kind: "prompt", step: "understand" });
    expect(source.stdout).toBe(started.stdout);
    expect(JSON.parse(readFileSync(join(project.folder, built, "package.json"), "utf8"))).toMatchObject({
      version: "0.1.0",
    });
  });
});

describe("a package of a new project", () => {
  it("is packed without its tests, and found by a program that depends on it", () => {
    const folder = dirname(project.folder);
    const packed = runNpm(["pack", "--json", "--pack-destination", folder], { cwd: join(project.folder, "my-code") });
    expect(packed.code, packed.output).toBe(0);
    const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[\n"))) as [
      { filename: string; files: { path: string }[] },
    ];
    expect(files.map(({ path }) => path).sort()).toEqual([
      "README.md",
      "dist/skills.d.ts",
      "dist/skills.js",
      "package.json",
    ]);
    const installed = project.npm("install", "--offline", "--no-audit", "--no-fund", join(folder, filename));
    expect(installed.code, installed.output).toBe(0);
    project.write({
      "host.js": `
import { createSkillset, runToolCall } from "@tradecraft/sdk";
import { packageSkills } from "@tradecraft/sdk/node";
const skillset = await createSkillset(packageSkills({ from: import.meta.url }));
await runToolCall(skillset, "execute_skill_tool", { skill: "my-code", tool: "add", arguments: { text: "write" } });
console.log(JSON.stringify([skillset.entries.map(({ id }) => id), skillset.diagnostics, skillset.state.snapshot()]));
`,
    });
    const { code, output, stdout } = project.node("host.js");
    expect(code, output).toBe(0);
    expect(JSON.parse(stdout)).toEqual([["my-code"], [], { notes: { notes: [{ text: "write", done: false }] } }]);
    expect(existsSync(join(project.folder, "node_modules/my-code/dist/skills.test.js"))).toBe(false);
  });
});
