import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skillText, type SupplyWorld, supplyWorld } from "../helpers/supply-world.ts";

interface ProjectFile {
  readonly skills: Readonly<Record<string, object>>;
  readonly targets: { readonly install: { readonly agents: readonly string[] } };
}

const projectOf = (world: SupplyWorld): ProjectFile => JSON.parse(world.read("tradecraft.json")) as ProjectFile;

describe("the scope of a user", () => {
  it("is for who asks for it: add --scope user, and --user from then on", async () => {
    const world = supplyWorld();
    world.write("own/pdf/SKILL.md", skillText("pdf"));
    world.write("own/csv/SKILL.md", skillText("csv"));
    const installed = join(world.base, "home/.claude/skills/pdf");
    const added = await world.run("add", "./own", "--agent", "claude-code", "--scope", "user");
    expect([added.code, added.stderr]).toEqual([0, ""]);
    expect(existsSync(installed)).toBe(true);
    rmSync(installed, { recursive: true });
    const refused = await world.run("sync");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/path-refused: .*--user/)]);
    expect(existsSync(installed)).toBe(false);
    expect((await world.run("sync", "--user")).code).toBe(0);
    expect(existsSync(installed)).toBe(true);
    world.write("own/pdf/SKILL.md", skillText("pdf", "more\n"));
    expect((await world.run("update", "--yes")).code).toBe(1);
    expect((await world.run("update", "--yes", "--user")).code).toBe(0);
    expect((await world.run("remove", "pdf")).code).toBe(1);
    expect((await world.run("remove", "pdf", "--user")).code).toBe(0);
    expect(existsSync(installed)).toBe(false);
    world.write("more/art/SKILL.md", skillText("art"));
    expect((await world.run("add", "./more")).code).toBe(1);
    expect((await world.run("add", "./more", "--user")).code).toBe(0);
  });

  it("says that what it would do there is remove something", async () => {
    const world = supplyWorld();
    world.write("own/pdf/SKILL.md", skillText("pdf"));
    await world.run("add", "./own", "--agent", "claude-code", "--scope", "user");
    for (const name of ["tradecraft.json", "tradecraft.lock"]) rmSync(join(world.base, "project", name));
    const { code, stderr } = await world.run("add", "./own", "--out", "gen.mjs");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/once installed .*~\/\.claude\/skills, and would remove them/),
    ]);
  });
});

