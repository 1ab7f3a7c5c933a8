import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { skillText, type SupplyWorld, supplyWorld, type TestRepository } from "../helpers/supply-world.ts";

interface Report {
  readonly version: number;
  readonly ok: boolean;
  readonly drift: boolean;
  readonly written: boolean;
  readonly sources: readonly { readonly name: string; readonly state: string; readonly skills: readonly object[] }[];
  readonly outputs: readonly { readonly path: string; readonly state: string; readonly files: readonly object[] }[];
  readonly error?: { readonly code: string; readonly message: string; readonly source?: string };
}

const first = {
  "skills/pdf/SKILL.md": skillText("pdf"),
  "skills/pdf/scripts/run.sh": "#!/bin/sh\necho pdf\n",
  "skills/pdf/old name.md": "A text that stays the same when its file is renamed.\n",
  "csv/SKILL.md": skillText("csv"),
};

/** A project with one repository, at a version, installed for Claude Code and baked. */
async function synced(): Promise<{ world: SupplyWorld; team: TestRepository; commit: string }> {
  const world = supplyWorld();
  const team = world.repository("team");
  const commit = team.commit(first, "v1.0.0");
  const { code, stderr } = await world.run("add", team.url, "--agent", "claude-code", "-o", "src/skills.generated.ts");
  expect([code, stderr]).toEqual([0, ""]);
  return { world, team, commit };
}

describe("add", () => {
  it("pins the newest version, installs, bakes, and says what came", async () => {
    const world = supplyWorld();
    const team = world.repository("team");
    team.commit(first, "v1.0.0");
    const { code, stdout } = await world.run("add", team.url, "--agent", "claude-code", "--out", "src/skills.ts");
    expect(code).toBe(0);
    expect(stdout).toContain("+ team  v1.0.0");
    expect(stdout).toMatch(/\+ pdf {2}3 files, \d+ B, not signed/);
    expect(stdout).toContain("+ scripts/run.sh");
    expect(JSON.parse(world.read("tradecraft.json"))).toEqual({
      skills: { team: { type: "git", url: team.url, version: "1.0.0" } },
      targets: { install: { agents: ["claude-code"] }, bake: { out: "src/skills.ts" } },
    });
    expect(world.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
    expect(world.read("src/skills.ts")).toContain("SkillDefinition");
    const { code: again } = await world.run("sync", "--check");
    expect(again).toBe(0);
  });

  it("takes the default branch where there is no version, and one skill of it", async () => {
    const world = supplyWorld();
    const team = world.repository("team");
    team.commit(first);
    expect((await world.run("add", team.url, "--skill", "csv", "--name", "mine", "--agent", "codex")).code).toBe(0);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      skills: { mine: { type: "git", url: team.url, ref: "HEAD", include: ["csv"] } },
    });
    expect(readdirSync(join(world.project, ".agents/skills")).sort()).toEqual([".gitattributes", "csv"]);
  });

  it("asks for a target where nobody can be asked, and begins nothing", async () => {
    const world = supplyWorld();
    const { code, stderr } = await world.run("add", "./somewhere");
    expect(code).toBe(2);
    expect(stderr).toContain("tradecraft add ./somewhere --agent claude-code");
    expect(world.snapshot()).toEqual({});
  });

  it("writes nothing when a source fails, and names it", async () => {
    const world = supplyWorld();
    const gone = pathToFileURL(join(world.base, "gone")).href;
    const { code, stderr, stdout } = await world.run("add", gone, "--agent", "claude-code");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^tradecraft: source-unavailable: gone: /);
    expect(world.snapshot()).toEqual({});
    const told = await world.json<Report>("add", gone, "--agent", "claude-code");
    expect(told).toMatchObject({
      exit: 1,
      version: 1,
      ok: false,
      error: { code: "source-unavailable", source: "gone" },
    });
  });

  it("takes a folder as seen from here, and tells one from a repository of the same name", async () => {
    const world = supplyWorld();
    world.write("tradecraft.json", "{}\n");
    world.write("tools/skills/pdf/SKILL.md", skillText("pdf"));
    const cwd = join(world.project, "tools");
    const { code } = await runCli(["add", "./skills", "--agent", "claude-code"], { cwd, env: world.env });
    expect(code).toBe(0);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({
      skills: { skills: { type: "file", path: "./tools/skills" } },
    });
    const mistaken = await world.run("add", "tools/skills", "--agent", "claude-code");
    expect(mistaken.code).toBe(2);
    expect(mistaken.stderr).toContain("write ./tools/skills for it, github:tools/skills for GitHub");
  });

  it("adds skills to a source that is there, and refuses another of its name", async () => {
    const { world, team } = await synced();
    const other = world.repository("other");
    other.commit({ "x/SKILL.md": skillText("x") });
    const taken = await world.run("add", other.url, "--name", "team");
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("choose a --name")]);
    expect((await world.run("remove", "pdf")).code).toBe(0);
    expect(existsSync(join(world.project, ".claude/skills/pdf"))).toBe(false);
    expect((await world.run("add", team.url, "--skill", "pdf")).code).toBe(0);
    expect(world.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
  });

  it.each([
    [["add", "pdf"], "source-invalid"],
    [["add", "a/b", "--version", "1.0.0", "--ref", "main"], "exclude each other"],
    [["add", "a/b#main", "--ref", "main"], "says already"],
    [["add", "./a", "--ref", "main"], "pinned by the lock"],
    [["add", "a/b", "c/d", "--name", "x"], "goes with one source"],
    [["add", "a/b", "--agent", "claude-cod"], 'did you mean "claude-code"?'],
    [["add", "a/b", "--out", "../x.ts"], "must be a file of the project"],
    [["add", "a/b", "--out", "x.ts", "--mode", "link"], "needs an agent"],
    [["sync", "--check", "--out", "x.ts"], "does not go with --check"],
    [["update", "--to", "1.0.0"], "--to goes with the name of one source"],
  ])("refuses %j", async (argv, message) => {
    const world = supplyWorld();
    const { code, stderr } = await world.run(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(world.snapshot()).toEqual({});
  });
});

