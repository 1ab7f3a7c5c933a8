import type { Plugin } from "esbuild";

/** A workflow's digest, as it was when the skill was built. */
export interface KnownDigest {
  readonly name: string;
  readonly digest: string;
}

const file = /[\\/]sdk[\\/]dist[\\/]workflow[\\/]engine[\\/]digest-of-definition\.js$/;
const original = "?original";

/** Writes the digest of the workflow into the bundle: at run time it would take longer than all the rest of a start. */
export function knownDigestPlugin({ name, digest }: KnownDigest): Plugin {
  return {
    name: "tradecraft-known-digest",
    setup(build) {
      build.onResolve({ filter: /digest-of-definition\.js\?original$/ }, async ({ path, resolveDir, kind }) => {
        const resolved = await build.resolve(path.slice(0, -original.length), { resolveDir, kind });
        return { ...resolved, suffix: original };
      });
      build.onLoad({ filter: file }, ({ suffix }) => {
        if (suffix === original) return undefined;
        return {
          contents: `import { digestOfDefinition as compute } from "./digest-of-definition.js${original}";
            const known = Promise.resolve(${JSON.stringify(digest)});
            export const digestOfDefinition = (definition) => definition.name === ${JSON.stringify(name)} ? known : compute(definition);`,
          loader: "js",
        };
      });
    },
  };
}
