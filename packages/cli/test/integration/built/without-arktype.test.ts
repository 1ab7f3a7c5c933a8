// Skills that make no schema with ArkType, or only some: nothing of it is in their folders, and they work.

import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { callSkill } from "../../helpers/build-fixtures.ts";
import { isBuilt, spawnCli } from "../../helpers/spawn-cli.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const packages = fileURLToPath(new URL("../../../../../node_modules/", import.meta.url));
/** A word of ArkType's own that no minifier touches. */
const mark = "arkKind";
const mostBytes = 150_000;

interface Report {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Bytes of the main file, by what they are of. */
  readonly weights: Readonly<Record<string, number>>;
  readonly schemas: object;
}

/** A workflow called `tea`, of the steps that are given. */
function workflow(steps: string, imports = ""): string {
  return `import { skill, terminal, type } from "@tradecraft/sdk/workflow";
${imports}
export default skill({ name: "tea", entry: "ask", description: "Makes tea. Use it when somebody is thirsty." })
${steps}
.build();
`;
}

const zod = 'import { z } from "zod";';
const zodStep = (next: string): string =>
  `.step("ask", { prompt: "Ask which.", response: z.object({ leaf: z.string(), cups: z.number().default(2) }), next: ${next} })`;

/** Builds a skill; gives its folder, what calls it, and what the report says. */
async function build(source: string, options: { files?: Record<string, string>; args?: string[]; path?: string } = {}) {
  const { files = {}, args = [], path = "" } = options;
  const folder = tempFolder({ "skill.ts": source, ...files });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const name of ["zod", "arktype"]) symlinkSync(join(packages, name), join(folder, "node_modules", name));
  if (path !== "") chmodSync(join(folder, path, "bun"), 0o755);
  const env = { PATH: [...(path === "" ? [] : [join(folder, path)]), process.env["PATH"]].join(":") };
  const { code, stdout, stderr } = await spawnCli(
    ["build", "skill.ts", "-o", "out/tea", "--no-smoke", "--json", ...args],
    { cwd: folder, env },
  );
  expect([code, stderr]).toEqual([0, ""]);
  const bin = join(folder, "out/tea/bin");
  const marked = readdirSync(bin).filter((name) => readFileSync(join(bin, name)).includes(mark));
  const run = (...call: string[]) => callSkill(join(folder, "out/tea/scripts/run"), call);
  return { report: JSON.parse(stdout) as Report, marked, run };
}

/** The arguments of an answer. */
function answer(step: string, output: unknown, history: readonly unknown[] = []): string[] {
  return ["advance", "--step", step, "--output", JSON.stringify(output), "--history", JSON.stringify(history)];
}

/** The main file must be small, without the Zod that its author brought along, and have nothing of ArkType. */
function expectLight({ files, weights }: Report): void {
  expect(Object.keys(weights).filter((name) => /^(?:@ark\/|arktype$)/.test(name))).toEqual([]);
  const main = files.find(({ path }) => path === "bin/tea-main.cjs");
  expect((main?.bytes ?? Infinity) - (weights["zod"] ?? 0)).toBeLessThanOrEqual(mostBytes);
}

