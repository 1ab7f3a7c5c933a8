import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSkills, type SkillProgram } from "./skill-program.ts";

let program: SkillProgram;
beforeAll(async () => {
  program = await bundleSkills();
  writeFileSync(join(program.folder, "references/guide.md"), "Guide text");
});
afterAll(() => program.remove());

describe("the stateless protocol", () => {
  it("shows the first step with its preamble, as the implicit and the explicit start", async () => {
    const [implicit, explicit] = [
      await program.run(["--params", '{"lang":"German"}', "--host", "claude-code"]),
      await program.run(["start", '--params={"lang":"German"}', "--host=claude-code"]),
    ];
    expect(implicit.code).toBe(0);
    expect(implicit.stdout).toBe(explicit.stdout);
    expect(implicit.stdout.split("\n")).toHaveLength(2);
    expect(Object.keys(implicit.json)).toEqual(["kind", "step", "preamble", "prompt", "schema"]);
    expect(implicit.json).toMatchObject({
      kind: "prompt",
      step: "greet",
      prompt: "<prompt>\nGreet in German; true\n</prompt>",
    });
    expect(implicit.json["preamble"]).toMatch(/^Be kind\.\n\n[\s\S]*\| AskUserQuestion \|/);
    expect(implicit.json["schema"]).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
  });

  it("advances with a history to the end, and sends the preamble once", async () => {
    const first = await program.run([
      "advance",
      "--step",
      "greet",
      "--output",
      '{"name":"Al"}',
      "--params",
      "{}",
      "--history",
      "[]",
    ]);
    expect(Object.keys(first.json)).toEqual(["kind", "step", "prompt", "schema", "completed"]);
    const completed = { step: "greet", response: { name: "Al" }, result: { name: "Al" } };
    expect(first.json).toMatchObject({ kind: "prompt", step: "bye", completed });
    const history = JSON.stringify([first.json["completed"]]);
    const last = await program.run(["advance", "--step", "bye", "--output", '{"name":"Bo"}', "--history", history]);
    expect(last.stdout).toBe(
      `${JSON.stringify({ kind: "done", done: true, finalOutput: { name: "Bo" }, completed: { step: "bye", response: { name: "Bo" }, result: { name: "Bo" } } })}\n`,
    );
  });

  it("refuses an answer that does not fit, as an answer to mend", async () => {
    const ran = await program.run(["advance", "--step", "greet", "--output", '{"name":1}']);
    expect(ran).toMatchObject({ code: 0, stderr: "error: name: must be a string\n" });
    expect(ran.stdout).toBe(
      '{"kind":"error","error":"validation","code":"answer-invalid","step":"greet","message":"name: must be a string","retry":true}\n',
    );
  });

  it("B9: takes an answer to the current step only", async () => {
    const wrong = await program.run(["advance", "--step", "bye", "--output", '{"name":"x"}']);
    expect([wrong.code, wrong.json["code"], wrong.json["retry"]]).toEqual([1, "step-not-current", false]);
    const unknown = await program.run(["advance", "--step", "nope", "--output", "{}"]);
    expect(unknown.code).toBe(1);
    expect(unknown.json).toMatchObject({
      error: "validation",
      code: "step-unknown",
      message: 'Unknown step "nope"',
      retry: false,
    });
  });

  it("refuses wrong params and a wrong history", async () => {
    const params = await program.run(["--params", '{"lang":1}']);
    expect([params.code, params.json["error"], params.json["code"]]).toEqual([1, "params", "params-invalid"]);
    const entry = await program.run([
      "advance",
      "--step",
      "bye",
      "--output",
      "{}",
      "--history",
      '[{"step":"greet","output":{}}]',
    ]);
    expect([entry.code, entry.json["code"]]).toEqual([2, "history-invalid"]);
    const list = await program.run(["advance", "--step", "bye", "--output", "{}", "--history", "{}"]);
    expect([list.code, list.json["message"]]).toEqual([2, "--history must be a JSON array."]);
  });

  it("shows where a history leads, with the preamble on request", async () => {
    const history = JSON.stringify([{ step: "greet", response: { name: "Al" } }]);
    const ran = await program.run(["resume", "--history", history, "--preamble"]);
    expect(ran.json).toMatchObject({
      kind: "prompt",
      step: "bye",
      preamble: expect.stringContaining("Be kind.") as string,
    });
  });

  it("B4: tells the answered step before those that were passed, and goes on from what it told", async () => {
    const first = await program.run(["advance", "--step", "a", "--output", '{"name":"Al"}'], { fixture: "gate" });
    expect(first.json).toMatchObject({
      step: "b",
      completed: { step: "a", response: { name: "Al" } },
      autoAdvanced: [{ step: "pass", response: {}, actionResult: "passed" }],
    });
    const history = JSON.stringify([first.json["completed"], ...(first.json["autoAdvanced"] as unknown[])]);
    const again = await program.run(["resume", "--history", history], { fixture: "gate" });
    expect(again.json["prompt"]).toContain("Al");
    const last = await program.run(["advance", "--step", "b", "--output", '{"name":"Bo"}', "--history", history], {
      fixture: "gate",
    });
    expect(last.json).toMatchObject({ kind: "done", finalOutput: { name: "Bo" } });
  });

  it("B5: takes a sub-agent's tools for complete", async () => {
    const args = ["--params", "{}", "--host", "claude-code", "--tools", "Read, Edit"];
    expect((await program.run([...args, "--subagent"])).json["preamble"]).not.toContain("AskUserQuestion");
    expect((await program.run(args)).json["preamble"]).toContain("AskUserQuestion");
  });

  it("does not repeat an action whose step leads nowhere without saying so", async () => {
    const ran = await program.run(["advance", "--step", "a", "--output", '{"name":"x"}'], { fixture: "lost" });
    expect([ran.code, ran.json["error"], ran.json["code"]]).toEqual([1, "routing", "no-branch"]);
  });
});

