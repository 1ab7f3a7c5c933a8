// A skill package of npm's: packed, installed beside the packed SDK, found, loaded, called and reconfigured.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pack } from "../../tools/pack.mjs";
import { root } from "../../tools/run.mjs";
import { createInstalledProject, type InstalledProject } from "./installed-project.ts";

let project: InstalledProject;

beforeAll(() => {
  project = createInstalledProject();
  if (project.unavailable !== undefined) return;
  const { tarball } = pack("examples/skill-package", dirname(project.folder));
  const { code, output } = project.npm("install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball);
  expect(code, output).toBe(0);
  project.write({ "host.js": readFileSync(join(root, "examples/package-host/host.mjs"), "utf8") });
});
afterAll(() => project.remove());

describe("a packed skill package", () => {
  beforeEach((context) => {
    if (project.unavailable !== undefined) context.skip(project.unavailable);
  });

  it("is found, loaded, called and reconfigured", () => {
    const { code, output } = project.node("host.js");
    expect(code, output).toBe(0);
    expect(output).toContain("found reading-time: example-skill-package@1.0.0/skills.js");
    expect(output).toContain("reconfigured reading-time");
    expect(output).not.toContain("package-invalid");
  });

  it("is named when it throws, and its neighbours are there", () => {
    project.write({
      "node_modules/broken-skills/package.json": JSON.stringify({
        version: "2.0.0",
        type: "module",
        tradecraft: { skills: "./skills.js" },
      }),
      "node_modules/broken-skills/skills.js": 'throw new Error("Not today.");',
    });
    const own = JSON.parse(readFileSync(join(project.folder, "package.json"), "utf8")) as { dependencies: object };
    project.write({
      "package.json": JSON.stringify({ ...own, dependencies: { ...own.dependencies, "broken-skills": "2.0.0" } }),
    });
    const { code, output } = project.node("host.js");
    expect(code, output).toBe(0);
    expect(output).toContain("reconfigured reading-time");
    expect(output).toMatch(/package-invalid: The package "broken-skills" .*skills\.js.*Not today\./);
  });
});
