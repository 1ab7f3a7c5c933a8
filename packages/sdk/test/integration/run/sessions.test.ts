import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSession } from "./session-driver.ts";
import { bundleSkills, type SkillProgram } from "./skill-program.ts";

let program: SkillProgram;
beforeAll(async () => void (program = await bundleSkills()));
afterAll(() => program.remove());

describe("the session protocol", () => {
  it("runs through the file alone", async () => {
    const args = ["--params", '{"lang":"German"}', "--host", "claude-code", "--tools", "Read"];
    const session = await startSession(program, { args });
    expect(session.id).toMatch(/^[0-9a-f]{32}$/);
    expect(session).toMatchObject({ first: 2, file: join(program.sessions, `${session.id}.jsonl`) });
    expect(Object.keys(session.line(1))).toEqual([
      "type",
      "sessionId",
      "skill",
      "host",
      "tools",
      "params",
      "createdAt",
      "outputMode",
    ]);
    expect(session.line(1)).toMatchObject({
      skill: "hello",
      host: "claude-code",
      params: { lang: "German" },
      outputMode: "file",
    });
    expect(Object.keys(session.line(2))).toEqual(["type", "kind", "step", "prompt", "schema", "preamble"]);
    session.write("greet", { name: 1 });
    expect(await session.run("advance")).toMatchObject({
      code: 0,
      stdout: "4\n",
      stderr: "error: name: must be a string\n",
    });
    expect(session.line(4)).toEqual({
      type: "error",
      kind: "error",
      error: "validation",
      code: "answer-invalid",
      step: "greet",
      message: "name: must be a string",
      retry: true,
    });
    session.write("greet", { name: "Al" });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "6\n", stderr: "" });
    expect(session.line(6)).toMatchObject({
      type: "prompt",
      step: "bye",
      completed: { step: "greet", response: { name: "Al" } },
    });
    session.write("bye", { name: "Bo" });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "8\n" });
    expect(session.line(8)).toMatchObject({ type: "done", kind: "done", done: true, finalOutput: { name: "Bo" } });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "8\n" });
  });

  it("takes answers as flags too, and writes them down", async () => {
    const session = await startSession(program, { args: ["--output-mode", "flag"] });
    expect(await session.answer("greet", { name: "Al" })).toMatchObject({ code: 0, stdout: "4\n" });
    expect(session.line(3)).toEqual({ type: "output", step: "greet", output: { name: "Al" } });
    expect(await session.run("advance")).toMatchObject({ code: 2, json: { code: "usage" } });
    const ran = await session.run("advance", ["--step", "bye", "--output", "-"], { stdin: '{"name":"piped"}' });
    expect(session.line(ran.stdout)).toMatchObject({ type: "done", finalOutput: { name: "piped" } });
    const lone = await session.run("advance", ["--output", "{}"]);
    expect([lone.code, lone.json["message"]]).toEqual([2, "--output needs --step: the step that it answers."]);
  });

  it("takes the answer that was just taken once, though it is sent again, and tells others where it stands", async () => {
    const session = await startSession(program);
    const { stdout } = await session.answer("greet", { name: "x" });
    expect(await session.answer("greet", { name: "x" })).toMatchObject({ code: 0, stdout });
    const other = await session.answer("greet", { name: "y" });
    expect([other.code, other.json["code"]]).toEqual([1, "step-not-current"]);
    const states = async (): Promise<unknown[]> => {
      const { json } = await program.run(["list", "--session-dir", program.sessions]);
      const row = (json["sessions"] as { sessionId: string; state: string }[]).find(
        (each) => each.sessionId === session.id,
      );
      return [row?.state, (await session.run("status")).json["state"]];
    };
    expect(await states()).toEqual(["waiting", "waiting"]);
    expect(await session.answer("greet", { name: "x" })).toMatchObject({ code: 0, stdout });
    const done = await session.answer("bye", { name: "x" });
    expect(await session.answer("bye", { name: "x" })).toMatchObject({ code: 0, stdout: done.stdout });
    expect(session.line(done.stdout)).toMatchObject({ type: "done" });
  });

  it("B9: refuses other steps, names the current one, and does not reopen what has ended", async () => {
    const session = await startSession(program);
    const flag = await session.answer("bye", { name: "x" });
    expect([flag.code, flag.json["code"]]).toEqual([1, "step-not-current"]);
    expect(flag.json["message"]).toContain('"greet" is');
    session.write("bye", { name: "x" });
    const line = await session.run("advance");
    expect(line).toMatchObject({ code: 1, json: { error: "conflict", code: "step-not-current", step: "bye" } });
    expect(line.json["message"]).toBe('"bye" is not the current step; "greet" is.');
    expect(session.lines().at(-1)).toMatchObject({ type: "error", code: "step-not-current" });
    const named = await session.run("advance", ["--step", "bye"]);
    expect(named.json["code"]).toBe("step-not-current");
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "2\n" });
    await session.answer("greet", { name: "x" });
    await session.answer("bye", { name: "x" });
    const { length } = session.lines();
    const ended = await session.answer("bye", { name: "y" });
    expect([ended.code, ended.json["code"]]).toEqual([1, "session-ended"]);
    expect(session.lines()).toHaveLength(length);
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: `${length}\n` });
    session.write("bye", { name: "late" });
    expect((await session.run("advance")).json["code"]).toBe("session-ended");
  });

  it("B10: consumes a line once, also in a loop", async () => {
    const log = join(program.folder, "b10.log");
    const session = await startSession(program, { fixture: "work", env: { ACTION_LOG: log } });
    session.write("work", { n: 1 });
    expect((await session.run("advance")).stdout).toBe("4\n");
    for (let again = 0; again < 3; again++)
      expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "4\n" });
    expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(1);
    expect((await session.run("status")).json["visits"]).toEqual({ work: 1 });
  });

  it("does the same once for the same key", async () => {
    const log = join(program.folder, "key.log");
    const session = await startSession(program, { fixture: "work", env: { ACTION_LOG: log } });
    const first = await session.answer("work", { n: 1 }, "--key", "one");
    const again = await session.answer("work", { n: 1 }, "--key", "one");
    expect([again.code, again.stdout]).toEqual([0, first.stdout]);
    const second = await session.answer("work", { n: 2 }, "--key", "two");
    const old = await session.answer("work", { n: 1 }, "--key", "one");
    expect(session.line(old.stdout)).toMatchObject({ completed: { response: { n: 1 } } });
    expect((await session.run("resume")).stdout).toBe(second.stdout);
    expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(2);
  });

  it.each(["before it wrote its result", "before it noted what it wrote"])(
    "takes a line once when it was killed %s",
    async (when) => {
      const session = await startSession(program, { fixture: "work" });
      const marks = session.file.replace(".jsonl", ".marks");
      session.write("work", { n: 1 });
      const before = { marks: readFileSync(marks), file: readFileSync(session.file) };
      await session.run("advance");
      const restore = (): void => {
        writeFileSync(marks, before.marks);
        if (when === "before it wrote its result") writeFileSync(session.file, before.file);
      };
      restore();
      const line = await session.run("advance");
      expect(session.line(line.stdout)).toMatchObject({
        type: "prompt",
        step: "work",
        completed: { response: { n: 1 } },
      });
      restore();
      // The flags of the call that was killed, once more.
      const flag = await session.answer("work", { n: 1 });
      expect(session.line(flag.stdout)).toMatchObject({ type: "prompt", completed: { response: { n: 1 } } });
      expect(await session.run("advance")).toMatchObject({ code: 0, stdout: flag.stdout });
      expect((await session.run("status")).json["visits"]).toEqual({ work: 1 });
    },
  );

  it("knows a key again after a kill that nobody heard of", async () => {
    const session = await startSession(program, { fixture: "work" });
    const marks = session.file.replace(".jsonl", ".marks");
    const before = readFileSync(marks);
    const first = await session.answer("work", { n: 1 }, "--key", "one");
    // As if it was killed before it could note what it wrote.
    writeFileSync(marks, before);
    const again = await session.answer("work", { n: 1 }, "--key", "one");
    expect(Number(again.stdout)).toBeGreaterThan(Number(first.stdout));
    expect(session.line(again.stdout)).toEqual(session.line(first.stdout));
    session.write("work", { n: 2 });
    expect(session.line((await session.run("advance")).stdout)).toMatchObject({ completed: { response: { n: 2 } } });
  });

  it("passes over foreign, torn and open lines", async () => {
    const session = await startSession(program);
    appendFileSync(
      session.file,
      'garbage\n\n{"type":"note"}\nnull\n[1]\n{"type":"output","step":"greet","output":{"name":"Al"}}\r\n{"half',
    );
    const ran = await session.run("advance");
    const lines = readFileSync(session.file, "utf8").split("\n");
    expect(JSON.parse(lines[Number(ran.stdout) - 1] ?? "")).toMatchObject({ type: "prompt", step: "bye" });
    appendFileSync(session.file, '{"type":"output","step":"bye","output":{"name":"open"}}');
    const last = await session.run("advance");
    const all = readFileSync(session.file, "utf8").split("\n");
    expect(JSON.parse(all[Number(last.stdout) - 1] ?? "")).toMatchObject({
      type: "done",
      finalOutput: { name: "open" },
    });
  });

  it("says so when the only new answer is no JSON", async () => {
    const session = await startSession(program);
    appendFileSync(session.file, '{"type":"output","step":"greet","output":{"name":"it"s"}}\n');
    const ran = await session.run("advance");
    expect([ran.code, ran.stdout]).toEqual([0, "4\n"]);
    expect(ran.stderr).toContain("The output line is no JSON: column 54");
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "2\n" });
  });

  it("takes 20 MB as a line and through standard input", async () => {
    const name = "x".repeat(20 * 1024 * 1024);
    const session = await startSession(program);
    session.write("greet", { name });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "4\n" });
    const ran = await session.run("advance", ["--step", "bye", "--output", "-"], { stdin: JSON.stringify({ name }) });
    expect(ran).toMatchObject({ code: 0, stdout: "6\n" });
    expect((session.line(6)["finalOutput"] as { name: string }).name === name).toBe(true);
  });

  it("keeps host, tools and params", async () => {
    const args = ["--params", '{"lang":"German"}', "--host", "claude-code", "--tools", "Read", "--subagent"];
    const session = await startSession(program, { args });
    expect(session.line(1)).toMatchObject({ isSubagent: true });
    const again = await session.run("resume", ["--preamble"]);
    expect(session.line(again.stdout)).toMatchObject({
      step: "greet",
      prompt: "<prompt>\nGreet in German; true\n</prompt>",
    });
    expect(session.line(again.stdout)["preamble"]).not.toContain("AskUserQuestion");
    expect((await session.run("preamble")).json["preamble"]).toBe(session.line(2)["preamble"]);
    expect(await session.run("resume", ["--host", "codex"])).toMatchObject({ code: 2 });
  });
});

