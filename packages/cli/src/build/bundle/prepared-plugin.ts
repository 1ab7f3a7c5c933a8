import type { Plugin } from "esbuild";
import type { PreparedTable } from "@tradecraft/sdk/workflow/prepared";
import { plainly } from "./sdk-plugin.ts";

/** Where a built skill finds ArkType when it needs it: nowhere, in a file beside the bundle, or in the bundle itself. */
export type LibraryPlace = "nowhere" | "inside" | { readonly file: string };

/** Puts what was prepared in the place of ArkType. */
export function preparedPlugin(table: PreparedTable, place: LibraryPlace): Plugin {
  return {
    name: "tradecraft-prepared-schemas",
    setup(build) {
      const resolveDir = build.initialOptions.absWorkingDir ?? ".";
      build.onResolve({ filter: /^arktype$/ }, ({ pluginData }) => {
        if (pluginData === plainly) return undefined;
        return { path: "arktype", namespace: "tradecraft-prepared", sideEffects: false };
      });
      build.onLoad({ filter: /.*/, namespace: "tradecraft-prepared" }, () => ({
        contents: standIn(table, place),
        loader: "js",
        resolveDir,
      }));
    },
  };
}

function standIn(table: PreparedTable, place: LibraryPlace): string {
  // A string is parsed faster than code: https://v8.dev/blog/cost-of-javascript-2019#json
  const data = JSON.stringify(JSON.stringify(table));
  return [
    'import { createPreparedType } from "@tradecraft/sdk/workflow/prepared";',
    `export const type = /* @__PURE__ */ createPreparedType(/* @__PURE__ */ JSON.parse(${data}), () => ${loadFrom(place)});`,
  ].join("\n");
}

function loadFrom(place: LibraryPlace): string {
  if (typeof place === "object") return `require(${JSON.stringify(`./${place.file}`)})`;
  if (place === "inside") return 'require("tradecraft:sdk/arktype")';
  const message =
    "This skill makes a schema while it runs, which its build did not see. Build it again with --schemas library.";
  return `{ throw new Error(${JSON.stringify(message)}); }`;
}
