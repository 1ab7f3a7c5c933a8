import { spawnSync } from "node:child_process";
import { it } from "vitest";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A test with a real Python; without one it says that it was skipped. */
export function withPython(name: string, run: () => Promise<void>): void {
  it(name, async (context) => {
    if (!hasPython) context.skip("python3 is not installed");
    await run();
  });
}