describe("sync", () => {
  it("puts back what was deleted, refuses what was changed by hand, and replaces it when told to", async () => {
    const { world } = await synced();
    rmSync(join(world.project, ".claude/skills/pdf/SKILL.md"));
    expect((await world.run("sync", "--check")).code).toBe(1);
    expect((await world.run("sync")).code).toBe(0);
    world.write(".claude/skills/csv/SKILL.md", "tampered");
    world.write(".claude/skills/csv/extra\u001b[2J.md", "new");
    const before = world.snapshot();
    const checked = await world.run("sync", "--check");
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(".claude/skills/csv: is not what the lock pins");
    expect(checked.stdout).toContain("~ SKILL.md");
    expect(checked.stdout).toContain("extra␛[2J.md");
    const refused = await world.run("sync");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("sync-conflict")]);
    expect(refused.stderr).not.toContain("\u001b");
    expect(world.snapshot()).toEqual(before);
    expect((await world.run("sync", "--force")).code).toBe(0);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv"));
    expect((await world.run("sync", "--check")).code).toBe(0);
  });

  it("takes over what somebody else updated and committed, without a word about changes by hand", async () => {
    const { world, team } = await synced();
    const colleague = supplyWorld();
    colleague.write("tradecraft.json", world.read("tradecraft.json"));
    colleague.write("tradecraft.lock", world.read("tradecraft.lock"));
    team.commit({ "csv/SKILL.md": skillText("csv", "more\n"), "skills/pdf/SKILL.md": undefined }, "v1.1.0");
    expect((await colleague.run("update", "--yes")).code).toBe(0);
    // Installed skills are not committed here: what comes with a pull is the project file and the lock.
    world.write("tradecraft.json", colleague.read("tradecraft.json"));
    world.write("tradecraft.lock", colleague.read("tradecraft.lock"));
    const { code, stderr } = await world.run("sync");
    expect([code, stderr]).toEqual([0, ""]);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv", "more\n"));
  });

  it("reports as JSON", async () => {
    const { world } = await synced();
    expect(await world.json<Report>("sync")).toMatchObject({ exit: 0, version: 1, ok: true, drift: false });
    world.write("src/skills.generated.ts", "// other\n");
    const checked = await world.json<Report>("sync", "--check");
    expect(checked).toMatchObject({ exit: 1, version: 1, ok: false, drift: true, written: false });
    expect(checked.outputs).toContainEqual(
      expect.objectContaining({ path: "src/skills.generated.ts", state: "written" }),
    );
  });

  it("does with --frozen what the lock says, and refuses what it does not", async () => {
    const { world, team } = await synced();
    rmSync(join(world.project, ".claude"), { recursive: true });
    expect((await world.run("sync", "--frozen")).code).toBe(0);
    expect(world.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
    team.commit({ "csv/SKILL.md": skillText("csv", "more\n") }, "v1.1.0");
    world.write("tradecraft.json", world.read("tradecraft.json").replace("1.0.0", "1.1.0"));
    const before = world.snapshot();
    const { code, stderr } = await world.run("sync", "--frozen");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: lock-outdated: team: /)]);
    expect((await world.run("sync", "--check")).stdout).toContain("asks for something else");
    expect(world.snapshot()).toEqual(before);
  });

  it.each([
    ["broken", (text: string) => text.slice(0, -40)],
    ["of a merge", (text: string) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`],
    ["changed by hand", (text: string) => text.replace(/"size": \d+/, '"size": 1')],
    ["of the future", (text: string) => text.replace('"lockVersion": 1', '"lockVersion": 7')],
  ])("refuses a lock that is %s, and leaves it alone", async (_, spoil) => {
    const { world } = await synced();
    world.write("tradecraft.lock", spoil(world.read("tradecraft.lock")));
    const before = world.snapshot();
    for (const argv of [["sync"], ["sync", "--check"], ["update", "--yes"], ["outdated"], ["why", "pdf"]]) {
      const { code, stderr } = await world.run(...argv);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: lock-invalid: tradecraft\.lock/)]);
    }
    expect(world.snapshot()).toEqual(before);
  });

  it("shows where a project file is wrong, and what was meant", async () => {
    const world = supplyWorld();
    world.write(
      "tradecraft.json",
      '{\n  "skills": {\n    "a": { "type": "git", "urll": "x", "ref": "main" }\n  }\n}\n',
    );
    const { code, stderr } = await world.run("sync");
    expect(code).toBe(2);
    expect(stderr).toMatch(/tradecraft\.json:3:27: project-key-unknown: .*did you mean "url"\?/);
    expect(stderr).toContain("tradecraft.json:3:10: project-key-missing");
    expect(await world.json<Report>("sync")).toMatchObject({ exit: 2, ok: false, error: { code: "project-invalid" } });
  });

  it("is 2 where there is no project", async () => {
    const world = supplyWorld();
    for (const argv of [["sync"], ["update"], ["outdated"], ["remove", "x"], ["why", "x"]]) {
      const { code, stderr } = await world.run(...argv);
      expect([code, stderr]).toEqual([2, expect.stringContaining("config-missing: There is no tradecraft.json")]);
    }
  });

  it("refuses two sources with the same skill", async () => {
    const { world } = await synced();
    const other = world.repository("other");
    other.commit({ "else/SKILL.md": skillText("pdf") });
    const before = world.snapshot();
    const { code, stderr } = await world.run("add", other.url);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/sync-conflict: Two skills are called "pdf"/)]);
    expect(world.snapshot()).toEqual(before);
    expect((await world.run("add", other.url, "--exclude", "pdf")).code).toBe(0);
  });

  it("works offline with what the cache has", async () => {
    const { world, team } = await synced();
    rmSync(team.folder, { recursive: true });
    rmSync(join(world.project, ".claude"), { recursive: true });
    expect((await world.run("sync", "--offline")).code).toBe(0);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv"));
    const other = world.repository("other");
    other.commit({ "x/SKILL.md": skillText("x") });
    const { code, stderr } = await world.run("add", `${other.url}#main`, "--offline");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: source-unavailable: other: /)]);
    expect((await world.run("add", `${other.url}#main`)).code).toBe(0);
  });

  it("says that nothing but the lock is kept without a target", async () => {
    const world = supplyWorld();
    world.write("skills/pdf/SKILL.md", skillText("pdf"));
    world.write("tradecraft.json", '{ "skills": { "own": { "type": "file", "path": "skills" } } }');
    const { code, stderr } = await world.run("sync");
    expect([code, stderr]).toEqual([0, expect.stringContaining("No target is declared")]);
    expect((await world.run("sync", "--out", "skills.ts")).stderr).toBe("");
    expect(world.read("skills.ts")).toContain("pdf");
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({ targets: { bake: { out: "skills.ts" } } });
  });

  it("refuses what is not signed where the policy asks for it, and only then", async () => {
    const { world } = await synced();
    const project = JSON.parse(world.read("tradecraft.json")) as object;
    const trusted = [{ identity: "a@example.com", issuer: "https://issuer.example.com" }];
    const declare = (signatures: string): void =>
      world.write("tradecraft.json", JSON.stringify({ ...project, policy: { signatures, trusted } }));
    declare("require");
    const refused = await world.run("sync");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/signature-missing: team: /)]);
    declare("warn");
    const warned = await world.run("sync");
    expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining("tradecraft: team: pdf: ")]);
  });
});