describe("composite sessions", () => {
  it("B2: keep the params of both ways into a sub-skill", async () => {
    const session = await startSession(program, { fixture: "composite" });
    const first = await session.answer("pick", { name: "Ann" });
    expect(session.line(first.stdout)).toMatchObject({
      step: "doctor/diagnose",
      prompt: "<prompt>\nDiagnose Ann\n</prompt>",
    });
    session.write("doctor/diagnose", { name: "flu" });
    const second = await session.run("advance");
    expect(session.line(second.stdout)).toMatchObject({ prompt: "<prompt>\nTreat Ann\n</prompt>" });
    expect((await session.run("preamble")).json["preamble"]).toMatch(/^You are a doctor/);
    const direct = await startSession(program, {
      fixture: "composite",
      args: ["doctor", "--params", '{"patient":"Bob"}'],
    });
    expect(direct.line(2)).toMatchObject({ step: "doctor/diagnose", prompt: "<prompt>\nDiagnose Bob\n</prompt>" });
    const next = await direct.run("doctor advance", ["--step", "diagnose", "--output", '{"name":"flu"}']);
    expect(direct.line(next.stdout)).toMatchObject({ step: "doctor/treat", prompt: "<prompt>\nTreat Bob\n</prompt>" });
  });
});

describe("parallel steps", () => {
  it("take the lines of all parts, whoever wrote them", async () => {
    const session = await startSession(program, { fixture: "parts" });
    expect(session.line(2)).toMatchObject({ step: "research#0", parallel: { total: 3 } });
    session.write("research#2", { name: "z" });
    session.write("research#0", { name: "x" });
    const two = await session.run("advance");
    expect(session.line(two.stdout)).toMatchObject({ step: "research#1", parallel: { done: 2 } });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: two.stdout });
    session.write("research#1", { name: "y" });
    expect(session.line((await session.run("advance")).stdout)).toMatchObject({ step: "sum" });
  });

  it("take the parts side by side, as flags and as lines", async () => {
    const session = await startSession(program, { fixture: "parts" });
    session.write("research#1", { name: "y" });
    const both = await Promise.all([
      session.answer("research#0", { name: "x" }),
      session.answer("research#2", { name: "z" }),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(session.line((await session.run("advance")).stdout)).toMatchObject({ step: "sum" });
  });
});