describe.skipIf(!isBuilt || process.platform === "win32")("a built skill that does not need ArkType", () => {
  it("has no schema at all", async () => {
    const steps = '.step("ask", { prompt: "Ask.", next: "pour" }).step("pour", { prompt: "Pour.", next: terminal })';
    const { report, marked, run } = await build(workflow(steps));
    expect([report.schemas, marked]).toEqual([{ kind: "none" }, []]);
    expectLight(report);
    expect(run("start").result).toMatchObject({ kind: "prompt", step: "ask", schema: null });
    const { result } = run(...answer("ask", {}));
    expect(result).toMatchObject({ kind: "prompt", step: "pour" });
    expect(run(...answer("pour", {}, [result["completed"]])).result).toMatchObject({ kind: "done" });
    // What its help promises, and no more: without arguments it is help.
    const { code, stdout, stderr } = run();
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("  run start [--params JSON]");
  });

  it("has schemas of Zod", async () => {
    const { report, marked, run } = await build(workflow(zodStep("terminal"), zod));
    expect([report.schemas, marked]).toEqual([{ kind: "none" }, []]);
    expectLight(report);
    expect(run("start").result).toMatchObject({ step: "ask", schema: { properties: { leaf: { type: "string" } } } });
    expect(run(...answer("ask", { leaf: 1 })).result).toMatchObject({ kind: "error", step: "ask", retry: true });
    expect(run(...answer("ask", { leaf: "oolong" })).result).toMatchObject({
      kind: "done",
      finalOutput: { leaf: "oolong", cups: 2 },
    });
  });

  it("has schemas of both, and those of ArkType are prepared", async () => {
    const steps = `${zodStep('"pour"')}.step("pour", { prompt: "Pour.", response: type({ hot: "boolean" }), next: terminal })`;
    const { report, marked, run } = await build(workflow(steps, zod));
    expect([report.schemas, marked]).toEqual([{ kind: "prepared", prepared: 1, unprepared: [] }, []]);
    expectLight(report);
    expect(run(...answer("ask", {})).result).toMatchObject({ kind: "error", step: "ask", retry: true });
    const { result } = run(...answer("ask", { leaf: "oolong" }));
    expect(result).toMatchObject({ step: "pour", schema: { properties: { hot: { type: "boolean" } } } });
    const history = [result["completed"]];
    expect(run(...answer("pour", { hot: 1 }, history)).result).toMatchObject({
      kind: "error",
      message: "hot: hot must be boolean (was 1)",
    });
    expect(run(...answer("pour", { hot: true }, history)).result).toMatchObject({ finalOutput: { hot: true } });
  });

  it("is a reference", async () => {
    const { report, marked, run } = await build(`import { reference } from "@tradecraft/sdk/workflow";
export default reference({ name: "tea", description: "Knows teas. Use it when somebody asks about tea." })
  .topic("green", { label: "Green tea", content: () => "Not too hot." })
  .build();
`);
    expect([report.schemas, marked]).toEqual([{ kind: "none" }, []]);
    expectLight(report);
    expect(run().stdout).toBe("green: Green tea\n");
    expect(run("topic", "green").stdout).toBe("Not too hot.\n");
    expect(run("topic", "black").code).not.toBe(0);
  });

  it("is an executable", async () => {
    // Instead of an executable, what it would be made from.
    const bun =
      '#!/bin/sh\nfor arg in "$@"; do case $arg in --outfile=*) out=${arg#--outfile=} ;; esac; done\ncp "$arg" "$out"\n';
    const source = workflow('.step("ask", { prompt: "Ask.", next: terminal })');
    const { report, marked } = await build(source, {
      files: { "path/bun": bun },
      args: ["--mode", "bun", "--targets", "linux-x64"],
      path: "path",
    });
    expect([report.schemas, marked]).toEqual([{ kind: "none" }, []]);
    expect(Object.keys(report.weights)).not.toContain("arktype");
  });
});

describe.skipIf(!isBuilt || process.platform === "win32")("a built skill that may need ArkType while it runs", () => {
  const lazy: Record<string, string> = {
    "node_modules/lazy/package.json": '{ "name": "lazy", "type": "module", "main": "lazy.js" }',
    "node_modules/lazy/lazy.js":
      "import {type} from 'arktype'; export function says(value){ return String(type({ a: 'string' })(value)) }",
  };

  it("has it in a file of its own, for packages too", async () => {
    const late = '(await import("arktype")).type({ b: "string" })({ b: 1 }).summary';
    const steps = `.step("ask", { prompt: "Ask.", action: async () => [says({ a: 1 }), ${late}], next: terminal })`;
    const { report, marked, run } = await build(workflow(steps, 'import { says } from "lazy";'), { files: lazy });
    expect(report.schemas).toEqual({ kind: "none", library: "code that may make schemas while it runs" });
    expect(marked).toEqual(["tea-schemas.cjs"]);
    expectLight(report);
    const said = ["a must be a string (was a number)", "b must be a string (was a number)"];
    expect(run(...answer("ask", {})).result["completed"]).toMatchObject({ actionResult: said });
  });
});
