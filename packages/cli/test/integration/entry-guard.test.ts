import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { skillSource } from "../helpers/build-fixtures.ts";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const commands = [
  ["check", "a.ts"],
  ["graph", "a.ts"],
  ["build", "a.ts", "-o", "out/trip", "--no-smoke"],
] as const;

interface Told {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly skills?: readonly { readonly diagnostics: readonly { readonly code: string; readonly message: string }[] }[];
}

/** What a document says went wrong first: `check` has it as a finding. */
function fault(stdout: string): string {
  const { ok, error, skills } = JSON.parse(stdout) as Told;
  const first = error ?? skills?.[0]?.diagnostics[0];
  return `${ok} ${first?.code}: ${first?.message}`;
}

/** Code above the workflow. */
const withCode = (code: string): Record<string, string> => ({ "a.ts": `${skillSource("trip")}\n${code}\n` });

describe.skipIf(!isBuilt)("an entry that is run", () => {
  it.each(commands.map((line) => [line[0], line] as const))("does not get stdout: %s", async (_, line) => {
    const noise = `console.log("NOISE"); process.stdout.write("RAW\\n");
setTimeout(() => console.log("LATE"), 3); setInterval(() => undefined, 1000);`;
    const { code, stdout, stderr } = await spawnCli([...line, "--json"], { cwd: tempFolder(withCode(noise)) });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, ok: true });
    expect(code).toBe(0);
    expect(stderr).toMatch(/NOISE\n.*RAW\n/s);
  });

  const faults = [
    ["process.exit(0);", "It ended the process with exit code 0 while it was loaded"],
    ["try { process.exit(4); } catch {}", "It ended the process with exit code 4 while it was loaded"],
    ["void (async () => process.exit(0))();", "It ended the process with exit code 0 while it was loaded"],
    ['import { exit } from "node:process"; exit(0);', "It ended the process with exit code 0 while it was loaded"],
    ["setTimeout(() => process.exit(0));", "It ended the process with exit code 0 while it was loaded"],
    ["await new Promise(() => {});", "It waits for something that never comes while it is loaded"],
    ["setTimeout(() => { throw new Error('late'); });", "It cannot be run: late"],
    ["void Promise.reject(new Error('alone'));", "It cannot be run: alone"],
  ] as const;
  it.each(faults)("cannot end the command with %s", async (source, message) => {
    const cwd = tempFolder(withCode(source));
    // All load an entry by the same function; the first fault is tried with each.
    const lines = source === faults[0][0] ? commands : commands.filter(([name]) => name === "graph");
    await Promise.all(
      lines.map(async (line) => {
        const { code, stdout, stderr } = await spawnCli([...line, "--json"], { cwd });
        expect(fault(stdout)).toBe(`false entry-failed: ${message}`);
        expect(code).toBe(1);
        if (line[0] !== "check") expect(stderr).toMatch(/^tradecraft: entry-failed: [^\n]*\n$/);
      }),
    );
    expect(readdirSync(cwd).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("is told on to people too, beside what else was checked", async () => {
    const cwd = tempFolder({ ...withCode("process.exit(0);"), "b.ts": skillSource("other") });
    const { code, stdout } = await spawnCli(["check", "a.ts", "b.ts"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("It ended the process with exit code 0 while it was loaded");
    expect(stdout).toContain("1 valid");
  });

  it("is told on for what it does later, while the command is at work", async () => {
    const late = (code: string) => tempFolder(withCode(`setTimeout(() => { ${code} }, 30);`));
    const line = ["build", "a.ts", "-o", "out/trip", "--no-smoke", "--json"];
    const thrown = await spawnCli(line, { cwd: late("throw new Error('late')") });
    expect([thrown.code, fault(thrown.stdout)]).toEqual([1, "false entry-failed: It cannot be run: late"]);
    const left = await spawnCli(line, { cwd: late("process.exit(0)") });
    expect([left.code, fault(left.stdout)]).toEqual([
      1,
      expect.stringMatching(/^false entry-failed: It ended the process with exit code 0 /),
    ]);
  });

  it("leaves dev's stdout to results", async () => {
    const cwd = tempFolder(withCode('console.log("NOISE");'));
    const { stdout, stderr } = await spawnCli(["dev", "a.ts", "start"], { cwd });
    expect(JSON.parse(stdout)).toHaveProperty("kind");
    expect(stderr).toContain("NOISE");
    const exits = await spawnCli(["dev", "a.ts", "start"], { cwd: tempFolder(withCode("process.exit(0);")) });
    expect(exits).toMatchObject({ code: 1, stdout: "" });
    expect(exits.stderr).toContain("entry-failed: It ended the process");
  });
});

/** Runs before the CLI: its version takes for ever to be read, and then there is `more`. */
const stuck = (more: string): string => `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { readFile } = fs.promises;
fs.promises.readFile = (path, ...rest) => {
  if (!String(path).endsWith("/cli/package.json")) return readFile(path, ...rest);
  ${more}
  return new Promise(() => {});
};
syncBuiltinESMExports();
`;

describe.skipIf(!isBuilt)("a command that does not come to its end", () => {
  it.each([
    ["the event loop runs empty", "", "The command ended before it was done"],
    ["something throws on its own", "setTimeout(() => { throw new Error('stray'); });", "stray"],
    ["a rejection is left alone", "setTimeout(() => void Promise.reject(new Error('alone')));", "alone"],
    ["something ends the process", "setTimeout(() => process.exit(0));", "The command ended before it was done"],
  ])("says so, and exits with 70, when %s", async (_, more, message) => {
    const cwd = tempFolder({ "stuck.mjs": stuck(more), "a.ts": skillSource("trip") });
    const env = { NODE_OPTIONS: `--import=${pathToFileURL(join(cwd, "stuck.mjs")).href}` };
    const json = await spawnCli(["check", "a.ts", "--json"], { cwd, env });
    expect(json).toMatchObject({ code: 70, stderr: `tradecraft: internal-error: ${message}\n` });
    expect(JSON.parse(json.stdout)).toEqual({ version: 1, ok: false, error: { code: "internal-error", message } });
    const plain = await spawnCli(["check", "a.ts"], { cwd, env });
    expect(plain).toEqual({ ...json, stdout: "" });
  });
});