describe("update", () => {
  const unasked = "Nobody can be asked here; look at what would change, then add --yes";

  it("shows every file that changes, and writes nothing until somebody agrees", async () => {
    const { world, team } = await synced();
    team.commit(
      {
        "skills/pdf/SKILL.md": skillText("pdf", "more\n"),
        "skills/pdf/old name.md": undefined,
        "skills/pdf/new name.md": first["skills/pdf/old name.md"],
        "skills/pdf/scripts/run.sh": undefined,
        "skills/pdf/extra.md": "x",
        "new/SKILL.md": skillText("new"),
        "csv/SKILL.md": undefined,
      },
      "v1.1.0",
    );
    expect((await world.run("sync", "--check")).code).toBe(0);
    const before = world.snapshot();
    const outdated = await world.run("outdated");
    expect([outdated.code, outdated.stdout]).toEqual([1, expect.stringMatching(/team .*v1\.0\.0 +1\.1\.0 +outdated/)]);
    const { code, stdout, stderr } = await world.run("update");
    expect(code).toBe(1);
    for (const line of [
      "~ team  v1.0.0 → v1.1.0",
      "- csv",
      "+ new  1 file",
      "~ SKILL.md",
      "+ extra.md",
      '> new name.md  it was called "old name.md"',
      "- scripts/run.sh",
      "Nothing was written.",
    ])
      expect(stdout).toContain(line);
    expect(stderr).toBe(`tradecraft: approval-denied: ${unasked}\n`);
    expect(world.snapshot()).toEqual(before);
    const refused = { exit: 1, ok: false, written: false, drift: true };
    expect(await world.json<Report>("update")).toMatchObject({
      ...refused,
      error: { code: "approval-denied", message: unasked },
    });
    const done = await world.run("update", "--yes");
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("~ SKILL.md")]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({ skills: { team: { version: "1.1.0" } } });
    expect(world.read(".claude/skills/pdf/extra.md")).toBe("x");
    expect(existsSync(join(world.project, ".claude/skills/csv"))).toBe(false);
    expect((await world.run("outdated")).code).toBe(0);
    expect((await world.run("update")).code).toBe(0);
  });

  it("moves a branch, leaves a commit, and takes one back with --to", async () => {
    const world = supplyWorld();
    const team = world.repository("team");
    const old = team.commit(first, "v1.0.0");
    await world.run("add", `${team.url}#main`, "--agent", "claude-code");
    team.commit({ "csv/SKILL.md": skillText("csv", "more\n") });
    expect((await world.run("sync")).stdout).toContain("everything is as it should be");
    expect((await world.run("update", "csv", "--yes")).code).toBe(0);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv", "more\n"));
    expect((await world.run("update", "team", "--to", old, "--yes")).code).toBe(0);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv"));
    expect(JSON.parse(world.read("tradecraft.json"))).toEqual(
      expect.objectContaining({ skills: { team: { type: "git", url: team.url, sha: old } } }),
    );
    expect((await world.run("update", "--yes")).stdout).toContain("everything is as it should be");
    const unknown = await world.run("update", "taem");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "team"?')]);
  });

  it("does not go back from what comes next, and names a source that cannot be asked", async () => {
    const { world, team } = await synced();
    team.commit({ "csv/SKILL.md": skillText("csv", "next\n") }, "v2.0.0-rc.1");
    expect((await world.run("update", "team", "--to", "2.0.0-rc.1", "--yes")).code).toBe(0);
    expect((await world.run("outdated")).code).toBe(0);
    expect((await world.run("update", "--yes")).stdout).toContain("everything is as it should be");
    rmSync(team.folder, { recursive: true });
    const outdated = await world.run("outdated");
    expect([outdated.code, outdated.stdout]).toEqual([1, expect.stringContaining("not asked: ")]);
    const before = world.snapshot();
    const { code, stderr } = await world.run("update", "--yes");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: source-unavailable: team: /)]);
    expect(world.snapshot()).toEqual(before);
  });
});

