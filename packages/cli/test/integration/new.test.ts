import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const version = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { readonly version: string }
).version;

describe("new", () => {
  it("makes a SKILL.md folder that check has nothing against, and says what is next", async () => {
    const cwd = tempFolder();
    const made = await runCli(["new", "release-notes"], { cwd });
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toBe(
      `✔ release-notes
  release-notes/SKILL.md
  release-notes/references/checklist.md

Next:
  cd release-notes
  Say in SKILL.md what the skill does and when to use it: agents choose by the description alone.
  tradecraft check .
`,
    );
    expect(readdirSync(cwd)).toEqual(["release-notes"]);
    const checked = await runCli(["check", "release-notes", "--max-warnings", "0"], { cwd });
    expect(checked.code, checked.stdout).toBe(0);
  });

  it.each(["workflow", "code"])("makes a project with --%s, with the packages of this version", async (kind) => {
    const cwd = tempFolder();
    const { code, stdout } = await runCli(["new", "tea", `--${kind}`, "-o", "deep/folder", "--json"], { cwd });
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { readonly files: string[]; readonly next: string[] };
    expect(report).toMatchObject({ version: 1, ok: true, name: "tea", kind, folder: "deep/folder" });
    expect(report.next).toEqual(expect.arrayContaining(["npm install", "npm run check", "npm test", "npm run build"]));
    const folder = join(cwd, "deep/folder");
    for (const path of report.files) expect(existsSync(join(folder, path)), path).toBe(true);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, object>;
    expect(manifest).toMatchObject({ name: "tea", type: "module", engines: { node: ">=20.19" } });
    expect(manifest["devDependencies"]).toMatchObject({ "@tradecraft/sdk": `^${version}` });
    expect(Object.keys(manifest["scripts"] ?? {})).toEqual(expect.arrayContaining(["check", "test", "build"]));
  });

  it.skipIf(!isBuilt)("makes a workflow that can be checked and run before anything is installed", async () => {
    const cwd = tempFolder();
    expect((await spawnCli(["new", "tea", "--workflow"], { cwd })).code).toBe(0);
    expect(await spawnCli(["check", "tea/src/skill.ts", "--max-warnings", "0"], { cwd })).toMatchObject({ code: 0 });
    const { code, stdout } = await spawnCli(["dev", "--params", '{"request":"Tea."}', "tea/src/skill.ts"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "prompt", step: "understand" });
  });

  it.each([
    ["Release_Notes", 'name-case: The name must be in lower case: release_notes; did you mean "release-notes"?'],
    ["a/b", 'name-characters: Only letters, digits and hyphens are allowed in the name, not "/"; did you mean "a-b"?'],
    ["\u001b[2x", 'name-characters: Only letters, digits and hyphens are allowed in the name, not "\\u001b", "["'],
  ])("refuses the name %j with 2, and writes nothing", async (name, message) => {
    const cwd = tempFolder();
    const { code, stdout, stderr } = await runCli(["new", name], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`tradecraft: ${message}`);
    expect(readdirSync(cwd)).toEqual([]);
    const json = await runCli(["new", name, "--json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, ok: false, error: { suggestion: expect.any(String) } });
  });

  it.each([
    [["new"], "new needs an argument: <name>"],
    [["new", "tea", "--workflow", "--code"], "--workflow and --code exclude each other"],
    [["new", "tea", "-o", "other"], "The folder of a SKILL.md is called as the skill is: --out <folder>/tea"],
    [["new", "tea", "pot"], 'Unexpected argument "pot" for new'],
  ])("refuses %j with 2", async (args, message) => {
    const cwd = tempFolder();
    const { code, stderr } = await runCli(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("leaves a folder with something in it as it was, with 1", async () => {
    const cwd = tempFolder({ "tea/notes.md": "mine" });
    const { code, stdout, stderr } = await runCli(["new", "tea", "--json"], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "folder-taken" } });
    expect(stderr).toBe("tradecraft: folder-taken: tea: It is there already, and is not empty.\n");
    expect(readdirSync(join(cwd, "tea"))).toEqual(["notes.md"]);
    expect(readdirSync(cwd)).toEqual(["tea"]);
  });

  it("fills the current folder when it is empty", async () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, "tea"));
    const { code, stdout } = await runCli(["new", "tea", "--out", "."], { cwd: join(cwd, "tea") });
    expect(code).toBe(0);
    expect(stdout).not.toContain("cd ");
    expect(readdirSync(join(cwd, "tea")).sort()).toEqual(["SKILL.md", "references"]);
  });

  it.skipIf(!isBuilt || process.platform === "win32")("is 1 where nothing can be written", async () => {
    const cwd = tempFolder();
    chmodSync(cwd, 0o555);
    const { code, stderr } = await spawnCli(["new", "tea"], { cwd, asNobody: true });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: file-unwritable: tea: EACCES/)]);
  });
});