describe("references and topics", () => {
  it("B1: reads the references of a skill", async () => {
    const ran = await program.run(["--params", "{}"], { fixture: "refs" });
    expect(ran.json["prompt"]).toBe("<prompt>\nREF=[Guide text]\n</prompt>");
    const elsewhere = await program.run(["--params", "{}"], { fixture: "refs", env: { SKILL_DIR: "/nowhere" } });
    expect([elsewhere.code, elsewhere.json["code"]]).toEqual([1, "prompt-failed"]);
    expect(elsewhere.json["message"]).toContain(
      '"guide.md" cannot be read from /nowhere/references: it does not exist',
    );
  });

  it.each(["../bin/skill.mjs", "/etc/passwd", "a/../../bin/skill.mjs"])(
    "B11: reads nothing outside: %s",
    async (file) => {
      const ran = await program.run(["--params", JSON.stringify({ file })], { fixture: "refs" });
      expect([ran.code, ran.json["code"]]).toEqual([1, "prompt-failed"]);
      expect(ran.json["message"]).toContain("is outside");
    },
  );

  it("B15: has topics without sub-skills, and no others", async () => {
    expect(await program.run(["topics"], { fixture: "refs" })).toMatchObject({ code: 0, stdout: "guide: The guide\n" });
    expect(await program.run(["topic", "guide"], { fixture: "refs" })).toMatchObject({
      code: 0,
      stdout: "Guide text\n",
    });
    const none = await program.run(["topic", "none"], { fixture: "refs" });
    expect(none).toMatchObject({ code: 2, json: { message: 'There is no topic "none".', hint: "Topics: guide." } });
    expect(await program.run(["topics"])).toMatchObject({ code: 2, json: { message: "This skill has no topics." } });
  });

  it("B16: runs a reference skill by the same main", async () => {
    const fixture = { fixture: "topics" };
    const list = "one: First\nfile: A file\nbad: Missing\n";
    expect(await program.run([], fixture)).toMatchObject({ code: 0, stdout: list });
    expect(await program.run(["topics"], fixture)).toMatchObject({ code: 0, stdout: list });
    expect(await program.run(["topic", "one"], fixture)).toMatchObject({ code: 0, stdout: "Text one\n" });
    expect(await program.run(["topic", "file"], fixture)).toMatchObject({ code: 0, stdout: "Guide text\n" });
    const bad = await program.run(["topic", "bad"], fixture);
    expect(bad).toMatchObject({ code: 1, json: { kind: "error", code: "prompt-failed" } });
    expect(bad.json["message"]).toContain('"none.md"');
    for (const args of [["advance"], ["start"], ["--params", "{}"], ["constructor"]]) {
      expect(await program.run(args, fixture)).toMatchObject({ code: 2, json: { code: "usage" } });
    }
    expect(await program.run(["--help"], fixture)).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("composite skills", () => {
  const fixture = { fixture: "composite" };
  const params = (name: string): string[] => ["--output", JSON.stringify({ name })];

  it("B2: keeps the params that the dispatcher made", async () => {
    const first = await program.run(["advance", "--step", "pick", ...params("Ann")], fixture);
    expect(first.json).toMatchObject({ step: "doctor/diagnose", prompt: "<prompt>\nDiagnose Ann\n</prompt>" });
    expect(first.json["preamble"]).toMatch(/^You are a doctor\./);
    const history = JSON.stringify([first.json["completed"]]);
    const second = await program.run(
      ["advance", "--step", "doctor/diagnose", ...params("flu"), "--history", history],
      fixture,
    );
    expect(second.json).toMatchObject({ step: "doctor/treat", prompt: "<prompt>\nTreat Ann\n</prompt>" });
    const named = await program.run(
      ["resume", "--history", JSON.stringify([first.json["completed"], second.json["completed"]])],
      fixture,
    );
    expect(named.json["step"]).toBe("doctor/treat");
  });

  it("begins in a sub-skill with params of its own, and goes on there", async () => {
    const own = ["--params", '{"patient":"Bob"}'];
    const first = await program.run(["doctor", ...own], fixture);
    expect(first.json).toMatchObject({ step: "doctor/diagnose", prompt: "<prompt>\nDiagnose Bob\n</prompt>" });
    const ways = [
      ["doctor", "advance", "--step", "diagnose"],
      ["doctor", "advance", "--step", "doctor/diagnose"],
      ["advance", "--step", "doctor/diagnose"],
    ];
    for (const way of ways) {
      const next = await program.run([...way, ...params("flu"), ...own], fixture);
      expect(next.json).toMatchObject({ step: "doctor/treat", prompt: "<prompt>\nTreat Bob\n</prompt>" });
    }
    const refused = await program.run(["doctor", "start"], fixture);
    expect([refused.code, refused.json["code"]]).toEqual([1, "params-invalid"]);
    expect(await program.run(["doctor", "cleanup"], fixture)).toMatchObject({ code: 2 });
  });

  it("ends with a topic that a step leads to", async () => {
    const ran = await program.run(["advance", "--step", "pick", ...params("guide")], fixture);
    expect(ran.json).toMatchObject({ kind: "done", finalOutput: { topic: "guide", content: "Guide text" } });
    expect(await program.run(["topic", "guide"], fixture)).toMatchObject({ code: 0, stdout: "Guide text\n" });
  });

  it("B6: follows an entry without a prompt into a sub-skill", async () => {
    const ran = await program.run(["--params", "{}"], { fixture: "redirected" });
    expect(ran.json).toMatchObject({
      kind: "prompt",
      step: "doctor/diagnose",
      prompt: "<prompt>\nDiagnose Ann\n</prompt>",
    });
  });

  it("tells the preamble of the skill and of a sub-skill", async () => {
    const sub = await program.run(["doctor", "preamble", "--host", "claude-code"], fixture);
    expect(sub.json).toMatchObject({
      kind: "preamble",
      preamble: expect.stringMatching(/^You are a doctor[\s\S]*AskUserQuestion/) as string,
    });
  });
});
