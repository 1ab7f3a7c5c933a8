import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSkills, type SkillProgram } from "./skill-program.ts";

let program: SkillProgram;
beforeAll(async () => void (program = await bundleSkills()));
afterAll(() => program.remove());

describe("wrong calls", () => {
  it.each([
    [["nope"], 'There is no command "nope".'],
    [["--params"], "--params needs a value."],
    [["--params", "--host", "x"], "--params needs a value."],
    [["--params", "{}", "--colour", "red"], "`start` has no flag --colour."],
    [["--params", "{}", "extra"], '"extra" is not expected here.'],
    [["--params", "{}", "--params", "{}"], "--params was given twice."],
    [["--subagent=yes"], "--subagent takes no value."],
    [["--session", "mine"], "`start` takes --session new."],
    [["--session", "new", "--output-mode", "banana"], '--output-mode is "file" or "flag", not "banana".'],
    [["--output-mode", "file"], "--output-mode needs --session new."],
    [["advance"], "`advance` needs --step and --output, or --session."],
    [
      ["advance", "--step", "greet", "--output", "{}", "--key", "k"],
      "--key needs --session: without one nothing is remembered.",
    ],
    [
      ["advance", "--step", "a", "--output", "-", "--params", "-"],
      "Only one flag can read standard input, not --params and --output.",
    ],
    [["status"], "--session is missing."],
    [["back"], "--session is missing."],
    [["resume"], "`resume` needs --session, or --history to show the step after it."],
    [["cleanup"], "`cleanup` needs --session ID or --older-than AGE."],
    [["cleanup", "--older-than", "soon"], '"soon" is no age.'],
    [["topic"], "`topic` needs the name of a topic."],
    [["mcp"], "This skill was built without MCP."],
  ])("%j", async (args, message) => {
    const ran = await program.run(args);
    expect(ran.code).toBe(2);
    expect(ran.json).toMatchObject({ kind: "error", error: "usage", code: "usage", step: "", message });
    expect(ran.stderr.split("\n")[0]).toBe(`error: ${message}`);
  });

  it.each([[["--help"]], [["-h"]], [["advance", "--help"]], [[]]])("helps: %j", async (args) => {
    const ran = await program.run(args);
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toContain("run advance --session ID");
  });

  it("B13: shows the place of malformed JSON on stdout, and no stack", async () => {
    const ran = await program.run(["advance", "--step", "greet", "--output", '{\n "name": Al}']);
    expect(ran.code).toBe(2);
    expect(ran.json["message"]).toBe(
      '--output is no JSON: line 2, column 10: a value should be here ({ "name": ⟨here⟩Al}).',
    );
    expect(ran.json["retry"]).toBe(true);
    expect(ran.stderr).not.toMatch(/\n\s+at /);
    const empty = await program.run(["advance", "--step", "greet", "--output", "-"]);
    expect(empty.json["message"]).toContain(
      "--output (standard input) is no JSON: line 1, column 1: it ends too early",
    );
    const missing = await program.run(["--params", "@none.json"]);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.json["message"]).toContain("none.json cannot be read: it does not exist.");
  });

  it("reads JSON from a file and from standard input", async () => {
    writeFileSync(join(program.folder, "answer.json"), '\uFEFF{"name":"from a file"}');
    const file = await program.run(["advance", "--step", "greet", "--output", "@answer.json"]);
    expect(file.json["completed"]).toMatchObject({ response: { name: "from a file" } });
    const piped = await program.run(["advance", "--step", "greet", "--output=-"], { stdin: '{"name":"piped"}' });
    expect(piped.json["completed"]).toMatchObject({ response: { name: "piped" } });
  });
});

describe("large input", () => {
  const name = "x".repeat(20 * 1024 * 1024);

  it("takes 20 MB through standard input and a file", async () => {
    const text = JSON.stringify({ name });
    writeFileSync(join(program.folder, "large.json"), text);
    const piped = await program.run(["advance", "--step", "greet", "--output", "-"], { stdin: text });
    const file = await program.run(["advance", "--step", "greet", "--output", "@large.json"]);
    for (const ran of [piped, file]) {
      expect(ran.code).toBe(0);
      expect((ran.json["completed"] as { response: { name: string } }).response.name === name).toBe(true);
    }
  });

  it("ends quietly when nobody reads what it prints", async () => {
    writeFileSync(join(program.folder, "long.json"), JSON.stringify({ name: "x".repeat(1_000_000) }));
    const args = ["advance", "--step", "greet", "--output", "@long.json"];
    const ran = await program.run(args, { started: (child) => child.stdout?.destroy() });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
  });

  it("takes a history of 5,000 steps through a file", async () => {
    const history = Array.from({ length: 5000 }, (_, at) => ({
      step: "note",
      response: { note: `${at} ${"n".repeat(200)}` },
    }));
    writeFileSync(join(program.folder, "history.json"), JSON.stringify(history));
    const args = ["advance", "--step", "note", "--output", '{"note":"last"}', "--history", "@history.json"];
    const ran = await program.run(args, { fixture: "loop" });
    expect(ran).toMatchObject({
      code: 0,
      json: { kind: "prompt", step: "note", completed: { response: { note: "last" } } },
    });
  });
});

describe("the bundle", () => {
  it("holds nothing heavy", () => {
    const heavy = program.modules.filter((name) =>
      /node_modules\/(?:yaml|tokenx|arktype|@ark|zod|mutative)\//.test(name),
    );
    expect(heavy).toEqual([]);
  });
});