describe("going back and looking", () => {
  it("goes back, and on again", async () => {
    const session = await startSession(program);
    await session.answer("greet", { name: "Al" });
    const back = await session.run("back");
    expect(session.line(back.stdout)).toMatchObject({ type: "prompt", step: "greet" });
    const none = await session.run("back");
    expect([none.code, none.json["code"]]).toEqual([2, "back-refused"]);
    session.write("greet", { name: "Bo" });
    await session.run("advance");
    const to = await session.run("back", ["--to", "greet"]);
    expect(session.line(to.stdout)).toMatchObject({ step: "greet" });
  });

  it("goes back over an action only by force", async () => {
    const session = await startSession(program, { fixture: "work" });
    await session.answer("work", { n: 1 });
    const refused = await session.run("back");
    expect([refused.code, refused.json["code"]]).toEqual([2, "back-refused"]);
    expect((await session.run("back", ["--force"])).code).toBe(0);
  });

  it("says where a session stands, and which there are", async () => {
    const session = await startSession(program);
    const status = await session.run("status");
    expect(status.json).toMatchObject({
      kind: "status",
      sessionId: session.id,
      state: "waiting",
      step: "greet",
      file: session.file,
      line: 2,
    });
    const list = await program.run(["list", "--session-dir", program.sessions]);
    expect(list.json["sessions"]).toContainEqual({
      sessionId: session.id,
      file: session.file,
      skill: "hello",
      state: "waiting",
      step: "greet",
      line: 2,
    });
    expect(await program.run(["list", "--session-dir", "none"])).toMatchObject({ code: 0, json: { sessions: [] } });
    expect(existsSync(join(program.folder, "none"))).toBe(false);
  });
});

