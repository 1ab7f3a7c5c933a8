import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { binPath, root, runNode } from "../../../../../tools/run.mjs";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));

/** A folder with the built package and one version of `ai`; inside the repository, where everything else is found. */
function makeProject(ai: string): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/ai-peer-"));
  // A copy: from its own place the package would find the version that the repository uses.
  const copy = join(folder, "node_modules/@tradecraft/sdk");
  for (const name of ["dist", "package.json"]) {
    cpSync(join(root, "packages/sdk", name), join(copy, name), { recursive: true });
  }
  symlinkSync(ai, join(folder, "node_modules/ai"), "junction");
  for (const name of ["use-types.ts", "use.mjs"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(fixtures, name), join(folder, name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const config = { extends: "../../test/tsconfig.json", files: ["use-types.ts"], include: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return folder;
}

// The other two are installed under names of their own: "ai-v5": "npm:ai@5", "ai-v7": "npm:ai@7".
describe.each([
  [5, "ai-v5"],
  [6, "ai"],
  [7, "ai-v7"],
])("with version %i of ai", (version, name) => {
  const ai = join(root, "node_modules", name);
  const isInstalled = existsSync(ai);
  const folder = isInstalled ? makeProject(ai) : "";
  afterAll(() => {
    if (isInstalled) rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!isInstalled)("programs compile, and mistakes do not", () => {
    const manifest = JSON.parse(readFileSync(join(ai, "package.json"), "utf8")) as { version: string };
    expect(manifest.version.split(".")[0]).toBe(String(version));
    expect(runNode(binPath("typescript", "tsc"), ["-p", folder, "--pretty", "false"]).output).toBe("");
  });

  it.skipIf(!isInstalled)("the loop runs", () => {
    expect(runNode(join(folder, "use.mjs"))).toMatchObject({ output: "ok\n", code: 0 });
  });
});
