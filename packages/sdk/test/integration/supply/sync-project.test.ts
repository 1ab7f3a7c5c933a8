import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillError, type SkillErrorCode } from "../../../src/core/errors.ts";
import { createSkillRegistry } from "../../../src/core/registry/create-skill-registry.ts";
import { folderSkillSource } from "../../../src/node/folder-skill-source.ts";
import { fileFetcher } from "../../../src/supply/fetch/file/file-fetcher.ts";
import type { SkillFetchers } from "../../../src/supply/fetch/skill-fetcher.ts";
import { loadLock } from "../../../src/supply/lock/load-lock.ts";
import { lockPins } from "../../../src/supply/lock/lock-pins.ts";
import { checkProject } from "../../../src/supply/sync/check-project.ts";
import { createSupplyContext } from "../../../src/supply/sync/create-supply-context.ts";
import type { SupplyContext } from "../../../src/supply/sync/supply-context.ts";
import { type SyncOptions, syncProject } from "../../../src/supply/sync/sync-project.ts";
import type { SyncReport } from "../../../src/supply/sync/sync-report.ts";
import { journalPath, writeJournal } from "../../../src/supply/sync/transaction/journal.ts";
import { stageChanges } from "../../../src/supply/sync/transaction/stage-changes.ts";
import { verifyInstalled } from "../../../src/supply/sync/verify-installed.ts";

let base: string;
let project: string;
let home: string;
let context: SupplyContext;
let env: NodeJS.ProcessEnv;

function write(path: string, text: string, executable = false): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (executable) chmodSync(path, 0o755);
}

function addSkill(folder: string, name: string, more: Readonly<Record<string, string>> = {}): void {
  write(
    join(folder, "SKILL.md"),
    `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n---\n\n# ${name}\n`,
  );
  for (const [path, text] of Object.entries(more)) write(join(folder, path), text, path.endsWith(".sh"));
}

function declare(content: object): void {
  write(join(project, "tradecraft.json"), `${JSON.stringify(content, undefined, 2)}\n`);
}

const both = {
  skills: { team: { type: "file", path: "../team" } },
  targets: { bake: { out: "src/skills.generated.ts" }, install: { agents: ["claude-code", "codex"] } },
};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-sync-")));
  project = join(base, "project");
  home = join(base, "home");
  mkdirSync(project);
  mkdirSync(home);
  env = { HOME: home, XDG_STATE_HOME: join(base, "state") };
  const fetchers = { file: fileFetcher() } as unknown as SkillFetchers;
  context = createSupplyContext(fetchers, { directory: project, cacheFolder: join(base, "cache"), env });
  addSkill(join(base, "team/pdf"), "pdf", {
    "scripts/run.sh": "#!/bin/sh\necho pdf\n",
    ".hidden": "x",
    "references/crlf.txt": "a\r\nb\r\n",
  });
  addSkill(join(base, "team/csv"), "csv");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const sync = (options: SyncOptions = {}): Promise<SyncReport> =>
  syncProject(project, context, { home, env, ...options });
const check = (): Promise<SyncReport> => checkProject(project, context, { home, env });
const installed = (place: string, ...path: string[]): string => join(project, place, ...path);