describe("removing", () => {
  it("removes a session and nothing else", async () => {
    const session = await startSession(program);
    expect((await session.run("cleanup")).json).toEqual({ kind: "cleanup", removed: [session.id] });
    expect(readdirSync(program.sessions).filter((name) => name.startsWith(session.id))).toEqual([]);
    expect(await session.run("cleanup")).toMatchObject({ code: 0, json: { removed: [] } });
    const gone = await session.run("advance");
    expect([gone.code, gone.json["code"]]).toEqual([1, "session-unknown"]);
  });

  it("removes those that nobody went on with", async () => {
    const folder = join(program.folder, "old");
    const old = await startSession({ ...program, sessions: folder });
    const fresh = await startSession({ ...program, sessions: folder });
    writeFileSync(join(folder, "notes.jsonl"), "{}\n");
    const before = new Date(Date.now() - 8 * 86_400_000);
    for (const name of readdirSync(folder))
      if (!name.startsWith(fresh.id)) utimesSync(join(folder, name), before, before);
    const ran = await program.run(["cleanup", "--older-than", "7d", "--session-dir", folder]);
    expect(ran.json).toEqual({ kind: "cleanup", removed: [old.id] });
    expect(readdirSync(folder).filter((name) => !name.startsWith(fresh.id))).toEqual(["notes.jsonl"]);
    expect((await fresh.run("advance")).stdout).toBe("2\n");
  });

  it("leaves alone those that a command is at work on, however old they are", { timeout: 60_000 }, async () => {
    const log = join(program.folder, "busy.log");
    const folder = join(program.folder, "busy");
    const env = { ACTION_LOG: log, ACTION_TIME: "3000" };
    const session = await startSession({ ...program, sessions: folder }, { fixture: "work", env });
    const slow = session.answer("work", { n: 1 });
    while (!existsSync(log)) await wait(20);
    const before = new Date(Date.now() - 8 * 86_400_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
    const clean = ["cleanup", "--older-than", "7d", "--session-dir", folder];
    const own = { fixture: "work" } as const;
    expect((await program.run(clean, own)).json).toEqual({ kind: "cleanup", removed: [] });
    expect(readdirSync(folder)).toContain(`${session.id}.call`);
    expect(await slow).toMatchObject({ code: 0, stdout: "4\n" });
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
    expect((await program.run(clean, own)).json).toEqual({ kind: "cleanup", removed: [session.id] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves alone those of other skills", async () => {
    const folder = join(program.folder, "others");
    const { id } = await startSession({ ...program, sessions: folder }, { fixture: "work" });
    const before = new Date(Date.now() - 8 * 86_400_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
    const files = readdirSync(folder);
    const clean = (...args: string[]) => program.run(["cleanup", ...args, "--session-dir", folder]);
    expect((await clean("--older-than", "7d")).json).toEqual({ kind: "cleanup", removed: [] });
    expect(await clean("--session", id)).toMatchObject({ code: 1, json: { code: "session-mismatch" } });
    // Without marks, as one that began over MCP.
    rmSync(join(folder, `${id}.marks`));
    expect(await clean("--session", id)).toMatchObject({ code: 1, json: { code: "session-mismatch" } });
    expect((await clean("--older-than", "7d")).json).toEqual({ kind: "cleanup", removed: [] });
    expect(readdirSync(folder)).toEqual(files.filter((name) => !name.endsWith(".marks")));
  });

  it.each(["../victim", "/../../victim", "a/b", "", ".", "a.b"])("B11: refuses the id %j", async (id) => {
    mkdirSync(program.sessions, { recursive: true, mode: 0o700 });
    writeFileSync(join(program.folder, "victim.jsonl"), "mine");
    for (const command of ["cleanup", "advance", "status", "resume"]) {
      const ran = await program.run([command, "--session", id, "--session-dir", program.sessions]);
      expect([ran.code, ran.json["code"]]).toEqual([2, "usage"]);
    }
    expect(readFileSync(join(program.folder, "victim.jsonl"), "utf8")).toBe("mine");
  });
});

describe("what goes wrong", () => {
  it("B14: leaves nothing of a session whose params are refused", async () => {
    const folder = join(program.folder, "refused");
    const ran = await program.run(["--params", '{"lang":1}', "--session", "new", "--session-dir", folder]);
    expect([ran.code, ran.json["code"]]).toEqual([1, "params-invalid"]);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it("B14: tells a failed action in the file and on stdout, and tries again on request", async () => {
    const log = join(program.folder, "failed.log");
    const session = await startSession(program, { fixture: "work", env: { ACTION_LOG: log } });
    const failed = await session.answer("work", { n: -1 });
    expect(failed.code).toBe(1);
    expect(failed.json).toMatchObject({
      error: "action",
      code: "action-failed",
      step: "work",
      message: "it cannot be done",
      retry: true,
    });
    expect(Object.keys(failed.json)).toEqual(["kind", "error", "code", "step", "message", "hint", "retry"]);
    expect(session.lines().at(-1)).toEqual({ type: "error", ...failed.json });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "2\n" });
    expect((await session.run("resume")).json["code"]).toBe("action-failed");
    expect((await session.answer("work", { n: 1 })).code).toBe(0);
  });

  it("does not repeat an action when its step leads nowhere", async () => {
    const log = join(program.folder, "lost.log");
    const session = await startSession(program, { fixture: "lost", env: { ACTION_LOG: log } });
    for (let again = 0; again < 2; again++) {
      const ran = await session.answer("a", { name: "x" });
      expect([ran.code, ran.json["code"]]).toEqual([1, "no-branch"]);
    }
    expect(readFileSync(log, "utf8")).toBe("ran\n");
  });

  it("refuses the session of another skill, and writes nothing to it", async () => {
    const session = await startSession(program);
    for (const command of ["advance", "resume", "status", "back"]) {
      const ran = await session.run(command, [], { fixture: "gate" });
      expect([ran.code, ran.json["code"]]).toEqual([1, "session-mismatch"]);
    }
    expect(session.lines()).toHaveLength(2);
  });

  it("refuses a session of a changed definition until that is accepted", async () => {
    const session = await startSession(program);
    session.write("greet", { name: "Al" });
    const changed = { fixture: "changed" };
    const refused = await session.run("advance", [], changed);
    expect([refused.code, refused.json["code"]]).toEqual([1, "session-mismatch"]);
    expect(refused.json["hint"]).toContain(`resume --session ${session.id} --accept-drift`);
    expect((await session.run("status", [], changed)).json["drifted"]).toBe(true);
    const accepted = await session.run("resume", ["--accept-drift"], changed);
    expect(session.line(accepted.stdout)).toMatchObject({
      type: "prompt",
      step: "greet",
      prompt: "<prompt>\nGreet\n</prompt>",
    });
    session.write("greet", { name: "Al", age: 3 });
    expect(session.line((await session.run("advance", [], changed)).stdout)).toMatchObject({ step: "bye" });
  });

  it("goes on without the file, without its marks, and with a file that was cut", async () => {
    const session = await startSession(program);
    await session.answer("greet", { name: "Al" });
    rmSync(session.file);
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "2\n" });
    expect(session.lines()).toMatchObject([
      { type: "header", host: "generic" },
      { type: "prompt", step: "bye" },
    ]);
    rmSync(session.file.replace(".jsonl", ".marks"));
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "3\n" });
    writeFileSync(session.file, "cut\n");
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "2\n" });
    session.write("bye", { name: "Bo" });
    expect(await session.run("advance")).toMatchObject({ code: 0, stdout: "4\n" });
  });

  it("keeps everything from others, and does not use a folder of theirs", async () => {
    const session = await startSession(program);
    expect(statSync(program.sessions).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(program.sessions).filter((each) => each.startsWith(session.id))) {
      expect(statSync(join(program.sessions, name)).mode & 0o777).toBe(0o600);
    }
    const open = join(program.folder, "open");
    mkdirSync(open);
    const { chmodSync } = await import("node:fs");
    chmodSync(open, 0o777);
    const ran = await program.run(["--params", "{}", "--session", "new", "--session-dir", open]);
    expect([ran.code, ran.json["code"]]).toEqual([1, "file-unreadable"]);
    expect(ran.json["message"]).toContain("others may write to it");
  });

  it("has a folder for each user", async () => {
    const temp = join(program.folder, "temp");
    mkdirSync(temp);
    const ran = await program.run(["--params", "{}", "--session", "new"], { env: { TMPDIR: temp } });
    expect(ran.json["file"]).toBe(
      join(temp, `tradecraft-sessions-${process.getuid?.()}`, `${String(ran.json["sessionId"])}.jsonl`),
    );
    expect(tmpdir()).not.toBe(temp);
  });
});

