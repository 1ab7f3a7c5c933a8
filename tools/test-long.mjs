// What takes too long for every change: a million fuzzed inputs, and the measurements against peers.

import { build } from "./build.mjs";
import { root, runNode } from "./run.mjs";

const steps = [
  { script: "test/fuzz/run.mjs", args: ["--runs", "1000000"] },
  { script: "bench/run.mjs", args: [] },
];

function runLong() {
  const buildCode = build();
  if (buildCode !== 0) return buildCode;
  for (const { script, args } of steps) {
    console.log(`\n▸ node ${script} ${args.join(" ")}`);
    const { code } = runNode(script, args, { cwd: root, show: true });
    if (code !== 0) return code;
  }
  return 0;
}

process.exitCode = runLong();
