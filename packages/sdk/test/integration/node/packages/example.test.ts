import { join } from "node:path";
import { expect, it } from "vitest";
import { root, runNode } from "../../../../../../tools/run.mjs";

// As a user runs it: a package that npm packed and installed, and the built SDK by its name.
it("examples/package-host packs, installs, finds, loads and reconfigures examples/skill-package", () => {
  const { code, output } = runNode(join(root, "examples/package-host/run.mjs"));
  expect(output).toContain("found, loaded, reconfigured; the broken package was named");
  expect(code).toBe(0);
});