describe("secrets", () => {
  it("are in no line that we write, and reach the run", async () => {
    const args = ["--params", '{"token":"tok-123","user":"ann"}'];
    const session = await startSession(program, { fixture: "secret", args });
    await session.answer("login", { user: "ann", password: "pass-456" });
    await session.answer("end", { pin: "9876" });
    const text = readFileSync(session.file, "utf8");
    expect(text).not.toMatch(/tok-123|pass-456|9876/);
    expect(session.line(1)["params"]).toEqual({ token: "•••", user: "ann" });
    expect(session.line(3)["output"]).toEqual({ user: "ann", password: "•••" });
    expect(session.line(4)["completed"]).toMatchObject({ response: { password: "•••" }, result: { password: "•••" } });
    expect(session.line(6)["finalOutput"]).toEqual({ pin: "•••" });
    const journal = session.file.replace(".jsonl", ".journal");
    expect(readFileSync(journal, "utf8")).toMatch(/tok-123[\s\S]*pass-456[\s\S]*9876/);
    expect(statSync(journal).mode & 0o777).toBe(0o600);
  });

  it("of params and of earlier steps are in no later line, nor in what a refusal quotes", async () => {
    const session = await startSession(program, { fixture: "vault", args: ["--params", '{"token":"tok-123"}'] });
    const marks = session.file.replace(".jsonl", ".marks");
    const refused = await session.answer("login", { password: "bad-hunter2" });
    expect(refused.stderr).toBe('error: password: must be good (was "•••")\n');
    await session.answer("login", { password: "pass-456" });
    await session.answer("act", { name: "one pass-456" });
    const last = session.lines().at(-1)?.["completed"];
    const told = { password: "•••", url: "https://x?t=•••&p=•••" };
    expect(last).toMatchObject({ step: "act", response: { name: "one •••" }, actionResult: told, result: told });
    expect(statSync(marks).mode & 0o777).toBe(0o600);
    const before = readFileSync(session.file, "utf8");
    // Without marks the journal tells them.
    rmSync(marks);
    rmSync(session.file);
    await session.run("resume");
    session.write("act", { name: "two" });
    await session.run("advance");
    expect(session.lines().at(-1)?.["completed"]).toMatchObject({ actionResult: told });
    const failed = await session.answer("act", { name: "fail" });
    expect(failed.stdout).toContain("Refused ••• and •••.");
    expect(before + readFileSync(session.file, "utf8")).not.toMatch(/tok-123|pass-456|hunter2/);
  });

  it("are known after a command that was cut off", async () => {
    const session = await startSession(program, { fixture: "vault", args: ["--params", '{"token":"tok-123"}'] });
    const marks = session.file.replace(".jsonl", ".marks");
    const before = readFileSync(marks);
    await session.answer("login", { password: "pass-456" });
    writeFileSync(marks, before);
    await session.answer("act", { name: "one" });
    expect(session.lines().at(-1)).toMatchObject({ completed: { step: "act" } });
    expect(readFileSync(session.file, "utf8")).not.toMatch(/tok-123|pass-456/);
  });
});
