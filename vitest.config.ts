import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const sdk = new URL("packages/sdk/", import.meta.url);
const { exports: entries } = JSON.parse(readFileSync(new URL("package.json", sdk), "utf8")) as {
  exports: Record<string, string | { default: string }>;
};

/** The SDK's public names, pointed at its sources: tests need no build, and coverage counts what was written. */
const sourceAlias = Object.entries(entries).flatMap(([entry, target]) => {
  if (typeof target === "string") return [];
  const source = target.default.replace("./dist/", "./src/").replace(/\.js$/, ".ts");
  return [{ find: new RegExp(`^@tradecraft/sdk${entry.slice(1)}$`), replacement: fileURLToPath(new URL(source, sdk)) }];
});

const fromSource = { resolve: { alias: sourceAlias } };

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Many tests wait for processes of their own: one worker, the default on two cores, would wait with them, and two leave the cores idle at times.
    maxWorkers: Math.max(3, availableParallelism()),
    coverage: { provider: "v8", include: ["packages/*/src/**"], reportsDirectory: "coverage" },
    projects: [
      // A busy machine is no fault of a test: only hanging is. Modules keep nothing of a test, so files share them.
      {
        ...fromSource,
        test: { name: "unit", include: ["packages/*/test/unit/**/*.test.ts"], testTimeout: 60_000, isolate: false },
      },
      {
        ...fromSource,
        test: {
          name: "conformance",
          include: ["packages/*/test/conformance/**/*.test.ts"],
          testTimeout: 120_000,
          isolate: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: "contract",
          include: ["packages/*/test/contract/**/*.test.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "types",
          include: [],
          // Not inherited from the root: a project without this passes after looking at nothing.
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
      {
        ...fromSource,
        test: {
          name: "integration",
          include: ["packages/*/test/integration/**/*.test.ts", "test/docs/**/*.test.ts", "test/meta/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "surface", include: ["test/surface/**/*.test.ts"] } },
      {
        test: {
          name: "runtime-workerd",
          include: ["test/runtime-workerd/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e-packed",
          include: ["test/e2e-packed/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