async function refusal(work: Promise<unknown>): Promise<[SkillErrorCode, string]> {
  try {
    await work;
  } catch (error) {
    if (SkillError.is(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error("it was accepted");
}

/** Every file and link below a folder, with what it holds. */
function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`;
    else if (entry.isFile()) found[path] = readFileSync(path, "latin1");
  }
  return found;
}

describe("syncProject", () => {
  it("writes folders, module and lock, byte by byte, and then has nothing to do", async () => {
    declare(both);
    const report = await sync();
    expect(report).toMatchObject({ written: true, drift: true, warnings: [] });
    expect(report.sources[0]).toMatchObject({ name: "team", state: "added" });
    for (const place of [".claude/skills", ".agents/skills"]) {
      expect(readFileSync(installed(place, "pdf/references/crlf.txt"), "latin1")).toBe("a\r\nb\r\n");
      expect(readFileSync(installed(place, "pdf/.hidden"), "utf8")).toBe("x");
      expect(readFileSync(installed(place, ".gitattributes"), "utf8")).toContain("/pdf/** -text");
      execFileSync(installed(place, "pdf/scripts/run.sh"));
    }
    expect(readFileSync(join(project, "src/skills.generated.ts"), "utf8")).toContain("SkillDefinition");
    const before = snapshot(project);
    const again = await sync();
    expect(again).toMatchObject({ written: false, drift: false });
    expect(again.outputs.every(({ state }) => state === "same")).toBe(true);
    expect(snapshot(project)).toEqual(before);
    expect(await check()).toMatchObject({ drift: false });
  });

  it("gives the same lock and module on another machine", async () => {
    declare(both);
    await sync();
    const first = snapshot(project);
    cpSync(join(base, "team"), join(base, "else/team"), { recursive: true });
    const other = join(base, "else/project");
    mkdirSync(other);
    cpSync(join(project, "tradecraft.json"), join(other, "tradecraft.json"));
    const elsewhere = createSupplyContext(context.fetchers, {
      directory: other,
      cacheFolder: join(base, "cache2"),
      env,
    });
    await syncProject(other, elsewhere, { home, env });
    const second = snapshot(other);
    const relative = (files: Record<string, string>, root: string): object =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice(root.length), text]));
    expect(relative(second, other)).toEqual(relative(first, project));
  });

  it("takes away what is not wanted any more, and nothing else", async () => {
    declare(both);
    await sync();
    addSkill(installed(".claude/skills", "mine"), "mine");
    declare({ ...both, skills: { team: { type: "file", path: "../team", exclude: ["pdf"] } } });
    const report = await sync();
    expect(report.outputs.filter(({ state }) => state === "removed").map(({ path }) => path)).toEqual([
      ".agents/skills/pdf",
      ".claude/skills/pdf",
    ]);
    expect(readdirSync(installed(".claude/skills")).sort()).toEqual([".gitattributes", "csv", "mine"]);
    declare({ skills: {} });
    await sync();
    expect(readdirSync(installed(".claude/skills"))).toEqual(["mine"]);
    expect((await loadLock(project))?.lock).toEqual({ lockVersion: 1, sources: {}, installed: {} });
  });

  it("keeps what the lock has until somebody updates, and says before what would change", async () => {
    declare(both);
    await sync();
    write(join(base, "team/pdf/references/new.md"), "new\n");
    write(join(base, "team/pdf/scripts/run.sh"), "#!/bin/sh\necho other\n", true);
    const quiet = await sync();
    expect(quiet).toMatchObject({ written: false });
    expect(quiet.warnings.join()).toContain("tradecraft update team");
    expect(await check()).toMatchObject({ drift: true });
    const before = snapshot(project);
    let asked: SyncReport | undefined;
    await sync({
      update: "all",
      confirm: async (report) => {
        asked = report;
        return false;
      },
    });
    expect(snapshot(project)).toEqual(before);
    const pdf = asked?.sources[0]?.skills.find(({ name }) => name === "pdf");
    expect(pdf?.files.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "file-added references/new.md",
      "file-changed scripts/run.sh",
    ]);
    expect(await sync({ update: new Set(["team"]) })).toMatchObject({ written: true });
    expect(readFileSync(installed(".claude/skills", "pdf/references/new.md"), "utf8")).toBe("new\n");
  });

  it("finds drift, writes nothing of its own accord, and does not lose what was changed by hand", async () => {
    declare(both);
    await sync();
    write(installed(".claude/skills", "pdf/SKILL.md"), "changed");
    const before = snapshot(project);
    const report = await check();
    expect(report.drift).toBe(true);
    expect(report.outputs.find(({ path }) => path === ".claude/skills/pdf")).toMatchObject({
      state: "written",
      files: [{ code: "file-changed", path: "SKILL.md" }],
    });
    const [code, message] = await refusal(sync());
    expect(code).toBe("sync-conflict");
    expect(message).toContain("SKILL.md");
    expect(snapshot(project)).toEqual(before);
    await sync({ force: true });
    expect(await check()).toMatchObject({ drift: false });
  });

  it("puts back what was deleted, and leaves alone what is not its own", async () => {
    declare(both);
    await sync();
    rmSync(installed(".claude/skills", "pdf/scripts"), { recursive: true });
    await sync();
    expect(existsSync(installed(".claude/skills", "pdf/scripts/run.sh"))).toBe(true);
    rmSync(join(project, "tradecraft.lock"));
    rmSync(installed(".claude/skills", "csv"), { recursive: true });
    addSkill(installed(".claude/skills", "csv"), "csv", { "mine.md": "mine" });
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
    expect(readFileSync(installed(".claude/skills", "csv/mine.md"), "utf8")).toBe("mine");
  });

  it("links to one copy where that is wanted", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code", "kiro"], mode: "link" } } });
    await sync();
    expect(readlinkSync(installed(".claude/skills", "pdf"))).toBe("../../.agents/skills/pdf");
    expect(readFileSync(installed(".kiro/skills", "pdf/.hidden"), "utf8")).toBe("x");
    expect(await check()).toMatchObject({ drift: false });
    const lock = (await loadLock(project))?.lock;
    expect(lock?.installed).toEqual({
      ".agents/skills": { mode: "copy", skills: ["csv", "pdf"] },
      ".claude/skills": { mode: "link", skills: ["csv", "pdf"] },
      ".kiro/skills": { mode: "link", skills: ["csv", "pdf"] },
    });
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    expect(readdirSync(installed(".claude/skills", "pdf"))).toContain("SKILL.md");
    expect(existsSync(installed(".kiro/skills", "pdf"))).toBe(false);
  });

  it("freezes: the lock decides, and a project file that asks for more is refused", async () => {
    declare(both);
    await sync();
    rmSync(installed(".claude/skills"), { recursive: true });
    await sync({ frozen: true });
    expect(existsSync(installed(".claude/skills", "pdf"))).toBe(true);
    declare({ ...both, skills: { team: { type: "file", path: "../team", exclude: ["csv"] } } });
    const before = snapshot(project);
    expect((await refusal(sync({ frozen: true })))[0]).toBe("lock-outdated");
    expect(snapshot(project)).toEqual(before);
  });

  it("names the source that fails, and leaves everything as it was", async () => {
    declare(both);
    await sync();
    const before = snapshot(project);
    declare({ ...both, skills: { ...both.skills, gone: { type: "file", path: "../nowhere" } } });
    const [, message] = await refusal(sync());
    expect(message).toMatch(/^gone: /);
    declare(both);
    expect(snapshot(project)).toEqual(before);
  });

  it("refuses a lock that it cannot read, and does not touch it", async () => {
    declare(both);
    await sync();
    const path = join(project, "tradecraft.lock");
    for (const broken of ["", "{}", readFileSync(path, "utf8").replace('"size": 1', '"size": 2')]) {
      writeFileSync(path, broken);
      expect((await refusal(sync()))[0]).toBe("lock-invalid");
      expect((await refusal(check()))[0]).toBe("lock-invalid");
      expect(readFileSync(path, "utf8")).toBe(broken);
    }
  });

  it("refuses two skills of one name", async () => {
    addSkill(join(base, "other/PDF"), "pdf");
    declare({ ...both, skills: { ...both.skills, other: { type: "file", path: "../other" } } });
    const [code, message] = await refusal(sync());
    expect(code).toBe("sync-conflict");
    expect(message).toMatch(/of team \(pdf\) and of other \(PDF\)/);
  });

  it("takes away what somebody else took out of the lock, and not what was changed since", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    const colleague = {
      ...both,
      skills: { team: { type: "file", path: "../team", exclude: ["pdf", "csv"], include: ["md"] } },
    };
    addSkill(join(base, "team/md"), "md");
    const lockBefore = readFileSync(join(project, "tradecraft.lock"), "utf8");
    write(
      join(base, "else/tradecraft.json"),
      JSON.stringify({ ...colleague, targets: { install: { agents: ["claude-code"] } } }),
    );
    const elsewhere = createSupplyContext(context.fetchers, {
      directory: join(base, "else"),
      cacheFolder: join(base, "cache"),
      env,
    });
    cpSync(join(base, "team"), join(base, "team2"), { recursive: true });
    await syncProject(join(base, "else"), elsewhere, { home, env });
    cpSync(join(base, "else/tradecraft.lock"), join(project, "tradecraft.lock"));
    cpSync(join(base, "else/tradecraft.json"), join(project, "tradecraft.json"));
    expect(readFileSync(join(project, "tradecraft.lock"), "utf8")).not.toBe(lockBefore);
    const report = await check();
    expect(report.drift).toBe(true);
    expect(report.outputs.filter(({ state }) => state === "removed").map(({ path }) => path)).toEqual([
      ".claude/skills/csv",
      ".claude/skills/pdf",
    ]);
    write(installed(".claude/skills", "csv/note.md"), "mine");
    const { warnings } = await sync();
    expect(warnings.join()).toContain(".claude/skills/csv is not wanted any more");
    expect(readdirSync(installed(".claude/skills")).sort()).toEqual([".gitattributes", "csv", "md"]);
  });

  it("does not lose what was changed by hand when links take the place of copies", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    write(installed(".claude/skills", "pdf/notes.md"), "mine");
    declare({ ...both, targets: { install: { agents: ["claude-code"], mode: "link" } } });
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
    expect(readFileSync(installed(".claude/skills", "pdf/notes.md"), "utf8")).toBe("mine");
  });

  it.each<[string, (path: string) => void]>([
    ["a file", (path) => write(path, "my notes")],
    ["a link of one's own", (path) => symlinkSync("../../dev/pdf", path)],
  ])("does not replace %s that took the place of a skill", async (_name, put) => {
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    rmSync(installed(".claude/skills", "pdf"), { recursive: true });
    put(installed(".claude/skills", "pdf"));
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
    await sync({ force: true });
    expect(await check()).toMatchObject({ drift: false });
  });

  it("notices what took the place of a link", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"], mode: "link" } } });
    await sync();
    rmSync(installed(".claude/skills", "pdf"));
    rmSync(installed(".claude/skills", "csv"));
    addSkill(installed(".claude/skills", "pdf"), "pdf", { "evil.md": "evil" });
    symlinkSync("/etc", installed(".claude/skills", "csv"));
    expect(await check()).toMatchObject({ drift: true });
    const { lock } = (await loadLock(project)) ?? {};
    const verified = lock === undefined ? [] : await verifyInstalled(project, lock, { home, env });
    expect(verified.filter(({ place }) => place === ".claude/skills").map(({ state }) => state)).toEqual([
      "changed",
      "changed",
    ]);
  });

  it("works where one agent's folder is a link to another's", async () => {
    mkdirSync(installed(".agents/skills"), { recursive: true });
    mkdirSync(installed(".claude"));
    symlinkSync("../.agents/skills", installed(".claude/skills"));
    const targets = { install: { agents: ["claude-code", "codex"], mode: "link" } };
    declare({ ...both, targets });
    await sync();
    expect(readFileSync(installed(".claude/skills", "pdf/.hidden"), "utf8")).toBe("x");
    expect(await check()).toMatchObject({ drift: false });
    declare({ ...both, targets: { install: { agents: ["codex"] } } });
    await sync();
    expect(readFileSync(installed(".agents/skills", "pdf/.hidden"), "utf8")).toBe("x");
  });

  it("takes skills out of a source without asking it, and does not move the others", async () => {
    declare(both);
    await sync();
    write(join(base, "team/csv/SKILL.md"), "---\nname: csv\ndescription: Another.\n---\n");
    declare({ ...both, skills: { team: { type: "file", path: "../team", exclude: ["pdf"] } } });
    await sync();
    expect(readFileSync(installed(".claude/skills", "csv/SKILL.md"), "utf8")).toContain("Does csv");
    declare(both);
    const [code, message] = await refusal(sync());
    expect(code).toBe("lock-outdated");
    expect(message).toContain("tradecraft update team");
  });

  it("does not write a module over what somebody wrote", async () => {
    write(join(project, "src/skills.generated.ts"), "export const mine = 1;\n");
    declare(both);
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
    expect(readFileSync(join(project, "src/skills.generated.ts"), "utf8")).toBe("export const mine = 1;\n");
  });

  it("refuses a source that lies where skills are installed", async () => {
    addSkill(installed(".agents/skills", "mine"), "mine");
    declare({ skills: { own: { type: "file", path: ".agents/skills" } }, targets: both.targets });
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
    expect(existsSync(installed(".agents/skills", "mine/SKILL.md"))).toBe(true);
  });

  it("finds nothing wrong with line endings that git converted", async () => {
    declare(both);
    await sync();
    for (const path of ["src/skills.generated.ts", ".claude/skills/.gitattributes", "tradecraft.lock"]) {
      const text = readFileSync(join(project, path), "utf8");
      writeFileSync(join(project, path), text.replaceAll("\n", "\r\n"));
    }
    expect(await check()).toMatchObject({ drift: false });
    expect(await sync({ frozen: true })).toMatchObject({ written: false });
  });

  it("edits the project file that is there when nobody else can change it", async () => {
    declare({ skills: {}, targets: { install: { agents: ["codex"] } } });
    const add = (name: string): Promise<SyncReport> =>
      sync({
        editProject: (text) => {
          const content = JSON.parse(text ?? "{}") as { skills: Record<string, unknown> };
          content.skills[name] = { type: "file", path: "../team", include: [name] };
          return JSON.stringify(content);
        },
      });
    await Promise.all([add("pdf"), add("csv")]);
    const { skills } = JSON.parse(readFileSync(join(project, "tradecraft.json"), "utf8")) as { skills: object };
    expect(Object.keys(skills).sort()).toEqual(["csv", "pdf"]);
  });

  it("takes one of several copies that a source has of a skill", async () => {
    cpSync(join(base, "team/pdf"), join(base, "team/.claude/skills/pdf"), { recursive: true });
    declare(both);
    await sync();
    expect(Object.keys((await loadLock(project))?.lock.sources["team"]?.skills ?? {}).sort()).toEqual(["csv", "pdf"]);
    write(join(base, "team/.claude/skills/pdf/more.md"), "more");
    expect((await refusal(sync({ update: "all" })))[0]).toBe("sync-conflict");
  });

  it("does not finish what was cut off over what was changed since, unless it is forced to", async () => {
    declare(both);
    await sync();
    const path = join(project, "src/skills.generated.ts");
    const stage = join(project, "src/.tradecraft-test");
    mkdirSync(stage);
    const steps = await stageChanges([{ kind: "file", path, contents: "new" }], () => stage);
    await writeJournal(await journalPath(project, env), { phase: "commit", stages: [stage], steps });
    write(path, "mine");
    const [code, message] = await refusal(sync());
    expect([code, message]).toEqual(["sync-conflict", expect.stringContaining(path)]);
    expect(readFileSync(path, "utf8")).toBe("mine");
    expect(await check()).toMatchObject({ recovered: "pending", drift: true });
    expect(await sync({ force: true })).toMatchObject({ recovered: "finished" });
    expect(existsSync(stage)).toBe(false);
    expect(readFileSync(path, "utf8")).toContain("pdf");
  });

  it("does not lose what is changed while somebody is asked", async () => {
    declare(both);
    await sync();
    addSkill(join(base, "team/pdf"), "pdf", { "references/new.md": "new" });
    const note = installed(".claude/skills", "pdf/notes.md");
    const confirm = async (): Promise<boolean> => {
      write(note, "mine");
      return true;
    };
    const [code, message] = await refusal(sync({ update: "all", confirm }));
    expect([code, message]).toEqual(["sync-conflict", expect.stringContaining("while you were asked")]);
    expect(readFileSync(note, "utf8")).toBe("mine");
    rmSync(note);
    expect(await sync({ update: "all", confirm: async () => true })).toMatchObject({ written: true });
  });

  it.each([
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["another layout", (text: string) => JSON.stringify(JSON.parse(text))],
  ])("takes a lock with %s, whatever is done first, and writes it as it should be", async (_, changed) => {
    declare(both);
    await sync();
    const path = join(project, "tradecraft.lock");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, changed(text));
    for (let round = 0; round < 2; round++) expect(await sync({ frozen: true })).toMatchObject({ written: false });
    expect(readFileSync(path, "utf8")).toBe(changed(text));
    expect(await check()).toMatchObject({ drift: true });
    expect(await sync()).toMatchObject({ written: true });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(await check()).toMatchObject({ drift: false });
  });

  it("knows what was installed by a version that kept the lock alone", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    const record = (await journalPath(project, env)).replace(/\.json$/, ".installed");
    const content = readFileSync(record, "utf8");
    writeFileSync(record, content.slice(content.indexOf("\n") + 1));
    for (const name of ["tradecraft.lock", "tradecraft.json"]) rmSync(join(project, name));
    declare({ skills: {}, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    expect(existsSync(installed(".claude/skills", "pdf"))).toBe(false);
  });

  it("restores from the cache when the source is gone, and refuses a source that gives something else", async () => {
    declare(both);
    await sync();
    rmSync(installed(".claude/skills"), { recursive: true });
    cpSync(join(base, "team"), join(base, "kept"), { recursive: true });
    rmSync(join(base, "team"), { recursive: true });
    await sync({ frozen: true });
    expect(existsSync(installed(".claude/skills", "pdf"))).toBe(true);
    rmSync(installed(".claude/skills"), { recursive: true });
    rmSync(join(base, "cache"), { recursive: true });
    expect((await refusal(sync({ frozen: true })))[1]).toMatch(/^team: /);
    cpSync(join(base, "kept"), join(base, "team"), { recursive: true });
    write(join(base, "team/csv/SKILL.md"), "---\nname: csv\ndescription: Another.\n---\n");
    expect((await refusal(sync({ frozen: true })))[0]).toBe("digest-mismatch");
    expect(existsSync(installed(".claude/skills"))).toBe(false);
  });
});

describe("a hostile project", () => {
  it("cannot have skills written outside of it by a link", async () => {
    mkdirSync(join(base, "victim"));
    symlinkSync(join(base, "victim"), join(project, ".claude"));
    declare(both);
    expect((await refusal(sync()))[0]).toBe("path-refused");
    expect(readdirSync(join(base, "victim"))).toEqual([]);
  });

  it("cannot have a module written outside of it by a link", async () => {
    write(join(base, "victim/skills.generated.ts"), "precious");
    symlinkSync("../victim", join(project, "src"));
    declare(both);
    expect((await refusal(sync({ force: true })))[0]).toBe("path-refused");
    expect(readFileSync(join(base, "victim/skills.generated.ts"), "utf8")).toBe("precious");
  });

  it("cannot have a secret copied into the project by a link", async () => {
    write(join(base, "secret"), "TOP-SECRET\n");
    mkdirSync(installed(".claude/skills"), { recursive: true });
    symlinkSync("../../../secret", installed(".claude/skills", ".gitattributes"));
    declare(both);
    expect((await refusal(sync()))[0]).toBe("sync-conflict");
  });

  it.each([".git", ".GIT", ".gitattributes", "git~1"])("cannot bring a skill called %s", async (name) => {
    addSkill(join(base, "team/x"), name);
    declare(both);
    expect((await refusal(sync()))[0]).toBe("path-refused");
  });

  it("cannot have a repository's settings written by a lock", async () => {
    declare(both);
    await sync();
    const path = join(project, "tradecraft.lock");
    writeFileSync(path, readFileSync(path, "utf8").replace('"path": ".hidden"', '"path": ".git/config"'));
    expect((await refusal(sync({ frozen: true })))[0]).toBe("lock-invalid");
  });

  it("cannot have secrets of addresses written into the lock", async () => {
    for (const source of [
      { type: "git", url: "https://bob:pw@example.com/x.git", ref: "main" },
      { type: "npm", package: "x", version: "1.0.0", registry: "https://bob:pw@example.com/" },
    ]) {
      declare({ skills: { x: source } });
      const [code, message] = await refusal(sync());
      expect(code).toBe("project-invalid");
      expect(message).not.toContain("pw");
    }
  });

  it("cannot write to the user's folders unasked", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"], scope: "user" } } });
    expect((await refusal(sync()))[0]).toBe("path-refused");
    expect(existsSync(join(home, ".claude"))).toBe(false);
    await sync({ user: true });
    expect(existsSync(join(home, ".claude/skills/pdf/SKILL.md"))).toBe(true);
    expect((await loadLock(project))?.lock.installed).toHaveProperty("~/.claude/skills");
  });

  it.each([
    ["a folder that is no agent's", { "~/.ssh": { mode: "copy", skills: ["keys"] } }],
    ["a folder outside", { "../victim": { mode: "copy", skills: ["keys"] } }],
    ["a name that leaves the folder", { ".claude/skills": { mode: "copy", skills: ["../../../victim"] } }],
    ["a name with a folder in it", { ".claude/skills": { mode: "copy", skills: ["a/b"] } }],
  ])("cannot have things removed by a lock that says they were installed: %s", async (_name, installedBefore) => {
    write(join(base, "victim/keys/x"), "precious");
    declare({ skills: {} });
    const lock = { lockVersion: 1, sources: {}, installed: installedBefore };
    write(join(project, "tradecraft.lock"), JSON.stringify(lock));
    expect((await refusal(sync({ force: true, user: true })))[0]).toBe("lock-invalid");
    expect(readFileSync(join(base, "victim/keys/x"), "utf8")).toBe("precious");
  });

  it("cannot have a skill removed that it does not hold", async () => {
    addSkill(installed(".claude/skills", "mine"), "mine");
    declare({ skills: {} });
    const lock = { lockVersion: 1, sources: {}, installed: { ".claude/skills": { mode: "copy", skills: ["mine"] } } };
    write(join(project, "tradecraft.lock"), JSON.stringify(lock));
    expect((await refusal(sync({ force: true })))[0]).toBe("sync-conflict");
    expect(existsSync(installed(".claude/skills", "mine/SKILL.md"))).toBe(true);
  });
});

describe("what is installed", () => {
  it("is verified file by file, and loaded only as the lock lists it", async () => {
    declare({ ...both, targets: { install: { agents: ["claude-code"] } } });
    await sync();
    const { lock } = (await loadLock(project)) ?? {};
    if (lock === undefined) throw new Error("no lock");
    addSkill(installed(".claude/skills", "stranger"), "stranger");
    const open = (): ReturnType<typeof createSkillRegistry> =>
      createSkillRegistry(folderSkillSource(installed(".claude/skills"), { lock: lockPins(lock), index: false }));
    expect((await open().catalog()).map(({ id }) => id).sort()).toEqual(["csv", "pdf"]);
    expect((await open().trigger("pdf"))?.name).toBe("pdf");
    expect(await open().resource("pdf", "references/crlf.txt")).toBe("a\r\nb\r\n");
    expect((await refusal(open().trigger("stranger")))[0]).toBe("skill-unknown");

    write(installed(".claude/skills", "pdf/references/crlf.txt"), "a\r\nX\r\n");
    expect((await refusal(open().resource("pdf", "references/crlf.txt")))[0]).toBe("digest-mismatch");
    write(installed(".claude/skills", "pdf/extra.md"), "extra");
    expect((await refusal(open().trigger("pdf")))[0]).toBe("digest-mismatch");
    write(
      installed(".claude/skills", "csv/SKILL.md"),
      readFileSync(installed(".claude/skills", "csv/SKILL.md"), "utf8").replace("Does", "Runs"),
    );
    expect((await refusal(open().trigger("csv")))[0]).toBe("digest-mismatch");

    const verified = await verifyInstalled(project, lock, { home, env });
    expect(verified.map(({ name, state, changes }) => [name, state, changes.map(({ code }) => code)])).toEqual([
      ["csv", "changed", ["file-changed"]],
      ["pdf", "changed", ["file-added", "file-changed"]],
    ]);
  });
});
