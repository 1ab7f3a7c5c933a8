import type { Plugin } from "esbuild";
import { executableGuard } from "./entry-code.ts";

const name = "tradecraft:guard";

/** Gives an executable, which is one file, what other skills have in the file to start. */
export function guardPlugin(): Plugin {
  return {
    name: "tradecraft-guard",
    setup(build) {
      build.onResolve({ filter: /^tradecraft:guard$/ }, () => ({ path: name, namespace: "tradecraft-guard" }));
      build.onLoad({ filter: /.*/, namespace: "tradecraft-guard" }, () => ({
        contents: executableGuard,
        loader: "js",
      }));
    },
  };
}
