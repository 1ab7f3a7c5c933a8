import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pinSkillFiles } from "../../../src/core/integrity/pin-skill-files.ts";
import { skillDigest } from "../../../src/core/integrity/skill-digest.ts";
import type { SkillFileList } from "../../../src/core/integrity/skill-file-list.ts";
import type { ScriptSkill } from "../../../src/core/skillset/script-runner.ts";
import { fileApprovalStore } from "../../../src/node/file-approval-store.ts";
import { processRunner } from "../../../src/node/process-runner.ts";
import { folderSkill, memorySkill, runScript, tempFolder } from "./script-skill.ts";

const pin = (skill: ScriptSkill): Promise<SkillFileList> =>
  pinSkillFiles({
    readSkill: async () => "---\nname: tool\n---\n",
    listResources: (options) => skill.listResources(options),
    readResource: (path, options) => skill.readResource(path, options),
  });

describe("content that was agreed to", () => {
  const files = { "scripts/a.sh": "cat lib.txt\n", "lib.txt": "one\n" };

  it("runs, and any other is refused", async () => {
    const skill = folderSkill(files);
    const agreed = await pin(skill);
    const run = () => runScript(skill, "scripts/a.sh", { files: agreed });
    expect((await run()).stdout).toBe("one\n");
    const changes: (() => void)[] = [
      () => writeFileSync(join(skill.folder, "lib.txt"), "two\n"),
      () => writeFileSync(join(skill.folder, "scripts/a.sh"), "echo evil   \n"),
      () => writeFileSync(join(skill.folder, "scripts/extra.py"), ""),
      () => chmodSync(join(skill.folder, "lib.txt"), 0o755),
    ];
    for (const change of changes) {
      folderSkill(files, skill.folder);
      change();
      await expect(run()).rejects.toMatchObject({ code: "digest-mismatch" });
    }
  });

  it("is checked in a copy and in a skill without a folder too", async () => {
    const skill = memorySkill(files);
    const agreed = await pin(skill);
    expect((await runScript(skill, "scripts/a.sh", { files: agreed })).stdout).toBe("one\n");
    const other = memorySkill({ ...files, "lib.txt": "two\n" });
    await expect(runScript(other, "scripts/a.sh", { files: agreed })).rejects.toMatchObject({
      code: "digest-mismatch",
    });
    const folder = folderSkill(files);
    const copied = await runScript(folder, "scripts/a.sh", { files: await pin(folder) }, { folder: "copy" });
    expect(copied.stdout).toBe("one\n");
  });

  it("holds no file whose name keeps it out of the digest", async () => {
    for (const hidden of ["scripts/aux.sh", "scripts/nul", "con/lib.sh", "scripts/a:b.sh", "scripts/constructor"]) {
      const skill = folderSkill(files);
      const agreed = await pin(skill);
      folderSkill({ [hidden]: "echo evil\n" }, skill.folder);
      expect(await skillDigest(await pin(skill)), hidden).toBe(await skillDigest(agreed));
      const run = (folder: "own" | "copy") => runScript(skill, "scripts/a.sh", { files: agreed }, { folder });
      await expect(run("own"), hidden).rejects.toMatchObject({ code: "script-refused" });
      expect((await run("copy")).stdout).toBe("one\n");
    }
  });

  it("is all that runs: what no approval covers is left out of a copy, unless the folder itself is asked for", async () => {
    const evil = tempFolder();
    writeFileSync(join(evil, "lib.sh"), "echo evil\n");
    const covered = { "scripts/a.sh": "[ -e lib.sh ] && . ./lib.sh; [ -d node_modules ] && echo modules; echo done\n" };
    const linked = folderSkill(covered);
    const withModules = folderSkill(covered);
    const agreed = await pin(linked);
    symlinkSync(join(evil, "lib.sh"), join(linked.folder, "lib.sh"));
    mkdirSync(join(withModules.folder, "node_modules"));
    for (const skill of [linked, withModules]) {
      expect((await runScript(skill, "scripts/a.sh", { files: agreed }, { sandbox: "off" })).stdout).toBe("done\n");
    }
    const own = await runScript(withModules, "scripts/a.sh", { files: agreed }, { sandbox: "off", folder: "own" });
    expect(own.stdout).toBe("modules\ndone\n");
  });

  it.each([".git/lib.sh", "scripts/.git/lib.sh", ".git"])("is all that runs, also beside %s", async (hidden) => {
    const skill = folderSkill({
      "scripts/a.sh":
        'for lib in ../.git/lib.sh .git/lib.sh ../.git; do at="$(dirname "$0")/$lib"; [ -f "$at" ] && . "$at"; done; echo done\n',
    });
    const agreed = await pin(skill);
    folderSkill({ [hidden]: "echo evil\n" }, skill.folder);
    expect(await skillDigest(await pin(skill))).toBe(await skillDigest(agreed));
    expect((await runScript(skill, "scripts/a.sh", { files: agreed })).stdout).toBe("done\n");
    const own = await runScript(skill, "scripts/a.sh", { files: agreed }, { folder: "own" });
    expect(own.stdout).toBe("evil\ndone\n");
  });

  it("may hold folders that no folder source would list, where it lies in no folder", async () => {
    const skill = memorySkill({ ...files, "node_modules/dep/index.js": "", "assets/.git/HEAD": "" });
    expect((await runScript(skill, "scripts/a.sh", { files: await pin(skill) })).stdout).toBe("one\n");
  });

  it("asks again when it changed", async () => {
    const store = fileApprovalStore(join(tempFolder(), "approvals.jsonl"));
    const skill = folderSkill(files);
    const approval = async () => ({
      action: "run scripts/a.sh",
      skill: "tool",
      digest: await skillDigest(await pin(skill)),
    });
    await store.add(await approval());
    expect(await store.has(await approval())).toBe(true);
    writeFileSync(join(skill.folder, "lib.txt"), "two\n");
    expect(await store.has(await approval())).toBe(false);
  });
});