describe("remove and why", () => {
  it("leaves a skill out without moving the others, then takes the source away", async () => {
    const world = supplyWorld();
    const team = world.repository("team");
    const commit = team.commit(first);
    await world.run("add", team.url, "--agent", "claude-code");
    team.commit({ "csv/SKILL.md": skillText("csv", "more\n") });
    const left = await world.run("remove", "pdf");
    expect([left.code, left.stderr]).toEqual([0, expect.stringContaining('"pdf" is a skill of the source "team"')]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({ skills: { team: { exclude: ["pdf"] } } });
    expect(world.read("tradecraft.lock")).toContain(commit);
    expect(world.read(".claude/skills/csv/SKILL.md")).toBe(skillText("csv"));
    const why = await world.json<{ reasons: object[] }>("why", "csv");
    expect(why).toMatchObject({
      exit: 0,
      version: 1,
      reasons: [{ source: "team", folder: "csv", resolved: { commit }, installed: [".claude/skills"] }],
    });
    const unknown = await world.run("why", "cvs");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "csv"?')]);
    expect((await world.run("why", "team")).stderr).toContain("it is a source, with csv");
    const gone = await world.run("remove", "csv");
    expect([gone.code, gone.stderr]).toEqual([0, expect.stringContaining("so it is removed")]);
    expect(JSON.parse(world.read("tradecraft.json"))).toMatchObject({ skills: {} });
    expect(Object.keys(world.snapshot()).sort()).toEqual(
      ["tradecraft.json", "tradecraft.lock"].map((name) => join(world.project, name)),
    );
  });

  it("refuses a name that nothing has, and keeps what was changed by hand", async () => {
    const { world } = await synced();
    const unknown = await world.run("remove", "taem");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "team"?')]);
    world.write(".claude/skills/csv/SKILL.md", "mine");
    const before = world.snapshot();
    expect((await world.run("remove", "team")).stderr).toContain("sync-conflict");
    expect(world.snapshot()).toEqual(before);
    expect((await world.run("remove", "team", "--force")).code).toBe(0);
  });
});
