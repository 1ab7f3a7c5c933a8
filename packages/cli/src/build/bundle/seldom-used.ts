import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import type { BundleFormat } from "./bundle-code.ts";
import { exportedFunctions } from "./imported-names.ts";
import { type LentModule, lentNames } from "./lent-names.ts";
import { seldomModules } from "./seldom-modules.ts";

/** A file for what is seldom used; it is loaded when it is first needed. */
export interface SeldomUsed {
  /** Leaves out of the main file what the other has. */
  readonly plugin: Plugin;
  /** Makes the other take what both need from the main file. */
  readonly borrowing: Plugin;
  /** The code of the file; undefined if it would be empty. Ask when the main file is made. */
  code(): string | undefined;
}

/** What the main file begins with, to lend what the other file borrows. */
export const lendingCode = 'export * from "tradecraft:lent";';

const sdkFile = /[\\/]sdk[\\/]dist[\\/].*\.js$/;
const validator = /[\\/]@cfworker[\\/]json-schema[\\/].*index\.js$/;

/** Moves modules that few calls need into a file of their own. An ES module lends nothing, and keeps them. */
export function seldomUsed(
  files: { readonly main: string; readonly seldom: string },
  format: BundleFormat,
): SeldomUsed {
  /** What the other file exports of a module, by the module's path. */
  const found = new Map<string, string>();
  let lent: readonly LentModule[] = [];
  const load = `const seldom = () => require(${JSON.stringify(`./${files.seldom}`)});`;
  return {
    plugin: {
      name: "tradecraft-seldom-used",
      setup(build) {
        build.onLoad({ filter: validator }, ({ path }) => {
          found.set(path, "Validator");
          const contents = `${load}\nexport class Validator { constructor(...args) { return new (seldom().Validator)(...args); } }`;
          return { contents, loader: "js" };
        });
        if (format === "esm") return;
        build.onLoad({ filter: sdkFile }, async ({ path, suffix }) => {
          const file = `${path}${suffix}`.replaceAll("\\", "/");
          const index = seldomModules.findIndex((name) => file.endsWith(`/dist/${name}`));
          if (index === -1) return undefined;
          const names = exportedFunctions(await readFile(path, "utf8"));
          // Two modules may have a function of the same name.
          const outer = (at: number): string => `s${index}_${at}`;
          found.set(path, names.map((name, at) => `${name} as ${outer(at)}`).join(", "));
          const functions = names.map(
            (name, at) => `export const ${name} = (...args) => seldom().${outer(at)}(...args);`,
          );
          return { contents: ['import { seldom } from "tradecraft:seldom";', ...functions].join("\n"), loader: "js" };
        });
        build.onResolve({ filter: /^tradecraft:(?:seldom|lent)$/ }, ({ path }) => ({
          path,
          namespace: "tradecraft-seldom",
          sideEffects: false,
        }));
        build.onLoad({ filter: /:seldom$/, namespace: "tradecraft-seldom" }, () => ({ contents: `export ${load}` }));
        build.onLoad({ filter: /:lent$/, namespace: "tradecraft-seldom" }, async () => {
          const resolveDir = build.initialOptions.absWorkingDir ?? ".";
          const sdk = await build.resolve("@tradecraft/sdk/workflow", { resolveDir, kind: "import-statement" });
          lent = lentNames(join(dirname(sdk.path), ".."));
          return { contents: lentCode(lent), resolveDir };
        });
      },
    },
    borrowing: {
      name: "tradecraft-borrowing",
      setup(build) {
        build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
          lent.some((module) => module.path === join(resolveDir, path))
            ? { path: join(resolveDir, path), namespace: "tradecraft-borrowed", sideEffects: false }
            : undefined,
        );
        build.onLoad({ filter: /.*/, namespace: "tradecraft-borrowed" }, ({ path }) => ({
          contents: borrowedCode(lent.find((module) => module.path === path)?.names ?? new Map(), files.main),
        }));
      },
    },
    code: () =>
      found.size === 0
        ? undefined
        : [...found]
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .map(([path, names]) => `export { ${names} } from ${JSON.stringify(path)};\n`)
            .join(""),
  };
}

function lentCode(lent: readonly LentModule[]): string {
  return lent
    .map(({ path, names }) => {
      const list = [...names].map(([name, short]) => `${name} as ${short}`);
      return `export { ${list.join(", ")} } from ${JSON.stringify(path)};`;
    })
    .join("\n");
}

function borrowedCode(names: ReadonlyMap<string, string>, main: string): string {
  const exports = [...names].map(([name, short]) => `export const ${name} = main.${short};`);
  return [`const main = require(${JSON.stringify(`./${main}`)});`, ...exports].join("\n");
}
