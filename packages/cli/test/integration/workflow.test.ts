import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const good = `import { skill, terminal, type } from "@tradecraft/sdk/workflow";
import { greeting } from "./texts.ts";

export default skill({ name: "greeter", entry: "greet", description: "Greets." })
  .step("greet", { prompt: greeting as string, response: type({ name: "string" }), next: "end" })
  .step("end", { prompt: "Say goodbye.", next: terminal })
  .build();
`;
const texts = `export const greeting: string = "Greet.";\n`;
const bad = good.replace('"Say goodbye."', '"Say goodbye with AskUserQuestion."');

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly line: number | null;
  readonly step?: string;
}

function findings({ stdout }: CliResult): readonly Finding[] {
  const { skills } = JSON.parse(stdout) as { skills: { diagnostics: Finding[] }[] };
  return skills.flatMap(({ diagnostics }) => diagnostics);
}

/** The built package: what an entry imports is resolved by Node, not by the tests. */
describe.skipIf(!isBuilt)("check of a workflow", () => {
  it("is 0 for one without mistakes, beside skills in folders", async () => {
    const cwd = tempFolder({ "src/skill.ts": good, "src/texts.ts": texts, "a/SKILL.md": goodSkill("a") });
    const { code, stdout, stderr } = await runCli(["check", "src/skill.ts", "a"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^✔ 2 skills, 2 valid, 0 errors, 0 warnings/);
    expect(readdirSync(join(cwd, "src"))).toEqual(["skill.ts", "texts.ts"]);
  });

  it("is 1 for an error, shown where the step is declared", async () => {
    const cwd = tempFolder({ "src/skill.ts": bad, "src/texts.ts": texts, "references/old.md": "Old." });
    const { code, stdout } = await runCli(["check", "src/skill.ts"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("no-host-tool-names");
    expect(stdout).toContain('> 6 |   .step("end"');
    expect(stdout).toContain("orphan-references: references/old.md");
    const json = await runCli(["check", "--json", "src/skill.ts"], { cwd });
    expect(findings(json)).toEqual([
      expect.objectContaining({ code: "no-host-tool-names", severity: "error", line: 6, step: "end" }),
      expect.objectContaining({ code: "orphan-references", severity: "warning", line: null }),
    ]);
    const sarif = await runCli(["check", "--format", "sarif", "src/skill.ts"], { cwd });
    expect(sarif.stdout).toContain('"ruleId": "no-host-tool-names"');
  });

  it("tells findings in the order of the file", async () => {
    const entry = bad.replace(
      '.step("end", {',
      '.step("alone", { prompt: "Use AskUserQuestion.", next: terminal })\n  .step("end", {',
    );
    const cwd = tempFolder({
      "src/skill.ts": entry.replace("greeting as string", '"TodoWrite"'),
      "src/texts.ts": texts,
    });
    const found = findings(await runCli(["check", "--json", "src/skill.ts"], { cwd }));
    expect(found.map(({ line }) => line)).toEqual([5, 6, 6, 7]);
  });

  it("takes severities from the configuration", async () => {
    const rules = '{ "check": { "rules": { "no-host-tool-names": "warning" } } }';
    const cwd = tempFolder({ "src/skill.ts": bad, "src/texts.ts": texts, "tradecraft.json": rules });
    expect((await runCli(["check", "src/skill.ts"], { cwd })).code).toBe(0);
    const wrong = tempFolder({ "tradecraft.json": '{ "check": { "rules": { "no-host-tool-name": "off" } } }' });
    const { code, stderr } = await runCli(["check"], { cwd: wrong });
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "no-host-tool-names"?');
  });

  it("reports what cannot be loaded, and checks the rest", async () => {
    const cwd = tempFolder({
      "syntax.ts": "export default 1;\nconst = 2;\n",
      "throws.mjs": "export {};\nthrow new Error('kaputt');\n",
      "none.js": "export const x = 1;\n",
      "number.ts": "export default 1;\n",
      "open.ts": `import { skill } from "@tradecraft/sdk/workflow";\nexport default skill({ name: "a", entry: "a" });\n`,
      "import.ts": `import "no-such-package";\nexport default 1;\n`,
    });
    const result = await runCli(["check", "--json", ...readdirSync(cwd), "gone.ts"], { cwd });
    expect(result.code).toBe(1);
    expect(findings(result).map(({ code, message, line }) => [code, line, message])).toEqual([
      // Whether Node says where the import stands depends on how it was loaded.
      ["entry-failed", expect.toBeOneOf([null, 1]), expect.stringContaining("no-such-package")],
      ["entry-not-workflow", null, expect.stringContaining("no default export")],
      ["entry-not-workflow", null, expect.stringContaining("no workflow")],
      ["entry-not-workflow", null, expect.stringContaining(".build()")],
      ["entry-syntax", 2, expect.stringContaining("Expected identifier")],
      ["entry-failed", 2, "It cannot be run: kaputt"],
      ["path-missing", null, "gone.ts: There is no such file."],
    ]);
    expect(readdirSync(cwd).filter((name) => name.startsWith("."))).toEqual([]);
    expect((await runCli(["check", "gone.ts"], { cwd })).code).toBe(2);
  });

  it("lets every file know where it lies, and read beside itself", async () => {
    const cwd = tempFolder({
      "src/skill.ts": good.replace("./texts.ts", "./lib/texts.ts"),
      "src/lib/texts.ts": `import { readFileSync } from "node:fs";
export const greeting: string = readFileSync(new URL("./greeting.md", import.meta.url), "utf8");\n`,
      "src/lib/greeting.md": "Greet with WebSearch.",
    });
    const result = await runCli(["check", "--json", "src/skill.ts"], { cwd });
    expect(findings(result).map(({ code }) => code)).toEqual(["no-host-tool-names"]);
  });

  it("does not take a folder for code", async () => {
    const cwd = tempFolder({ "odd.ts/SKILL.md": goodSkill("odd") });
    const { stdout } = await runCli(["check", "odd.ts"], { cwd });
    expect(stdout).toMatch(/1 skill,/);
  });
});

describe.skipIf(!isBuilt)("graph", () => {
  it("prints Mermaid, SVG and JSON", async () => {
    const cwd = tempFolder({ "skill.ts": good, "texts.ts": texts });
    const mermaid = await runCli(["graph", "skill.ts"], { cwd });
    expect([mermaid.code, mermaid.stderr]).toEqual([0, ""]);
    expect(mermaid.stdout).toMatch(/^flowchart TD\n[\s\S]*n1_greet --> n2_end/);
    const svg = await runCli(["graph", "skill.ts", "--svg"], { cwd });
    expect(svg.stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    const json = await runCli(["graph", "skill.ts", "--json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      ok: true,
      graph: { entry: "greet", edges: expect.any(Array) },
    });
  });

  it("writes to a file", async () => {
    const cwd = tempFolder({ "skill.ts": good, "texts.ts": texts });
    const { code, stdout } = await spawnCli(["graph", "skill.ts", "--svg", "--out", "graph.svg"], { cwd });
    expect([code, stdout]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "graph.svg"), "utf8")).toContain("</svg>");
    const nowhere = await runCli(["graph", "skill.ts", "--out", "no/such/graph.svg"], { cwd });
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("file-unwritable")]);
  });

  it.each([
    [["gone.ts"], 2, "entry-missing: gone.ts: There is no such file."],
    [["."], 2, "entry-missing: .: There is no workflow.json in this folder"],
    [["syntax.ts"], 1, 'syntax.ts:1:11: Unexpected ";"'],
    [["topics.ts"], 1, "entry-not-workflow: It is a skill of topics"],
    [["skill.ts", "--svg", "--json"], 2, "option-value: --json and --svg exclude each other"],
    [[], 2, "argument-missing: graph needs an argument: <entry|folder>"],
  ])("refuses %j", async (args, exit, message) => {
    const cwd = tempFolder({
      "syntax.ts": "const a = ;",
      "topics.ts": `export default { kind: "reference", name: "t", topics: {} };`,
    });
    const { code, stdout, stderr } = await runCli(["graph", ...args], { cwd });
    expect([code, stdout === ""]).toEqual([exit, !args.includes("--json")]);
    expect(stderr).toContain(message);
    expect(existsSync(join(cwd, "graph.svg"))).toBe(false);
  });

  it("says as JSON why not", async () => {
    const cwd = tempFolder({ "syntax.ts": "\nconst a = ;" });
    const { code, stdout } = await runCli(["graph", "syntax.ts", "--json"], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "entry-syntax", line: 2, column: 11 } });
  });
});
