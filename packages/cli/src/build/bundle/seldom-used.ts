import type { Plugin } from "esbuild";

/** Modules that few calls need: the validator of JSON Schemas, for histories that do not fit; words for those who went wrong. */
const modules = [
  { filter: /[\\/]@cfworker[\\/]json-schema[\\/].*index\.js$/, name: "Validator", isClass: true },
  { filter: /[\\/]sdk[\\/]dist[\\/]run[\\/]output[\\/]help-text\.js$/, name: "helpText", isClass: false },
  {
    filter: /[\\/]sdk[\\/]dist[\\/]run[\\/]arguments[\\/]locate-json-error\.js$/,
    name: "locateJsonError",
    isClass: false,
  },
] as const;

/** A file for what is seldom used; it is loaded when it is first needed. */
export interface SeldomUsed {
  /** Leaves out of a bundle what the file has. */
  readonly plugin: Plugin;
  /** The code of the file; undefined if it would be empty. Ask when the bundle is made. */
  code(): string | undefined;
}

/** Moves modules that few calls need into a file of their own. */
export function seldomUsed(file: string): SeldomUsed {
  const found = new Map<string, string>();
  const load = `require(${JSON.stringify(`./${file}`)})`;
  return {
    plugin: {
      name: "tradecraft-seldom-used",
      setup(build) {
        for (const { filter, name, isClass } of modules) {
          build.onLoad({ filter }, ({ path }) => {
            found.set(name, path);
            const contents = isClass
              ? `export class ${name} { constructor(...args) { return new (${load}.${name})(...args); } }`
              : `export const ${name} = (...args) => ${load}.${name}(...args);`;
            return { contents, loader: "js" };
          });
        }
      },
    },
    code: () =>
      found.size === 0
        ? undefined
        : [...found]
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .map(([name, path]) => `export { ${name} } from ${JSON.stringify(path)};\n`)
            .join(""),
  };
}
