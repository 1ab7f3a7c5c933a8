import type { Plugin } from "esbuild";

/** Modules of Node that take milliseconds to load, and that few calls of a skill need. */
const seldom = /^node:(?:zlib|crypto|os|fs\/promises|timers\/promises|child_process|stream\/promises)$/;
/** Modules that Node has loaded before any code of ours. */
const loaded = /^node:(?:fs|path)$/;

/**
 * Loads some of Node's modules when one of their functions is first called, where the SDK imports them; and the others once,
 * and not for each module of the SDK. Code of others is left alone: it may want more of a function than to call it.
 */
export function lazyBuiltinsPlugin(): Plugin {
  return {
    name: "tradecraft-lazy-builtins",
    setup(build) {
      for (const [filter, namespace] of [
        [seldom, "tradecraft-lazy-builtin"],
        [loaded, "tradecraft-builtin"],
      ] as const) {
        build.onResolve({ filter }, ({ path, importer }) =>
          /[\\/]sdk[\\/]dist[\\/]/.test(importer) ? { path, namespace, sideEffects: false } : undefined,
        );
      }
      build.onLoad({ filter: /.*/, namespace: "tradecraft-lazy-builtin" }, async ({ path }) => {
        const functions = await namesOf(path, (value) => typeof value === "function");
        const lines = functions.map((name) =>
          path === "node:crypto" && name === "randomUUID"
            ? 'export { randomUUID } from "tradecraft:random";'
            : `export const ${name} = (...args) => load().${name}(...args);`,
        );
        return {
          contents: [`const load = () => require(${JSON.stringify(path)});`, ...lines].join("\n"),
          loader: "js",
        };
      });
      build.onLoad({ filter: /.*/, namespace: "tradecraft-builtin" }, async ({ path }) => ({
        contents: `export { ${(await namesOf(path)).join(", ")}, default } from ${JSON.stringify(path)};`,
        loader: "js",
      }));
    },
  };
}

/** The names that a module of Node exports. */
async function namesOf(path: string, wanted: (value: unknown) => boolean = () => true): Promise<readonly string[]> {
  const exports = (await import(path)) as Record<string, unknown>;
  return Object.keys(exports).filter((name) => name !== "default" && /^[a-z]\w*$/.test(name) && wanted(exports[name]));
}