describe("approvals in a file", () => {
  const approval = { action: "run scripts/a.sh", skill: "tool", digest: `sha256:${"a".repeat(64)}` };

  it("are there in the next process, and nobody else's to read", async () => {
    const path = join(tempFolder(), "deep/state/approvals.jsonl");
    const store = fileApprovalStore(path);
    expect(await store.has(approval)).toBe(false);
    await store.add(approval);
    await store.add(approval);
    const again = fileApprovalStore(path);
    expect(await again.has(approval)).toBe(true);
    for (const other of [
      { action: "run scripts/b.sh" },
      { skill: "toolbox" },
      { digest: `sha256:${"b".repeat(64)}` },
    ]) {
      expect(await again.has({ ...approval, ...other })).toBe(false);
    }
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(2);
    if (process.platform !== "win32") {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    }
  });

  it("cover every script when that was approved, and are taken back by skill", async () => {
    const store = fileApprovalStore(join(tempFolder(), "approvals.jsonl"));
    await store.add({ ...approval, action: "run *" });
    await store.add({ ...approval, skill: "other" });
    expect(await store.has({ ...approval, action: "run scripts/any.py" })).toBe(true);
    expect(await store.has({ ...approval, action: "install" })).toBe(false);
    await store.revoke("tool");
    expect(await store.has({ ...approval, action: "run *" })).toBe(false);
    expect(await store.has({ ...approval, skill: "other" })).toBe(true);
    await store.add(approval);
    expect(await store.has(approval)).toBe(true);
  });

  it("survive many writers", async () => {
    const path = join(tempFolder(), "approvals.jsonl");
    const skills = Array.from({ length: 100 }, (_, at) => `skill-${at}`);
    await Promise.all(skills.map((skill) => fileApprovalStore(path).add({ ...approval, skill })));
    const store = fileApprovalStore(path);
    for (const skill of skills) expect(await store.has({ ...approval, skill })).toBe(true);
  });

  it("are refused and left alone where the file is not sound", async () => {
    for (const text of [
      "{}",
      "{}\n",
      "not json\n",
      '{"approve":"run *","skill":"tool"}\n',
      "[]\n",
      "null\n",
      '{"approve":"run *","skill":"t","digest":"d"}',
      "\n",
    ]) {
      const path = join(tempFolder(), "approvals.jsonl");
      writeFileSync(path, text, { mode: 0o600 });
      const store = fileApprovalStore(path);
      for (const call of [() => store.has(approval), () => store.add(approval), () => store.revoke("tool")]) {
        await expect(call(), text).rejects.toMatchObject({ code: "file-unreadable" });
      }
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  it.runIf(process.platform !== "win32")("are refused where others may write, and behind links", async () => {
    const folder = tempFolder();
    const path = join(folder, "approvals.jsonl");
    await fileApprovalStore(path).add(approval);
    symlinkSync(path, join(folder, "link.jsonl"));
    await expect(fileApprovalStore(join(folder, "link.jsonl")).has(approval)).rejects.toMatchObject({
      code: "file-unreadable",
    });
    chmodSync(path, 0o622);
    await expect(fileApprovalStore(path).has(approval)).rejects.toThrow("others may write to it");
    mkdirSync(join(folder, "folder.jsonl"));
    await expect(fileApprovalStore(join(folder, "folder.jsonl")).has(approval)).rejects.toMatchObject({
      code: "file-unreadable",
    });
  });
});

describe("many runs", () => {
  it("are so many at a time, in the order in which they came", async () => {
    const log = join(tempFolder(), "log");
    const skill = folderSkill({ "scripts/a.sh": 'echo "+$1" >>"$LOG"; sleep 0.1; echo "-$1" >>"$LOG"\n' });
    const runner = processRunner({ sandbox: "off", concurrency: 2, env: { LOG: log } });
    const run = (name: string, signal?: AbortSignal) =>
      runner.run({ skill, script: "scripts/a.sh", args: [name], ...(signal === undefined ? {} : { signal }) });
    const controller = new AbortController();
    const runs = ["a", "b", "c"].map((name) => run(name));
    const cancelled = run("x", controller.signal);
    runs.push(...["d", "e"].map((name) => run(name)));
    controller.abort(new Error("no more"));
    await expect(cancelled).rejects.toThrow("no more");
    await Promise.all(runs);
    const events = readFileSync(log, "utf8").trim().split("\n");
    let at = 0;
    const most = Math.max(...events.map((event) => (at += event.startsWith("+") ? 1 : -1)));
    expect(most).toBe(2);
    const starts = events.filter((event) => event.startsWith("+")).join("");
    expect(starts).toMatch(/^(?:\+a\+b|\+b\+a)\+c/);
    expect(starts).not.toContain("x");
    expect(starts).toHaveLength(10);
  });

  it("fail in words where this machine has no place for them, and leave nothing behind", async () => {
    const files = { "scripts/a.sh": "echo ran\n" };
    const place = tempFolder();
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = join(place, "none");
    try {
      for (const sandbox of ["off", "auto"] as const) {
        const runner = processRunner({ sandbox });
        const run = () => runner.run({ skill: memorySkill(files), script: "scripts/a.sh", args: [] });
        process.env["TMPDIR"] = join(place, "none");
        await expect(run(), sandbox).rejects.toMatchObject({ code: "script-unavailable" });
        process.env["TMPDIR"] = place;
        expect((await run()).stdout).toBe("ran\n");
      }
      await expect(
        runScript(memorySkill(files), "scripts/a.sh", {}, { scratch: join(place, "none") }),
      ).rejects.toMatchObject({ code: "script-unavailable" });
      for (const more of [{ "lib/x": "", "lib/x/y": "" }, { [`lib/${"n".repeat(300)}`]: "" }]) {
        const run = runScript(memorySkill({ ...files, ...more }), "scripts/a.sh");
        await expect(run).rejects.toMatchObject({ code: "script-unavailable" });
      }
      const slow = memorySkill({ "scripts/a.sh": "", "lib/bad": "", "lib/slow": "x" });
      const readResource = async (path: string): Promise<string> => {
        if (path === "lib/bad") throw new Error("gone");
        await wait(path === "lib/slow" ? 100 : 0);
        return "";
      };
      await expect(runScript({ ...slow, readResource }, "scripts/a.sh")).rejects.toThrow("gone");
      await wait(150);
      expect(readdirSync(place)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
  });

  it("do not begin with an input that is no text", async () => {
    const stdin = 7 as unknown as string;
    await expect(runScript({ "scripts/a.sh": "cat\n" }, "scripts/a.sh", { stdin })).rejects.toMatchObject({
      code: "script-refused",
    });
  });

  it("go on after one that failed to start", async () => {
    const skill = folderSkill({ "scripts/a.sh": "echo ran\n" });
    const runner = processRunner({ sandbox: "off", concurrency: 1 });
    await expect(runner.run({ skill, script: "scripts/none.sh", args: [] })).rejects.toMatchObject({
      code: "resource-missing",
    });
    expect((await runner.run({ skill, script: "scripts/a.sh", args: [] })).stdout).toBe("ran\n");
    await expect(
      runner.run({ skill, script: "scripts/a.sh", args: [], signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("options", () => {
  it("are checked once", () => {
    for (const options of [
      { timeout: 0 },
      { timeout: Infinity },
      { concurrency: 0 },
      { maxOutputBytes: -1 },
      { timeouts: { a: Number.NaN } },
      { env: { "A=B": "" } },
      { env: { A: "\0" } },
      { sandbox: "require" as "required" },
      { folder: "Copy" as "copy" },
      { cwd: "home" as "scratch" },
      { readable: ["data"] },
    ]) {
      expect(() => processRunner(options), JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: "script-refused" }),
      );
    }
  });
});
