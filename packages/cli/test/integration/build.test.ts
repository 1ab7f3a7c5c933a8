import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it, vi } from "vitest";
import { callSkill, filesOf, skillSource } from "../helpers/build-fixtures.ts";
import { runCli } from "../helpers/run-cli.ts";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const examples = fileURLToPath(new URL("../../../../examples/workflows/", import.meta.url));
const cliFile = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const start = ["--params", '{"traveller":"Ada"}', "--host", "generic"];
const answer = (output: unknown, step = "where", history: unknown = []): string[] => [
  "advance",
  "--step",
  step,
  "--output",
  JSON.stringify(output),
  "--history",
  JSON.stringify(history),
  ...start,
];

interface Report {
  readonly ok: boolean;
  readonly schemas: object;
  readonly smoke: { readonly calls: readonly string[] };
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

async function build(
  folder: string,
  entry = "skill.ts",
  ...more: readonly string[]
): Promise<{ code: number; report: Report; stderr: string }> {
  // In this process, which has the bundler loaded: most of the time of a build goes into loading.
  const { code, stdout, stderr } = await runCli(["build", entry, "-o", "out/trip", "--json", ...more], {
    cwd: folder,
  });
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

/** A built skill of its own. */
async function built(source: string, files: Record<string, string> = {}, ...more: readonly string[]) {
  const folder = tempFolder({ "skill.ts": source, ...files });
  // The smoke run has tests of its own, on the examples.
  const made = await build(folder, "skill.ts", "--no-smoke", ...more);
  expect(made.stderr).toBe("");
  expect(made.code).toBe(0);
  return { folder, out: join(folder, "out/trip"), run: join(folder, "out/trip/scripts/run"), report: made.report };
}

describe.skipIf(!isBuilt)("tradecraft build", () => {
  it("makes a folder that works anywhere: spaces and quotes, no HOME, no packages, read-only, reached by links", async () => {
    const { folder, out } = await built(skillSource("trip"));
    const odd = join(folder, `it's a "trip" ä $HOME`);
    mkdirSync(odd);
    renameSync(out, join(odd, "trip"));
    const run = join(odd, "trip/scripts/run");
    expect(callSkill(run, start).result).toMatchObject({ kind: "prompt", step: "where" });
    expect(callSkill("./run", start, { cwd: join(odd, "trip/scripts") }).result["kind"]).toBe("prompt");
    expect(callSkill("sh", ["run", ...start], { cwd: join(odd, "trip/scripts") }).result["kind"]).toBe("prompt");
    symlinkSync(join(odd, "trip"), join(folder, "link"));
    expect(callSkill(join(folder, "link/scripts/run"), start).result["kind"]).toBe("prompt");
    symlinkSync("link/scripts/run", join(folder, "relative"));
    symlinkSync(join(folder, "relative"), join(folder, "twice"));
    expect(callSkill(join(folder, "twice"), start).result["kind"]).toBe("prompt");

    chmodSync(folder, 0o755);
    for (const path of readdirSync(odd, { recursive: true, encoding: "utf8" })) {
      chmodSync(join(odd, path), path.includes(".") && !path.endsWith("run") ? 0o444 : 0o555);
    }
    const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
    expect(callSkill(run, answer({ city: "Rome" }), nobody).result).toMatchObject({
      step: "pack",
      completed: { response: { city: "Rome", days: 3 } },
    });
    for (const path of [odd, join(odd, "trip"), ...["bin", "scripts"].map((name) => join(odd, "trip", name))])
      chmodSync(path, 0o755);
  });

  it("answers as ArkType would, without ArkType", async () => {
    const { run, out, report } = await built(skillSource("trip"));
    expect(report.schemas).toMatchObject({ kind: "prepared", prepared: 3, unprepared: [] });
    expect(readdirSync(join(out, "bin"))).not.toContain("trip-schemas.cjs");
    expect(callSkill(run, start).result["schema"]).toMatchObject({
      type: "object",
      properties: { city: { type: "string", minLength: 1, maxLength: 40 } },
      required: ["city"],
    });
    const { result, code } = callSkill(run, answer({ city: "", days: "two" }));
    expect(code).toBe(0);
    expect(result).toMatchObject({ kind: "error", retry: true });
    expect(result["message"]).toBe("city: city must be non-empty; days: days must be a number (was a string)");
    expect(callSkill(run, ["--params", '{"traveller":1,"budget":0}']).stdout).toContain(
      "traveller must be a string (was a number)",
    );
  });

  it("gives the same bytes for the same input, wherever that is", async () => {
    const first = await built(skillSource("trip"), { "references/a.md": "A\n" });
    const second = await built(skillSource("trip"), { "references/a.md": "A\n" });
    expect(filesOf(second.out)).toEqual(filesOf(first.out));
    expect(JSON.stringify(filesOf(first.out))).not.toContain(first.folder);
  });

  it("leaves the old folder as it was when a build fails, and nothing beside it", async () => {
    const { folder, out } = await built(skillSource("trip"));
    const before = filesOf(out);
    for (const [source, code] of [
      [skillSource("trip").replace('next: "pack"', 'next: "pakc" as never'), /target|workflow|entry-failed/],
      ["export default 1 +;", /entry-syntax/],
      ["export const nothing = 1;", /entry-not-workflow/],
      [skillSource("trip", { config: 'skillMd: "---\\nname: other\\n---\\nText",' }), /build-check/],
      [`import "./missing.ts";\n${skillSource("trip")}`, /entry-syntax/],
    ] as const) {
      writeFileSync(join(folder, "skill.ts"), source);
      const failed = await build(folder);
      expect(failed.code).toBe(1);
      expect(failed.report.ok).toBe(false);
      expect(failed.stderr).toMatch(code);
      expect(filesOf(out)).toEqual(before);
      expect(readdirSync(join(folder, "out"))).toEqual(["trip"]);
      expect(readdirSync(folder).sort()).toEqual(["out", "skill.ts"]);
    }
  });

  it("replaces what it made and keeps what others put there", async () => {
    const { folder, out } = await built(skillSource("trip"), {
      "references/a.md": "A\n",
      "references/deep/b.md": "B\n",
      "assets/c.bin": "C",
    });
    expect(existsSync(join(out, "references/deep/b.md"))).toBe(true);
    rmSync(join(folder, "references/deep"), { recursive: true });
    writeFileSync(join(out, "NOTICE"), "Theirs.");
    writeFileSync(join(out, "package.json"), '{ "private": true, "name": "old", "version": "9.9.9" }');
    expect((await build(folder)).code).toBe(0);
    expect(existsSync(join(out, "references/deep"))).toBe(false);
    expect(readFileSync(join(out, "NOTICE"), "utf8")).toBe("Theirs.");
    expect(JSON.parse(readFileSync(join(out, "package.json"), "utf8"))).toEqual({
      name: "trip",
      version: "0.0.0",
      private: true,
    });
  });

  it("takes ArkType along for what cannot be prepared, and loads it only for that", async () => {
    const first =
      'type({ city: "string", days: "string.integer.parse" }).narrow(({ city }, ctx) => city !== "Atlantis" || ctx.mustBe("on a map"))';
    const { run, out, report } = await built(skillSource("trip", { first }));
    expect(report.schemas).toMatchObject({
      prepared: 2,
      unprepared: [{ uses: ["response of where"], reason: expect.stringContaining("morph") }],
      library: "schemas that cannot be prepared",
    });
    expect(callSkill(run, answer({ city: "Rome", days: "4" })).result).toMatchObject({
      step: "pack",
      completed: { response: { city: "Rome", days: 4 } },
    });
    expect(callSkill(run, answer({ city: "Atlantis", days: "4" })).result["message"]).toContain("must be on a map");
    rmSync(join(out, "bin/trip-schemas.cjs"));
    expect(callSkill(run, start).result["kind"]).toBe("prompt");
    expect(callSkill(run, answer({ city: "Rome", days: "4" })).stdout).toContain("trip-schemas.cjs");
  });

  it("keeps functions that make defaults, and schemas that code uses itself", async () => {
    const source = skillSource("trip", {
      first: 'type({ city: "string", stops: type("string[]").default(() => ["home"]) })',
    })
      .replace(
        'next: "pack"',
        'save: ({ response }) => ({ step: { ...response, known: Known.allows(response), checked: Known(response) instanceof type.errors } }), next: "pack"',
      )
      .replace("export default", "const Known = type({ city: \"'Rome' | 'Oslo'\" });\nexport default");
    const { run, report } = await built(source);
    expect(report.schemas).toMatchObject({ unprepared: [] });
    const { result } = callSkill(run, answer({ city: "Oslo" }));
    expect(result["completed"]).toMatchObject({
      result: { city: "Oslo", stops: ["home"], known: true, checked: false },
    });
    expect(callSkill(run, answer({ city: "Paris" })).result["completed"]).toMatchObject({
      result: { known: false, checked: true },
    });
  });

  it("takes ArkType along for code that may make schemas while it runs", async () => {
    const source = skillSource("trip").replace(
      'next: "pack"',
      'save: ({ response }) => ({ step: { short: type("string < 5").allows(response.city) } }), next: "pack"',
    );
    const { run, report } = await built(source);
    expect(report.schemas).toMatchObject({ library: "code that may make schemas while it runs" });
    expect(callSkill(run, answer({ city: "Rome" })).result["completed"]).toMatchObject({ result: { short: true } });
  });

  it("bundles ArkType as it is where it is used in another way", async () => {
    const source = skillSource("trip", {
      first: 'scope({ city: "string", place: { city: "city" } }).export().place',
    }).replace("import {", 'import { scope } from "arktype";\nimport {');
    const folder = tempFolder({ "skill.ts": source });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(
      fileURLToPath(new URL("../../../../node_modules/arktype", import.meta.url)),
      join(folder, "node_modules/arktype"),
    );
    const { code, report } = await build(folder);
    expect(code).toBe(0);
    expect(report.schemas).toMatchObject({ kind: "library", library: "its code imports `scope` from ArkType" });
    expect(callSkill(join(folder, "out/trip/scripts/run"), answer({ city: "Rome" })).result["step"]).toBe("pack");
  });

  it("runs code that waits at the top of a module", async () => {
    const { run, out } = await built(
      `const wait = await Promise.resolve("x");\n${skillSource("trip", { config: "system: wait," })}`,
    );
    expect(readdirSync(join(out, "bin"))).toContain("trip-main.mjs");
    expect(callSkill(run, start).result["preamble"]).toMatch(/^x\n/);
  });

  it("tells an old Node, in JSON and in words, which one it needs", async () => {
    const { out, folder } = await built(skillSource("trip"));
    const old = join(folder, "old.cjs");
    writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "18.20.0" });');
    const { code, result, stderr } = callSkill("node", ["-r", old, join(out, "bin/trip.cjs"), ...start]);
    expect(code).toBe(1);
    expect(result).toMatchObject({ kind: "error", code: "node-too-old" });
    expect(stderr).toContain("needs Node.js 20 or later");
    // Words that every Node knows.
    expect(readFileSync(join(out, "bin/trip.cjs"), "utf8")).not.toMatch(/=>|\?\.|\?\?|\bconst\b|\blet\b|`/);
    const without = callSkill("/bin/sh", [join(out, "scripts/run"), ...start], { env: { PATH: "/nowhere" } });
    expect(without.code).toBe(1);
    expect(without.result).toMatchObject({ kind: "error", code: "node-missing" });
  });

  it("writes a SKILL.md that is valid, whatever the texts are", async () => {
    const config = String.raw`version: "1.2.3", license: "MIT", argumentHint: "[traveller]", allowedTools: "Grep, Bash(git log *)",
      triggers: ["trip: now", "\"quoted\" # no comment"],`;
    const { out } = await built(skillSource("trip", { config }), { "references/visa rules.md": "V\n" });
    const text = readFileSync(join(out, "SKILL.md"), "utf8");
    const { manifest, diagnostics } = lintSkill(text, { directory: "trip" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(manifest.description).toContain('Trigger keywords: trip: now, "quoted" # no comment');
    expect(manifest.metadata).toEqual({ version: "1.2.3" });
    expect(manifest.allowedTools).toEqual([
      "Bash(*/trip/scripts/run *)",
      "Read",
      ...["start", "advance", "status"].map((tool) => `mcp__trip__${tool}`),
      "Grep",
      "Bash(git log *)",
    ]);
    expect(manifest.compatibility).toBe("Needs Node.js 20 or later.");
    expect(manifest.extra).toMatchObject({ "argument-hint": "[traveller]" });
    expect(text.split("\n").length).toBeLessThan(500);
    expect(text).not.toContain("/dev/null");
    expect(text).toContain("| `traveller` | string | yes |");
    expect(text).toContain("- `pack`: Say what to pack.");
    expect(text).toContain("- `where` (first): asks for `city`, `days`");
    expect(text).toContain("(references/visa%20rules.md)");
    expect(text).toContain("--subagent");
  });

  it("honours a SKILL.md of the author's own", async () => {
    const whole = "---\nname: trip\ndescription: Plans a trip. Use it when somebody wants to go away.\n---\n\n# Mine\n";
    const { out } = await built(skillSource("trip", { config: `skillMd: ${JSON.stringify(whole)},` }));
    expect(readFileSync(join(out, "SKILL.md"), "utf8")).toBe(whole);
    const made = await built(skillSource("trip", { config: "skillMd: (skill) => `# ${skill.name} by hand`," }));
    const text = readFileSync(join(made.out, "SKILL.md"), "utf8");
    expect(text).toMatch(/^---\nname: trip\ndescription: /);
    expect(text).toMatch(/---\n\n# trip by hand\n$/);
  });

  it("finds the version in the nearest package.json that has one", async () => {
    const folder = tempFolder({
      "package.json": '{ "version": "4.5.6" }',
      "deep/package.json": '{ "private": true }',
      "deep/src/skill.ts": skillSource("trip", { config: 'resolveVersion: true, package: { license: "MIT" },' }),
    });
    expect((await build(folder, "deep/src/skill.ts")).code).toBe(0);
    const out = join(folder, "out/trip");
    expect(JSON.parse(readFileSync(join(out, "package.json"), "utf8"))).toEqual({
      name: "trip",
      version: "4.5.6",
      license: "MIT",
    });
    expect(readFileSync(join(out, "SKILL.md"), "utf8")).toContain("version: 4.5.6");
    expect(readFileSync(join(out, "bin/trip-main.cjs"), "utf8")).toContain("4.5.6");
    if (!existsSync(join(out, "bin/trip-mcp.mjs"))) return;
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const { result } = callSkill(join(out, "scripts/run"), ["mcp"], { input: `${JSON.stringify(hello)}\n` });
    expect(result["result"]).toMatchObject({ serverInfo: { name: "trip", version: "4.5.6" } });
  });

  it("builds again when a file changes", async () => {
    const folder = tempFolder({ "skill.ts": skillSource("trip"), "references/a.md": "A\n" });
    const child = spawn(process.execPath, [cliFile, "build", "skill.ts", "-o", "out/trip", "--watch"], {
      cwd: folder,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const skillMd = (): string => readFileSync(join(folder, "out/trip/SKILL.md"), "utf8");
    try {
      await vi.waitFor(() => expect(skillMd()).toContain("Say what to pack."), { timeout: 30_000 });
      // Later than the first build, which may still be looking for what to watch.
      await vi.waitFor(
        () => {
          writeFileSync(join(folder, "skill.ts"), skillSource("trip").replace("Say what to pack.", "List it."));
          expect(skillMd()).toContain("List it.");
        },
        { timeout: 30_000, interval: 3000 },
      );
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  });

  it("leaves nothing beside the entry when it is interrupted", async () => {
    const folder = tempFolder({
      "skill.ts": `await new Promise((done) => setTimeout(done, 60_000));\nexport default 1;`,
    });
    const child = spawn(process.execPath, [cliFile, "build", "skill.ts", "-o", "out/trip"], {
      cwd: folder,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", (_code, signal) => resolve(signal)));
    await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(2), { timeout: 30_000 });
    child.kill("SIGTERM");
    expect(await ended).toBe("SIGTERM");
    expect(readdirSync(folder)).toEqual(["skill.ts"]);
  });

  it("replaces a skill that was written by hand only by force", async () => {
    const files = { "out/trip/SKILL.md": "Mine.", "out/trip/scripts/run": "mine", "out/trip/references/a.md": "Mine." };
    const folder = tempFolder({ "skill.ts": skillSource("trip"), ...files });
    const before = filesOf(join(folder, "out"));
    const refused = await build(folder, "skill.ts", "--no-smoke");
    expect([refused.code, refused.report]).toMatchObject([1, { error: { code: "build-write" } }]);
    expect(refused.stderr).toContain("--force");
    expect(filesOf(join(folder, "out"))).toEqual(before);
    expect((await build(folder, "skill.ts", "--no-smoke", "--force")).code).toBe(0);
    expect((await build(folder, "skill.ts", "--no-smoke")).code).toBe(0);
  });

  it("prints and takes what is long, through pipes", async () => {
    const { run, folder } = await built(skillSource("trip", { first: 'type({ city: "string" })' }));
    const city = "x".repeat(3_000_000);
    writeFileSync(join(folder, "answer.json"), JSON.stringify({ city }));
    const args = [
      "advance",
      "--step",
      "where",
      "--output",
      `@${join(folder, "answer.json")}`,
      "--history",
      "[]",
      ...start,
    ];
    expect(callSkill(run, args).result).toMatchObject({ step: "pack", completed: { response: { city } } });
    const slow = `${JSON.stringify(run)} ${args.map((arg) => `'${arg}'`).join(" ")} | (sleep 0.3; wc -c)`;
    expect(Number(callSkill("/bin/sh", ["-c", slow]).stdout)).toBeGreaterThan(3_000_000);
    expect(callSkill("/bin/sh", ["-c", `${slow.split(" | ")[0]} | head -c 1`]).stdout).toBe("{");
  });

  it("keeps sessions", async () => {
    const { run, folder } = await built(skillSource("trip"));
    const dir = join(folder, "sessions");
    mkdirSync(dir, { mode: 0o700 });
    const { result } = callSkill(run, [...start, "--session", "new", "--session-dir", dir]);
    expect(result).toMatchObject({ line: 2, sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const session = ["--session", String(result["sessionId"]), "--session-dir", dir];
    expect(callSkill(run, ["advance", ...session, "--step", "where", "--output", '{"city":"Rome"}']).stdout).toMatch(
      /^\d+\n$/,
    );
    callSkill(run, ["advance", ...session, "--step", "pack", "--output", "-"], { input: '{"items":["hat"]}' });
    expect(readFileSync(String(result["file"]), "utf8")).toContain('"finalOutput":{"items":["hat"]}');
    expect(callSkill(run, ["cleanup", ...session]).code).toBe(0);
  });

  it("builds a skill of topics", async () => {
    const source = `import { reference } from "@tradecraft/sdk/workflow";
export default reference({ name: "trip", description: "Rules for travel. Use it when somebody asks about visas." })
  .topic("visa", { label: "Visas | and <more>", content: ({ refs }) => refs.load("visa.md") }).build();`;
    const { run, out } = await built(source, { "references/visa.md": "No visa.\n" });
    expect(callSkill(run, ["topics"]).stdout).toContain("visa");
    expect(callSkill(run, ["topic", "visa"]).stdout).toBe("No visa.\n");
    expect(readFileSync(join(out, "SKILL.md"), "utf8")).toContain("- `RUN topic visa`:");
    expect(existsSync(join(out, "workflow.json"))).toBe(false);
  });

  it("serves topics of a workflow without sub-skills, as its SKILL.md says", async () => {
    const source = skillSource("trip").replace(
      ".build()",
      '.topic("visa", { label: "Visas", content: "No visa." }).build()',
    );
    const { run, out } = await built(source);
    expect(readFileSync(join(out, "SKILL.md"), "utf8")).toContain("- `RUN topic visa`: Visas");
    expect(callSkill(run, ["topic", "visa"]).stdout).toContain("No visa.");
  });

  it("refuses calls that make no sense", async () => {
    const folder = tempFolder({ "skill.ts": skillSource("trip") });
    const code = async (...args: string[]): Promise<number> =>
      (await spawnCli(["build", ...args], { cwd: folder })).code;
    expect(await code("skill.ts")).toBe(2);
    expect(await code("missing.ts", "-o", "out")).toBe(2);
    expect(await code("skill.ts", "-o", "out", "--targets", "linux-x64")).toBe(2);
    expect(await code("skill.ts", "-o", "out", "--mode", "bun", "--targets", "amiga")).toBe(2);
    expect(await code("skill.ts", "-o", ".")).toBe(2);
    const { code: withoutBun, stderr } = await spawnCli(["build", "skill.ts", "-o", "out", "--mode", "bun"], {
      cwd: folder,
      env: { PATH: "/usr/bin" },
    });
    expect(withoutBun).toBe(1);
    expect(stderr).toContain("There is no bun");
    expect(existsSync(join(folder, "out"))).toBe(false);
    mkdirSync(join(folder, "out/scripts"), { recursive: true });
    expect(await code("skill.ts", "-o", "out")).toBe(1);
    expect(readdirSync(join(folder, "out"))).toEqual(["scripts"]);
  });

  it.each(
    existsSync(examples) ? readdirSync(examples).filter((name) => existsSync(join(examples, name, "skill.ts"))) : [],
  )("builds the example %s, small, without ArkType, and it starts", async (name) => {
    const folder = tempFolder();
    cpSync(join(examples, name), join(folder, name), { recursive: true });
    const { code, stdout, stderr } = await spawnCli(["build", `${name}/skill.ts`, "-o", `out/${name}`, "--json"], {
      cwd: folder,
    });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Report;
    expect(report.smoke.calls.length).toBeGreaterThan(0);
    expect(report.schemas).not.toHaveProperty("library");
    const main = report.files.find(({ path }) => path.endsWith("-main.cjs"));
    expect(main?.bytes).toBeLessThanOrEqual(150_000);
  });
});
