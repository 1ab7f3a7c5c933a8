// The generated module under the strictest settings that a program may have.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../../../../tools/run.mjs";
import { bakeSkills } from "../../../src/supply/bake/bake-skills.ts";

const run = promisify(execFile);
const tsc = join(root, "node_modules/typescript/bin/tsc");

async function compile(program: string): Promise<string> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  // Inside the repository: the SDK is found by name there, as in a project that installed it.
  const folder = mkdtempSync(join(root, ".cache/baked-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bytes = new Uint8Array([0, 1]);
  const { code } = await bakeSkills([
    {
      name: "one",
      manifest:
        "---\nname: one\ndescription: x\nlicense: MIT\nallowed-tools: Read\nmine: { a: [1, null] }\n---\nbody\n",
      files: [
        { path: "a.bin", bytes, executable: true },
        { path: "é.md", bytes: new TextEncoder().encode('"'), executable: false },
      ],
    },
  ]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "skills.generated.ts"), code);
  writeFileSync(join(folder, "program.ts"), program);
  const options = {
    strict: true,
    isolatedDeclarations: true,
    declaration: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    erasableSyntaxOnly: true,
    target: "ES2022",
    lib: ["ES2022"],
    types: [],
    module: "NodeNext",
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
  return run(process.execPath, [tsc, "-p", folder]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

it("compiles, without the types of any platform", async () => {
  const program = `
    import type { SkillDefinition } from "@tradecraft/sdk";
    import { digests, skills } from "./skills.generated.ts";
    export const list: SkillDefinition[] = skills;
    export const digest: string | undefined = digests["one"];
  `;
  expect(await compile(program)).toBe("");
});

it("has types that are wrong where a program is", async () => {
  const program = `import { skills } from "./skills.generated.ts"; export const wrong: string = skills;`;
  expect(await compile(program)).toMatch(/program\.ts.*Type 'SkillDefinition\[\]' is not assignable to type 'string'/);
});
