import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/** Marks a request that the bundler is to answer by itself. */
export const plainly: unique symbol = Symbol("plainly");

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Finds the SDK where the skill's project has it, else where this program has it; and, as `tradecraft:sdk/<package>`, what
 * the SDK depends on, which the project need not have.
 */
export function sdkPlugin(projectDir: string): Plugin {
  return {
    name: "tradecraft-sdk",
    setup(build) {
      build.onResolve({ filter: /^@tradecraft\/sdk(?:\/|$)/ }, async ({ path, pluginData, kind }) => {
        if (pluginData === plainly) return undefined;
        const inProject = await build.resolve(path, { resolveDir: projectDir, kind, pluginData: plainly });
        if (inProject.errors.length === 0) return inProject;
        return build.resolve(path, { resolveDir: here, kind, pluginData: plainly });
      });
      build.onResolve({ filter: /^tradecraft:sdk-file\// }, async ({ path }) => {
        const sdk = await build.resolve("@tradecraft/sdk/workflow", {
          resolveDir: projectDir,
          kind: "import-statement",
        });
        return { path: join(dirname(sdk.path), path.slice("tradecraft:sdk-file/".length)), sideEffects: false };
      });
      build.onResolve({ filter: /^tradecraft:sdk\// }, async ({ path, kind }) => {
        const sdk = await build.resolve("@tradecraft/sdk/workflow", {
          resolveDir: projectDir,
          kind: "import-statement",
        });
        const name = path.slice("tradecraft:sdk/".length);
        return build.resolve(name, { resolveDir: dirname(sdk.path), kind, pluginData: plainly });
      });
    },
  };
}
