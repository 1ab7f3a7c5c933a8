import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

function place(): { cwd: string; env: Record<string, string>; skills: string } {
  const home = tempFolder({
    "project/.git/HEAD": "x",
    "project/.claude/skills/a/SKILL.md": goodSkill("a"),
    "project/.claude/skills/a/scripts/go.sh": "echo hi\n",
  });
  const cwd = join(home, "project");
  mkdirSync(join(home, "state"));
  const env = {
    HOME: join(home, "user"),
    USERPROFILE: join(home, "user"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
  };
  return { cwd, env, skills: join(cwd, ".claude/skills") };
}

interface Listed {
  readonly approvals: readonly {
    readonly kind: string;
    readonly action: string;
    readonly skill: string;
    readonly digest: string;
  }[];
}

describe("tradecraft trust", () => {
  it("agrees to scripts by content, lists and takes back", async () => {
    const { cwd, env } = place();
    const options = { cwd, env };
    expect((await runCli(["trust", "add", "a"], options)).code).toBe(2);
    const added = await runCli(["trust", "add", "a", "--script", "go.sh", "--yes"], options);
    expect(added.code).toBe(0);
    expect(added.stdout).toContain("run scripts/go.sh");
    const { approvals } = JSON.parse((await runCli(["trust", "list", "--json"], options)).stdout) as Listed;
    expect(approvals).toMatchObject([{ kind: "script", action: "run scripts/go.sh", skill: "a" }]);
    expect((await runCli(["trust", "add", "a", "--script", "none.sh", "--yes"], options)).code).toBe(1);
    expect((await runCli(["trust", "remove", "a"], options)).stdout).toContain("1 agreement taken back");
    expect((await runCli(["trust", "remove", "a"], options)).code).toBe(1);
    expect((await runCli(["trust", "list"], options)).stderr).toContain("Nothing was agreed to");
  });

  it("trusts a project's folder until anything in it changes", async () => {
    const { cwd, env, skills } = place();
    const options = { cwd, env };
    const published = async (): Promise<string> => (await runCli(["mcp", "--json"], options)).stdout;
    const needsTrust = async (): Promise<boolean> =>
      (await runCli(["list"], options)).stdout.includes("comes with the project");
    expect(await needsTrust()).toBe(true);
    expect(await published()).not.toContain('"id": "a"');
    const added = await runCli(["trust", "add", ".claude/skills", "--yes"], options);
    expect(added.stdout).toContain(skills);
    expect(await needsTrust()).toBe(false);
    expect(await published()).toContain('"a"');
    writeFileSync(join(skills, "a/notes.md"), "new\n");
    expect(await needsTrust()).toBe(true);
    await runCli(["trust", "add", ".claude/skills", "--yes"], options);
    expect(await needsTrust()).toBe(false);
    mkdirSync(join(skills, "b"));
    writeFileSync(join(skills, "b/SKILL.md"), goodSkill("b"));
    expect(await needsTrust()).toBe(true);
    expect((await runCli(["trust", "remove", ".claude/skills"], options)).code).toBe(0);
  });

  it("shows what is in a folder before it is agreed to", async () => {
    const { cwd, env, skills } = place();
    mkdirSync(join(skills, "b"));
    writeFileSync(join(skills, "b/SKILL.md"), goodSkill("b"));
    const asked = await runCli(["trust", "add", ".claude/skills"], { cwd, env });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/skills {3}2, with 3 files\n {9}a\n {9}b\n/);
  });

  it("agrees to no folder that holds no skills, or that nobody is asked about", async () => {
    const { cwd, env, skills } = place();
    const add = (path: string) => runCli(["trust", "add", path, "--yes"], { cwd, env });
    mkdirSync(join(cwd, "elsewhere/a"), { recursive: true });
    writeFileSync(join(cwd, "elsewhere/a/SKILL.md"), goodSkill("a"));
    mkdirSync(join(cwd, ".agents/skills/empty"), { recursive: true });
    for (const path of ["elsewhere", ".", "..", "/", ".claude", skills.replace("skills", "")])
      expect((await add(path)).stderr, path).toMatch(/Nobody is asked about/);
    expect((await add(".agents/skills")).stderr).toMatch(/There are no skills/);
    expect((await add(".agents/skills")).code).toBe(1);
    symlinkSync("/etc", join(skills, "etc"));
    expect((await add(".claude/skills")).stderr).toMatch(/path-refused: .*"etc"/);
    expect((await runCli(["trust", "list"], { cwd, env })).stderr).toContain("Nothing was agreed to");
  });

  it("agrees to the folder of another project, by its path", async () => {
    const { cwd, env, skills } = place();
    const elsewhere = { cwd: join(cwd, ".."), env };
    expect(await runCli(["trust", "add", skills, "--yes"], elsewhere)).toMatchObject({ code: 0 });
    expect((await runCli(["list"], { cwd, env })).stdout).not.toContain("comes with the project");
  });

  it("takes back what was agreed to for a folder that is gone, and says where there is nothing", async () => {
    const { cwd, env, skills } = place();
    const options = { cwd, env };
    await runCli(["trust", "add", ".claude/skills", "--yes"], options);
    rmSync(join(cwd, ".claude"), { recursive: true });
    const removed = await runCli(["trust", "remove", skills], options);
    expect(removed).toMatchObject({ code: 0 });
    expect(removed.stdout).toContain("1 agreement taken back");
    const again = await runCli(["trust", "remove", skills], options);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("Nothing was agreed to");
    // What hosts keep for themselves is no agreement.
    const file = join(env["XDG_STATE_HOME"] ?? "", "tradecraft/approvals.jsonl");
    appendFileSync(file, `${JSON.stringify({ approve: "seen", skill: "x", digest: `sha256:${"0".repeat(64)}` })}\n`);
    expect(await runCli(["trust", "remove", "x"], options)).toMatchObject({ code: 1, stdout: "" });
  });

  it("trusts nothing when the approvals cannot be read", async () => {
    const { cwd, env } = place();
    const options = { cwd, env };
    await runCli(["trust", "add", ".claude/skills", "--yes"], options);
    mkdirSync(join(env["XDG_STATE_HOME"] ?? "", "tradecraft"), { recursive: true });
    writeFileSync(join(env["XDG_STATE_HOME"] ?? "", "tradecraft/approvals.jsonl"), "nonsense\n");
    expect((await runCli(["trust", "list"], options)).code).toBe(1);
    const list = await runCli(["list"], options);
    expect(list.code).toBe(0);
    expect(list.stdout).toContain("comes with the project");
  });

  it("explains wrong usage", async () => {
    const { cwd, env } = place();
    for (const argv of [
      ["trust", "grant", "a"],
      ["trust", "add"],
      ["trust", "list", "a"],
    ])
      expect((await runCli(argv, { cwd, env })).code).toBe(2);
  });
});
