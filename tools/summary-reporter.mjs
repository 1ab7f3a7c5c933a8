// A vitest reporter that keeps the totals, the reason of every skipped test, and the projects that found no test, in
// .cache/test-summary.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run.mjs";

/** Where the totals of the last run lie. */
export const summaryFile = join(root, ".cache", "test-summary.json");

export default class SummaryReporter {
  #projects = [];

  onInit(vitest) {
    this.#projects = vitest.projects.map((project) => project.name);
  }

  onTestRunEnd(modules, unhandledErrors) {
    const seen = new Set(modules.map((module) => module.project.name));
    const empty = this.#projects.filter((name) => !seen.has(name));
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: [], empty };
    for (const module of modules) {
      // A file that fails to load has no tests to count, yet must not pass unseen.
      if (module.errors().length > 0) summary.failed += 1;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === "passed") summary.passed += 1;
        else if (state === "skipped") summary.skipped.push({ test: test.fullName, reason: note ?? "no reason given" });
        else summary.failed += 1;
      }
    }
    mkdirSync(dirname(summaryFile), { recursive: true });
    writeFileSync(summaryFile, JSON.stringify(summary));
  }
}