describe("commands at the same time", () => {
  it("all count: three adds leave three sources, and every agent", async () => {
    const world = supplyWorld();
    const agents = ["claude-code", "codex", "windsurf"];
    for (const agent of agents) world.write(`of-${agent}/skill-${agent}/SKILL.md`, skillText(`skill-${agent}`));
    const runs = await Promise.all(agents.map((agent) => world.run("add", `./of-${agent}`, "--agent", agent)));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(agents.map(() => [0, ""]));
    const { skills, targets } = projectOf(world);
    expect(Object.keys(skills).sort()).toEqual(agents.map((agent) => `of-${agent}`));
    expect([...targets.install.agents].sort()).toEqual(agents);
    expect((await world.run("sync", "--check")).code).toBe(0);
  });

  it("do not undo each other: a removal, a module and an update", async () => {
    const world = supplyWorld();
    const team = world.repository("team");
    team.commit({ "pdf/SKILL.md": skillText("pdf") }, "v1.0.0");
    world.write("own/csv/SKILL.md", skillText("csv"));
    await world.run("add", team.url, "./own", "--agent", "claude-code");
    team.commit({ "pdf/SKILL.md": skillText("pdf", "more\n") }, "v1.1.0");
    const runs = await Promise.all([
      world.run("remove", "own"),
      world.run("sync", "--out", "skills.ts"),
      world.run("update", "team", "--yes"),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(projectOf(world)).toEqual({
      skills: { team: { type: "git", url: team.url, version: "1.1.0" } },
      targets: { install: { agents: ["claude-code"] }, bake: { out: "skills.ts" } },
    });
  });

  it("do not take a name from each other", async () => {
    const world = supplyWorld();
    for (const folder of ["a", "b"]) world.write(`${folder}/skill-${folder}/SKILL.md`, skillText(`skill-${folder}`));
    const add = (folder: string): ReturnType<SupplyWorld["run"]> =>
      world.run("add", `./${folder}`, "--name", "same", "--agent", "claude-code");
    const runs = await Promise.all([add("a"), add("b")]);
    expect(runs.map(({ code }) => String(code)).sort()).toEqual(["0", "2"]);
    expect(runs.map(({ stderr }) => stderr).join("")).toContain("choose a --name");
    expect((await world.run("sync", "--check")).code).toBe(0);
  });
});

describe("a folder of this machine", () => {
  it("that holds the project has no skills in the places sync writes to", async () => {
    const world = supplyWorld();
    world.write("skills/pdf/SKILL.md", skillText("pdf"));
    expect((await world.run("add", ".", "--agent", "claude-code")).code).toBe(0);
    world.write("skills/pdf/SKILL.md", skillText("pdf", "more\n"));
    const { code, stderr } = await world.run("update", "--yes");
    expect([code, stderr]).toEqual([0, ""]);
    expect(world.read(".claude/skills/pdf/SKILL.md")).toBe(skillText("pdf", "more\n"));
    expect((await world.run("update", "--yes")).stdout).toContain("everything is as it should be");
  });

  it("is outdated once it changed", async () => {
    const world = supplyWorld();
    world.write("own/pdf/SKILL.md", skillText("pdf"));
    await world.run("add", "./own", "--agent", "claude-code");
    expect((await world.run("outdated")).code).toBe(0);
    world.write("own/pdf/SKILL.md", skillText("pdf", "more\n"));
    const { code, stdout } = await world.run("outdated");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/own +file .* outdated/)]);
    await world.run("update", "--yes");
    expect((await world.run("outdated")).code).toBe(0);
  });
});

describe("remove", () => {
  it.each([
    [["p*", "pdf"], { include: ["p*"], exclude: ["pdf"] }],
    [["skills/*", "pdf"], { include: ["skills/*"], exclude: ["pdf"] }],
    [["png", "pdf"], { include: ["png"] }],
  ])("of a skill that %j means leaves it out", async (include, left) => {
    const world = supplyWorld();
    for (const name of ["pdf", "png"]) world.write(`own/skills/${name}/SKILL.md`, skillText(name));
    world.write(
      "tradecraft.json",
      JSON.stringify({
        skills: { own: { type: "file", path: "own", include } },
        targets: { install: { agents: ["claude-code"] } },
      }),
    );
    expect((await world.run("sync")).code).toBe(0);
    expect((await world.run("remove", "pdf")).code).toBe(0);
    expect(projectOf(world).skills["own"]).toEqual({ type: "file", path: "own", ...left });
    expect(existsSync(join(world.project, ".claude/skills/pdf"))).toBe(false);
    expect(existsSync(join(world.project, ".claude/skills/png"))).toBe(true);
  });
});

describe("a file where a folder is needed", () => {
  it.each([
    [".claude", ["--agent", "claude-code"]],
    ["src", ["--out", "src/skills.ts"]],
    [".agents", ["--agent", "claude-code", "--mode", "link"]],
  ])("is named: %s", async (file, target) => {
    const world = supplyWorld();
    world.write("own/pdf/SKILL.md", skillText("pdf"));
    world.write(file, "x");
    const before = world.snapshot();
    const { code, stderr } = await world.run("add", "./own", ...target);
    expect(stderr).toContain(`${file} is a file, and a folder is needed there`);
    expect(stderr).not.toMatch(/ENOTDIR|EEXIST/);
    expect(code).toBe(1);
    expect(world.snapshot()).toEqual(before);
  });
});
