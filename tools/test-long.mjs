// What takes too long for every change: a million fuzzed inputs, two hundred killed commands, and the measurements against
// peers.

import { relative, resolve } from "node:path";
import { build } from "./build.mjs";
import { binPath, root, runNode } from "./run.mjs";

const steps = [
  { script: "test/fuzz/run.mjs", args: ["--runs", "1000000"] },
  {
    script: binPath("vitest"),
    args: [
      "run",
      "--project",
      "integration",
      "packages/sdk/test/integration/run/killed.test.ts",
      "packages/sdk/test/integration/sessions/killed.test.ts",
      "packages/cli/test/integration/sync-crash.test.ts",
    ],
    env: { TRADECRAFT_KILLS: "200" },
  },
  {
    script: binPath("vitest"),
    args: ["run", "--project", "e2e-packed", "test/e2e-packed/new.test.ts"],
    env: { TRADECRAFT_LONG: "1" },
  },
  {
    script: binPath("vitest"),
    args: ["run", "--project", "unit", "packages/sdk/test/unit/core/code/state/edit-properties.test.ts"],
    env: { TRADECRAFT_LONG: "1" },
  },
  { script: "bench/run.mjs", args: [] },
];

function runLong() {
  const buildCode = build();
  if (buildCode !== 0) return buildCode;
  for (const { script, args, env = {} } of steps) {
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value} `);
    console.log(`\n▸ ${settings.join("")}node ${relative(root, resolve(root, script))} ${args.join(" ")}`);
    const { code } = runNode(script, args, { cwd: root, env, show: true });
    if (code !== 0) return code;
  }
  return 0;
}

process.exitCode = runLong();
