import type { Plugin } from "esbuild";

/** Modules of Node that take milliseconds to load, and that few calls of a skill need. */
const seldom = /^node:(?:zlib|crypto|os|timers\/promises|child_process|stream\/promises)$/;

/**
 * Loads some of Node's modules when one of their functions is first called, where the SDK imports them. Code of others is
 * left alone: it may want more of a function than to call it.
 */
export function lazyBuiltinsPlugin(): Plugin {
  return {
    name: "tradecraft-lazy-builtins",
    setup(build) {
      build.onResolve({ filter: seldom }, ({ path, importer }) =>
        /[\\/]sdk[\\/]dist[\\/]/.test(importer)
          ? { path, namespace: "tradecraft-lazy-builtin", sideEffects: false }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "tradecraft-lazy-builtin" }, async ({ path }) => {
        const exports = (await import(path)) as Record<string, unknown>;
        const functions = Object.keys(exports).filter(
          (name) => /^[a-z]\w*$/.test(name) && typeof exports[name] === "function",
        );
        const lines = functions.map((name) =>
          path === "node:crypto" && name === "randomUUID"
            ? 'export { randomUUID } from "tradecraft:random";'
            : `export const ${name} = (...args) => require(${JSON.stringify(path)}).${name}(...args);`,
        );
        return { contents: lines.join("\n"), loader: "js" };
      });
    },
  };
}
