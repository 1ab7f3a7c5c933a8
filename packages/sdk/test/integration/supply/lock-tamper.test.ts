import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderSkillSource } from "../../../src/node/folder-skill-source.ts";
import { pinSkillFiles } from "../../../src/core/integrity/pin-skill-files.ts";
import { skillDigest } from "../../../src/core/integrity/skill-digest.ts";
import { hasUncovered } from "../../../src/node/run/assert-files.ts";
import { skillFolderFiles } from "../../../src/node/folder/skill-folder-files.ts";
import { fileFetcher } from "../../../src/supply/fetch/file/file-fetcher.ts";
import type { SkillFetchers } from "../../../src/supply/fetch/skill-fetcher.ts";
import { loadLock } from "../../../src/supply/lock/load-lock.ts";
import { lockPins } from "../../../src/supply/lock/lock-pins.ts";
import type { Lock } from "../../../src/supply/lock/lock.ts";
import { checkProject } from "../../../src/supply/sync/check-project.ts";
import { createSupplyContext } from "../../../src/supply/sync/create-supply-context.ts";
import type { SupplyContext } from "../../../src/supply/sync/supply-context.ts";
import { syncProject } from "../../../src/supply/sync/sync-project.ts";
import { verifyInstalled } from "../../../src/supply/sync/verify-installed.ts";
import { sampleFiles, writeSample } from "../../support/sample-skill.ts";
import { tamperBattery } from "../../support/tamper-battery.ts";

const isPosix = process.platform !== "win32";

let base: string;
let env: NodeJS.ProcessEnv;
let lock: Lock;
let name: string;
let context: SupplyContext;
const project = (): string => join(base, "project");
const skills = (): string => join(project(), ".claude/skills");

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-tamper-")));
  env = { HOME: join(base, "home"), XDG_STATE_HOME: join(base, "state") };
  const sample = writeSample(sampleFiles, join(base, "team"));
  name = /^name: (.*)$/m.exec(readFileSync(join(sample, "SKILL.md"), "utf8"))?.[1] ?? "";
  mkdirSync(project());
  const targets = { install: { agents: ["claude-code"] } };
  writeFileSync(
    join(project(), "tradecraft.json"),
    JSON.stringify({ skills: { team: { type: "file", path: "../team" } }, targets }),
  );
  const fetchers = { file: fileFetcher() } as unknown as SkillFetchers;
  context = createSupplyContext(fetchers, { directory: project(), cacheFolder: join(base, "cache"), env });
  await syncProject(project(), context, { env });
  const loaded = await loadLock(project());
  if (loaded === undefined) throw new Error("there is no lock");
  ({ lock } = loaded);
  cpSync(skills(), join(base, "untouched"), { recursive: true });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The installed folder as sync left it. */
function fresh(): string {
  rmSync(skills(), { recursive: true, force: true });
  cpSync(join(base, "untouched"), skills(), { recursive: true });
  return join(skills(), name);
}

describe.runIf(isPosix)("an installed skill that was tampered with", () => {
  it.each(tamperBattery)("$name: $code", async ({ change, code, path }) => {
    const directory = fresh();
    change(directory);
    const [verified] = await verifyInstalled(project(), lock, { env, only: [name] });
    expect(verified?.state).toBe("changed");
    expect(verified?.changes).toContainEqual(expect.objectContaining({ code, path }));
    expect(await checkProject(project(), context, { env })).toMatchObject({ drift: true });
    // Whoever asks for the folder, to run something in it, does not get it.
    const source = folderSkillSource(skills(), { lock: lockPins(lock), index: false });
    const listed = await source.list();
    const asked = listed.some(({ id }) => id === name) ? source.directory?.(name) : Promise.reject(new Error("gone"));
    await expect(asked).rejects.toThrow();
  });

  it.each<[string, (directory: string) => void]>([
    ["is removed", (directory) => rmSync(directory, { recursive: true })],
    [
      "is a link to another place",
      (directory) => {
        renameSync(directory, join(base, "elsewhere"));
        execFileSync("ln", ["-s", join(base, "elsewhere"), directory]);
      },
    ],
  ])("is noticed when its folder %s", async (_name, change) => {
    rmSync(join(base, "elsewhere"), { recursive: true, force: true });
    change(fresh());
    const [verified] = await verifyInstalled(project(), lock, { env, only: [name] });
    expect(["changed", "missing"]).toContain(verified?.state);
  });
});

describe.runIf(isPosix)("an approval of a skill that was tampered with", () => {
  const digestOf = async (directory: string): Promise<string | undefined> => {
    const files = skillFolderFiles({ id: name, realPath: realpathSync(directory) });
    const readSkill = async (): Promise<string> => readFileSync(join(directory, "SKILL.md"), "utf8");
    const pinnable = {
      readSkill,
      listResources: () => files.list(),
      readResource: (path: string) => files.read(path),
    };
    return skillDigest(await pinSkillFiles(pinnable)).catch(() => undefined);
  };

  it.each(tamperBattery)("does not cover it: $name", async ({ change }) => {
    const directory = fresh();
    // Links, `node_modules` and what has a refused name are no part of what is approved: scripts run in a copy without them.
    const wasUncovered = await hasUncovered(directory, undefined);
    const before = await digestOf(directory);
    change(directory);
    const after = await digestOf(directory).catch(() => undefined);
    const isCovered = after !== before;
    expect(isCovered || wasUncovered || (await hasUncovered(directory, undefined))).toBe(true);
  });
});

describe.runIf(isPosix)("an installed skill that was not tampered with", () => {
  it.each<[string, (directory: string) => void]>([
    [
      "copied",
      (directory) => {
        execFileSync("cp", ["-r", directory, `${directory}.copy`]);
        rmSync(directory, { recursive: true });
        renameSync(`${directory}.copy`, directory);
      },
    ],
    [
      "cloned by git, with line endings converted",
      (directory) => {
        const repository = join(base, "repository");
        rmSync(repository, { recursive: true, force: true });
        mkdirSync(repository);
        const git = (...args: string[]): unknown =>
          execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
            cwd: repository,
            stdio: "ignore",
          });
        cpSync(skills(), join(repository, "skills"), { recursive: true });
        git("init");
        git("-c", "core.autocrlf=true", "add", "-Af");
        git("commit", "-m", "skills");
        execFileSync("git", ["-c", "core.autocrlf=true", "clone", repository, join(base, "clone")], {
          stdio: "ignore",
        });
        rmSync(directory, { recursive: true });
        cpSync(join(base, "clone/skills", name), directory, { recursive: true });
      },
    ],
    [
      "archived and unpacked",
      (directory) => {
        execFileSync("tar", ["-cf", join(base, "skill.tar"), "-C", skills(), name]);
        rmSync(directory, { recursive: true });
        execFileSync("tar", ["-xf", join(base, "skill.tar"), "-C", skills()]);
      },
    ],
  ])("is unchanged when %s", async (_name, change) => {
    change(fresh());
    expect(await verifyInstalled(project(), lock, { env })).toMatchObject([{ state: "unchanged", changes: [] }]);
    expect(await checkProject(project(), context, { env })).toMatchObject({ drift: false });
  });
});
