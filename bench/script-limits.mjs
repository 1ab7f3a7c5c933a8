// For bench/scripts.mjs: how long after its time limit a script is gone, with all it started.

import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processRunner } from "@tradecraft/sdk/node";
import { middle } from "./report.mjs";

/** A script is gone by this many times its limit. */
export const limitBar = 1.5;

const cases = [
  { name: "sleeps, with a child", script: "scripts/sleeps.sh", limits: [400, 1000], source: "echo before\nsleep 30\n" },
  {
    name: "ignores the polite signal, with all it started",
    script: "scripts/ignores.sh",
    limits: [1000],
    source: "trap '' TERM\n(trap '' TERM; sleep 30; echo) &\nsleep 30 & wait\nsleep 30\n",
  },
  {
    name: "in bubblewrap, with a child in a session of its own",
    script: "scripts/leaves.sh",
    limits: [800],
    source: "env -i setsid setsid sh -c 'sleep 1' >/dev/null 2>&1 &\nsleep 0.1\nsleep 30\n",
    sandbox: "required",
  },
];

/** Rows of a table, and the worst ratio of all; the scripts are put into the skill's folder. */
export async function measureLimits(skill, folder, { rounds, sandboxed }) {
  const rows = [];
  let worst = 0;
  for (const { name, script, source, limits, sandbox = "off" } of cases) {
    if (sandbox === "required" && !sandboxed) {
      rows.push(`| ${name} | – | – | – |`);
      continue;
    }
    writeFileSync(join(folder, script), source);
    const runner = processRunner({ sandbox, scratch: mkdtempSync(join(folder, "scratch-")) });
    for (const timeout of limits) {
      const ratios = [];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        const { timedOut } = await runner.run({ skill, script, args: [], timeout });
        ratios.push((performance.now() - started) / timeout);
        if (!timedOut) throw new Error(`${name}: it ended by itself.`);
      }
      worst = Math.max(worst, ...ratios);
      const shown = (ratio) => `${ratio.toFixed(2)} ×`;
      rows.push(`| ${name} | ${timeout} | ${shown(middle(ratios))} | ${shown(Math.max(...ratios))} |`);
    }
  }
  const isMet = worst <= limitBar;
  const table = [
    "| a script that does not end | limit, ms | gone after, median | worst |",
    "|---|---:|---:|---:|",
    ...rows,
    "",
    `${rounds} runs each. Bar: ≤ ${limitBar} × the limit; worst: ${worst.toFixed(2)} × ${isMet ? "(met)" : "(not met)"}.`,
  ].join("\n");
  return { table, isMet };
}
