import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../tools/pack.mjs";
import { root, runNode, runNpm } from "../../tools/run.mjs";

const base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-package-host-")));
const project = join(base, "project");
try {
  mkdirSync(project);
  const { tarball } = pack("examples/skill-package", base);
  const dependencies = { "example-skill-package": `file:${tarball}` };
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "host", type: "module", dependencies }));
  const install = ["install", "--offline", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const installed = runNpm(install, { cwd: project });
  assert.equal(installed.code, 0, installed.output);

  // The SDK as it is built here, and a package that nobody can import.
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "@tradecraft"), { recursive: true });
  symlinkSync(join(root, "packages/sdk"), join(modules, "@tradecraft/sdk"), "junction");
  mkdirSync(join(modules, "broken-skills"));
  const broken = { name: "broken-skills", version: "2.0.0", type: "module", tradecraft: { skills: "./skills.js" } };
  writeFileSync(join(modules, "broken-skills/package.json"), JSON.stringify(broken));
  writeFileSync(join(modules, "broken-skills/skills.js"), 'throw new Error("This package is broken.");\n');
  const all = { ...dependencies, "broken-skills": "2.0.0" };
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "host", type: "module", dependencies: all }));

  cpSync(fileURLToPath(new URL("host.mjs", import.meta.url)), join(project, "host.mjs"));
  const { code, output } = runNode(join(project, "host.mjs"), [], { cwd: project });
  console.log(output.trimEnd());
  assert.equal(code, 0);
  assert.match(output, /package-invalid: The package "broken-skills" .*This package is broken/);
  console.log("found, loaded, reconfigured; the broken package was named");
} finally {
  rmSync(base, { recursive: true, force: true });
}
