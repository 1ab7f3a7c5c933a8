// The graph that a built skill has as data: drawn by `graph`, and judged by `check`, without running anything.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildExamples, type BuiltExamples } from "../../helpers/built-examples.ts";
import { checkJson } from "../../helpers/check-json.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { isBuilt } from "../../helpers/spawn-cli.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const names = ["migration-plan", "release-assistant", "triage-desk"];
let built: BuiltExamples;

/** A copy of a built skill, to be spoiled. */
function copyOf(name: string): string {
  const folder = join(tempFolder(), name);
  cpSync(built.of(name), folder, { recursive: true });
  return folder;
}

describe.skipIf(!isBuilt)("the workflow.json of a built skill", () => {
  beforeAll(async () => void (built = await buildExamples(names, { args: ["--no-smoke"] })), 120_000);
  afterAll(() => built?.remove());

  it("is drawn from its workflow.json as from its source, and nothing of it is run", async () => {
    const name = "triage-desk";
    const folder = copyOf(name);
    rmSync(join(folder, "bin"), { recursive: true });
    const source = join(process.cwd(), "examples/workflows", name, "skill.ts");
    for (const args of [[], ["--svg"], ["--json"]]) {
      const [fromFolder, fromFile, fromSource] = await Promise.all(
        [folder, join(folder, "workflow.json"), source].map((path) => runCli(["graph", path, ...args], { cwd: "/" })),
      );
      expect([fromFolder?.code, fromFolder?.stderr]).toEqual([0, ""]);
      expect(fromFolder?.stdout).toBe(fromSource?.stdout);
      expect(fromFile?.stdout).toBe(fromSource?.stdout);
    }
  });

  it.each([
    ["no JSON", () => "{", /^workflow\.json: it is no JSON: /],
    ["no object", () => "[]", /it must be an object/],
    ["a later version", (text: string) => text.replace('"version": 1', '"version": 2'), /its version is 2, and this/],
    [
      "no nodes",
      (text: string) => text.replace('"nodes": [', '"nodes": 1, "others": ['),
      /graph\.nodes must be a list/,
    ],
    [
      "an edge to nowhere",
      (text: string) => text.replace('"to": "approve"', '"to": "aprove"'),
      /there is no node "aprove"/,
    ],
    [
      "an entry that is none",
      (text: string) => text.replace('"entry": "changes"', '"entry": "x"'),
      /entry: there is no node "x"/,
    ],
    [
      "a command to the terminal",
      (text: string) => text.replace('"name": "approve"', String.raw`"name": "\u001b[2J"`),
      /control characters/,
    ],
  ])("is refused by `check` and `graph` when workflow.json has %s", async (_, spoil, message) => {
    const folder = copyOf("release-assistant");
    const file = join(folder, "workflow.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, spoil(text));
    expect(spoil(text)).not.toBe(text);
    const { code, found } = await checkJson(folder);
    expect(code).toBe(1);
    expect(found.filter(({ code: rule }) => rule.startsWith("workflow"))).toEqual([
      expect.objectContaining({ code: "workflow-json", severity: "error", message: expect.stringMatching(message) }),
    ]);
    const graph = await runCli(["graph", folder], { cwd: folder });
    expect([graph.code, graph.stdout]).toEqual([1, ""]);
    expect(graph.stderr).toMatch(/entry-not-workflow: workflow\.json: /);
  });

  it("is refused by `check` when its parts are not of one build, unless a rule is off", async () => {
    const mixed = copyOf("release-assistant");
    cpSync(join(built.of("migration-plan"), "workflow.json"), join(mixed, "workflow.json"));
    expect((await checkJson(mixed)).found.map(({ message }) => message)).toEqual([
      expect.stringContaining('workflow.json is that of "migration-plan", and SKILL.md that of "release-assistant"'),
      expect.stringContaining('There is no program of "migration-plan" in bin/'),
    ]);
    const config = join(mixed, "tradecraft.json");
    writeFileSync(config, '{ "check": { "rules": { "workflow-mismatch": "off" } } }');
    expect((await checkJson(mixed, "--config", config)).code).toBe(0);
    const torn = copyOf("release-assistant");
    rmSync(join(torn, "bin/release-assistant-main.cjs"));
    rmSync(join(torn, "scripts/run"));
    expect(
      (await checkJson(torn)).found.flatMap(({ code, message }) => (code === "file-orphan" ? [] : [[code, message]])),
    ).toEqual([
      ["workflow-mismatch", expect.stringContaining("scripts/run is missing")],
      ["workflow-mismatch", expect.stringContaining("release-assistant-main.cjs is missing")],
    ]);
  });

  it("is refused by `check` beside files of another build, whatever ends their lines", async () => {
    const folder = copyOf("release-assistant");
    const change = (path: string, how: (text: string) => string): void =>
      writeFileSync(join(folder, path), how(readFileSync(join(folder, path), "utf8")));
    const main = "bin/release-assistant-main.cjs";
    for (const path of ["SKILL.md", main]) change(path, (text) => text.replaceAll("\n", "\r\n"));
    expect((await checkJson(folder)).found.filter(({ code }) => code.startsWith("workflow"))).toEqual([]);
    for (const path of ["SKILL.md", main]) change(path, (text) => `${text} `);
    const { code, found } = await checkJson(folder);
    expect([code, found.map(({ message }) => message)]).toEqual([
      1,
      [`Not as the build made it that made workflow.json: SKILL.md, ${main}; build the skill again.`],
    ]);
  });

  it("leaves a workflow.json of others alone", async () => {
    const folder = join(tempFolder(), "other");
    mkdirSync(folder);
    const text = readFileSync(join(built.of("triage-desk"), "SKILL.md"), "utf8");
    writeFileSync(join(folder, "SKILL.md"), text.replaceAll("triage-desk", "other"));
    writeFileSync(join(folder, "workflow.json"), '{ "on": "push" }');
    expect((await checkJson(folder)).found.filter(({ code }) => code.startsWith("workflow"))).toEqual([]);
    const graph = await runCli(["graph", "."], { cwd: tempFolder() });
    expect([graph.code, graph.stderr]).toEqual([2, expect.stringContaining("no workflow.json in this folder")]);
  });
});
