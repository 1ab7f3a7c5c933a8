// The folder that `tradecraft build` makes: what goes into a repository, and what hosts and people read.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { validate } from "skills-ref";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callSkill, filesOf, skillSource } from "../../helpers/build-fixtures.ts";
import { buildExamples, type BuiltExamples, EXAMPLES } from "../../helpers/built-examples.ts";
import { checkJson } from "../../helpers/check-json.ts";
import { isBuilt, spawnCli } from "../../helpers/spawn-cli.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

let built: BuiltExamples;

describe.skipIf(!isBuilt)("the folder of a built skill", () => {
  beforeAll(async () => void (built = await buildExamples(EXAMPLES, { args: ["--no-smoke"] })), 120_000);
  afterAll(() => built?.remove());

  it("is text that git takes as it is, names no place on this machine, and is not long to read", () => {
    const repository = tempFolder();
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" });
    git("init", "--quiet");
    for (const name of EXAMPLES) cpSync(built.of(name), join(repository, name), { recursive: true });
    git("add", "--all");
    // Binary files are shown with dashes.
    expect(
      git("diff", "--cached", "--numstat")
        .split("\n")
        .filter((line) => line.startsWith("-")),
    ).toEqual([]);
    expect(git("ls-files", "--stage", "*/scripts/run").match(/^100755/gm)).toHaveLength(EXAMPLES.length);
    for (const name of EXAMPLES) {
      for (const [path, content] of Object.entries(filesOf(built.of(name)))) {
        for (const place of [built.folder, process.cwd(), "node_modules/", "sourceMappingURL"])
          expect(content.includes(place), `${name}/${path}: ${place}`).toBe(false);
      }
      const skillMd = readFileSync(join(built.of(name), "SKILL.md"), "utf8");
      expect(skillMd.split("\n").length).toBeLessThan(500);
      expect(skillMd).not.toContain("2>/dev/null");
    }
  });

  it.each(EXAMPLES)("%s: what is allowed is what the instructions say, and what is there", (name) => {
    const text = readFileSync(join(built.of(name), "SKILL.md"), "utf8");
    const allowed = /^allowed-tools: (.*)$/m.exec(text)?.[1] ?? "";
    expect(allowed).toContain(`Bash(*/${name}/scripts/run *)`);
    expect(text).toContain(`ends in \`/${name}/scripts/run\``);
    expect(allowed.includes(" Read ")).toBe(true);
    const served = [...allowed.matchAll(new RegExp(`mcp__${name}__(\\w+)`, "g"))].map((match) => match[1]);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const input = [hello, { jsonrpc: "2.0", method: "notifications/initialized" }, list];
    const { stdout } = callSkill(built.run(name), ["mcp"], {
      input: input.map((each) => `${JSON.stringify(each)}\n`).join(""),
    });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; result: unknown });
    const { tools } = answers.find(({ id }) => id === 2)!.result as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(served);
  });

  it.each(EXAMPLES)("%s: `check` and skills-ref find nothing", async (name) => {
    const { code, found } = await checkJson(built.of(name));
    // What its author could have written better is no matter of the build.
    expect([code, found.filter((finding) => !finding.code.startsWith("description-"))]).toEqual([0, []]);
    expect(await validate(built.of(name))).toEqual([]);
  });

  it("has a script for Windows that quotes its own place, passes arguments on, and ends as Node does", () => {
    for (const name of EXAMPLES) {
      const text = readFileSync(join(built.of(name), "scripts/run.cmd"), "utf8");
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      const [off, start, passOn, ...missing] = text.split("\r\n");
      expect(off).toBe("@echo off");
      const [, file = ""] = /^node "%~dp0\.\.\\bin\\([\w.-]+)" %\*$/.exec(start ?? "") ?? [];
      expect(file).toMatch(/\.[cm]js$/);
      expect(existsSync(join(built.of(name), "bin", file))).toBe(true);
      // 9009: there is no such program.
      expect(passOn).toBe("if not %errorlevel% == 9009 exit /b %errorlevel%");
      const [json = "", words, exit, end] = missing;
      expect(JSON.parse(json.replace(/^echo /, ""))).toMatchObject({
        kind: "error",
        code: "node-missing",
        retry: false,
      });
      expect(json).not.toMatch(/[%^&|<>!]/);
      expect([words, exit, end]).toEqual([
        expect.stringMatching(/^>&2 echo error: This skill needs Node/),
        "exit /b 1",
        "",
      ]);
    }
  });

  it("stays short to read, whatever there is to tell", async () => {
    const source = `import { reference } from "@tradecraft/sdk/workflow";
let topics = reference({ name: "trip", description: "Rules for travel. Use it when somebody asks about visas." });
for (let at = 0; at < 600; at++) topics = topics.topic(\`t\${at}\`, { label: "Text", content: "Text." });
export default topics.build();`;
    const cwd = tempFolder({ "skill.ts": source });
    expect((await spawnCli(["build", "skill.ts", "-o", "trip", "--no-smoke"], { cwd })).code).toBe(0);
    const lines = readFileSync(join(cwd, "trip/SKILL.md"), "utf8").split("\n");
    expect(lines.length).toBeLessThan(200);
    expect(lines).toContain("- and 500 more, which `RUN topics` lists");
  });

  it("is not made of references that lead in a circle", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip"), "references/a/b.md": "B\n" });
    symlinkSync("..", join(cwd, "references/a/up"));
    const { code, stderr } = await spawnCli(["build", "skill.ts", "-o", "trip", "--no-smoke"], { cwd });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("references/a/up is a link to a folder that it lies in"),
    ]);
  });
});
