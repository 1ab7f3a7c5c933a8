// What `tradecraft build` made is called as agents call it: all that counts is what it prints, and how it ends.

import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRuns } from "../../../../sdk/test/integration/run/mcp/example-answers.ts";
import { callSkill } from "../../helpers/build-fixtures.ts";
import { buildExamples, type BuiltExamples, EXAMPLES } from "../../helpers/built-examples.ts";
import { beginSession, type BuiltSession, driveSession, driveStateless, WAYS } from "../../helpers/drive-skill.ts";
import { isBuilt } from "../../helpers/spawn-cli.ts";

let built: BuiltExamples;
const report = ["--params", '{"report":"My notes are gone."}', "--host", "generic"];
const emptyFolder = (name: string): string => {
  const folder = join(built.folder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

describe.skipIf(!isBuilt)("a built skill", () => {
  beforeAll(async () => void (built = await buildExamples(EXAMPLES)), 120_000);
  afterAll(() => built?.remove());

  it.each(EXAMPLES)("%s runs to its end without a session", (name) => {
    const folder = emptyFolder(`stateless-${name}`);
    const example = exampleRuns(folder)[name]!;
    const { result, steps } = driveStateless(built.run(name), example, { folder });
    expect(result).toMatchObject({ kind: "done", done: true, finalOutput: example.finalOutput });
    expect(steps.length).toBeGreaterThan(3);
  });

  it.each(EXAMPLES)("%s runs to its end in a session, however answers come, and shows where it stands", (name) => {
    const folder = emptyFolder(`session-${name}`);
    const example = exampleRuns(folder)[name]!;
    let looked = 0;
    const before = (session: BuiltSession, step: string): void => {
      if (looked++ > 1) return;
      const status = session.call("status");
      expect([status.code, status.result]).toEqual([
        0,
        expect.objectContaining({ state: "waiting", step: expect.any(String) }),
      ]);
      expect(session.line(session.call("resume").stdout)).toMatchObject({ type: "prompt", step });
    };
    const { line, session, steps } = driveSession(built.run(name), example, { folder, ways: WAYS, before });
    expect(line).toMatchObject({ type: "done", done: true, finalOutput: example.finalOutput });
    expect(session.call("status").result).toMatchObject({ state: "ended", finalOutput: example.finalOutput });
    const late = session.call("advance", "--step", steps[0] ?? "", "--output", "{}");
    expect([late.code, late.result["code"]]).toEqual([1, "session-ended"]);
    expect(session.call("cleanup").result).toEqual({ kind: "cleanup", removed: [session.id] });
    expect(readdirSync(join(folder, "sessions"))).toEqual([]);
  });

  it("takes answers as flags alone when it was started so", () => {
    const folder = emptyFolder("flag-mode");
    const session = beginSession(built.run("triage-desk"), [...report, "--output-mode", "flag"], { folder });
    expect(session.line(1)).toMatchObject({ type: "header", outputMode: "flag" });
    const silent = session.call("advance");
    expect([silent.code, silent.result["code"]]).toEqual([2, "usage"]);
    const told = session.call("advance", "--step=sort", '--output={"kind":"request","summary":"Dark mode"}');
    expect(session.line(told.stdout)).toMatchObject({ type: "prompt", step: "weigh" });
  });

  it("goes back, lists its sessions, tells the preamble again, and removes what is old", () => {
    const folder = emptyFolder("looking");
    const run = built.run("triage-desk");
    const where = ["--session-dir", join(folder, "sessions")];
    const session = beginSession(run, [...report.slice(0, 2), "--host", "claude-code"], { folder });
    session.call("advance", "--step", "sort", "--output", '{"kind":"request","summary":"Dark mode"}');
    expect(session.line(session.call("back", "--to", "sort").stdout)).toMatchObject({ type: "prompt", step: "sort" });
    expect(session.call("back").result).toMatchObject({ code: "back-refused" });
    const again = session.call("advance", "--step", "sort", "--output", '{"kind":"fault","summary":"Notes are gone"}');
    expect(session.line(again.stdout)).toMatchObject({ step: "reproduce/prepare" });
    const list = callSkill(run, ["list", ...where]);
    expect(list.result["sessions"]).toEqual([
      expect.objectContaining({ sessionId: session.id, skill: "triage-desk", step: "reproduce/prepare" }),
    ]);
    expect(session.call("preamble").result["preamble"]).toContain("AskUserQuestion");
    expect(callSkill(run, ["preamble", "--host", "codex"]).result["preamble"]).toContain("request_user_input");
    expect(callSkill(run, ["cleanup", "--older-than", "7d", ...where]).result).toMatchObject({ removed: [] });
    expect(session.call("cleanup").result).toMatchObject({ removed: [session.id] });
    expect(callSkill(run, ["list", ...where]).result["sessions"]).toEqual([]);
  });

  it("reads its references, and begins in sub-skills and topics", () => {
    const run = built.run("triage-desk");
    const sorting = readFileSync(join(built.of("triage-desk"), "references/sorting.md"), "utf8");
    expect(callSkill(run, report).result["prompt"]).toContain(sorting.split("\n")[0]);
    const sub = ["--params", '{"summary":"Nobody can log in","since":"09:40"}'];
    expect(callSkill(run, ["incident", ...sub]).result).toMatchObject({ step: "incident/message" });
    const message = '{"message":"Nobody can log in.","send":true}';
    for (const way of [
      ["incident", "advance", "--step", "message"],
      ["advance", "--step", "incident/message"],
    ])
      expect(callSkill(run, [...way, "--output", message, ...sub, "--history", "[]"]).result).toMatchObject({
        step: "incident/hand-over",
      });
    const folder = emptyFolder("subskill");
    const session = beginSession(run, ["incident", "start", ...sub], { folder });
    const next = session.call("advance", "--step", "incident/message", "--output", message);
    expect(session.line(next.stdout)).toMatchObject({ step: "incident/hand-over" });
    expect(callSkill(run, ["incident", "preamble"]).result).toMatchObject({ kind: "preamble" });
    expect(callSkill(run, ["topics"]).stdout.split("\n")).toEqual([
      "severity: Levels of severity",
      "where-to-ask: Where questions are answered",
      "",
    ]);
    expect(callSkill(run, ["topic", "severity"]).stdout).toContain("critical");
    const question = ["advance", "--step", "sort", "--output", '{"kind":"question","summary":"Where?"}', ...report];
    expect(callSkill(run, question).result).toMatchObject({ kind: "done", finalOutput: { topic: "where-to-ask" } });
  });

  it("knows only the tools that a sub-agent lists, with and without a session", () => {
    const args = ["--params", '{"report":"x"}', "--host", "claude-code", "--tools", "Read,Edit", "--subagent"];
    const run = built.run("triage-desk");
    expect(callSkill(run, args).result["preamble"]).not.toContain("AskUserQuestion");
    const session = beginSession(run, args, { folder: emptyFolder("subagent") });
    expect(session.line(2)["preamble"]).not.toContain("AskUserQuestion");
  });

  it("helps on stderr, and says nothing on stdout", () => {
    for (const args of [[], ["--help"], ["help"], ["advance", "-h"]]) {
      const { code, stdout, stderr } = callSkill(built.run("triage-desk"), args);
      expect([code, stdout]).toEqual([0, ""]);
      for (const word of ["advance", "cleanup", "incident", "where-to-ask", "mcp"]) expect(stderr).toContain(word);
    }
  });

  it.each([
    [["nope"], 2, "usage"],
    [["constructor"], 2, "usage"],
    [["--params"], 2, "usage"],
    [["--params", "{"], 2, "usage"],
    [["--params", "{}", "--colour", "red"], 2, "usage"],
    [["--params", "@nowhere.json"], 2, "usage"],
    [["--params", "{}"], 1, "params-invalid"],
    [["--params", "[]"], 1, "params-invalid"],
    [["incident", "--params", "{}"], 1, "params-invalid"],
    [["incident", "list"], 2, "usage"],
    [[...report, "--session", "mine"], 2, "usage"],
    [[...report, "--session", "new", "--output-mode", "banana"], 2, "usage"],
    [["advance"], 2, "usage"],
    [["advance", "--step", "sort", "--output", "{", ...report], 2, "usage"],
    [["advance", "--step", "sort", "--output", "", ...report], 2, "usage"],
    [["advance", "--step", "reply", "--output", "{}", ...report], 1, "step-not-current"],
    [["advance", "--step", "nope", "--output", "{}", ...report], 1, "step-unknown"],
    [["advance", "--step", "sort", "--output", "{}", "--history", "{}", ...report], 2, "usage"],
    [["advance", "--step", "reply", "--output", "{}", "--history", '[{"step":"x"}]', ...report], 2, "history-invalid"],
    [["advance", "--step", "sort", "--output", "{}"], 1, "params-invalid"],
    [["list", "--session-dir", ""], 2, "usage"],
    [["advance", "--session", "0".repeat(32)], 1, "session-unknown"],
    [["advance", "--session", "../../etc/passwd"], 2, "usage"],
    [["cleanup", "--session", "/../../victim"], 2, "usage"],
    [["cleanup", "--older-than", "soon"], 2, "usage"],
    [["status"], 2, "usage"],
    [["resume"], 2, "usage"],
    [["back", "--session", "0".repeat(32)], 1, "session-unknown"],
    [["topic"], 2, "usage"],
    [["topic", "none"], 2, "usage"],
    [["mcp", "--hots", "x"], 2, "usage"],
    // An answer to mend is a result.
    [["advance", "--step", "sort", "--output", '{"kind":"x"}', ...report], 0, "answer-invalid"],
  ] as const)("fails as one line of JSON, an exit code and a line for people: %j", (args, exit, errorCode) => {
    const { code, stdout, stderr, result } = callSkill(built.run("triage-desk"), args, { cwd: built.folder });
    expect([code, result["code"]]).toEqual([exit, errorCode]);
    expect(stdout).toBe(`${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({
      kind: "error",
      error: expect.any(String),
      step: expect.any(String),
      message: expect.stringMatching(/./),
      retry: expect.any(Boolean),
    });
    // Whoever forgot the session hears of it.
    if (args[0] === "advance" && errorCode === "params-invalid") expect(result["hint"]).toMatch(/^Without --session, /);
    expect(stderr.split("\n")[0]).toBe(`error: ${String(result["message"]).split("\n")[0]}`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(built.folder, "triage-desk/sessions"))).toBe(false);
  });
});
