import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { plainly } from "../bundle/sdk-plugin.ts";
import { createTypeRecorder, type TypeRecorder } from "../schema/create-type-recorder.ts";

const registry = Symbol.for("tradecraft.build.recorders");

/** Gives code that is bundled a `type` that remembers what was done with it. */
export interface RecordedSchemas {
  readonly plugin: Plugin;
  /** What the bundler knows the recorder as. */
  readonly module: string;
  /** Makes the recorder for the ArkType that was found; call it before the code is run. */
  open(): Promise<TypeRecorder | undefined>;
  close(): void;
}

/** A bundler plugin that puts a recorder in the place of ArkType. */
export function recordedSchemas(id: string): RecordedSchemas {
  const found = new Set<string>();
  const recorders = ((globalThis as Record<symbol, unknown>)[registry] ??= new Map()) as Map<string, TypeRecorder>;
  return {
    module: "tradecraft-recorded:arktype",
    plugin: {
      name: "tradecraft-recorded-schemas",
      setup(build) {
        build.onResolve({ filter: /^arktype$/ }, async ({ path, pluginData, resolveDir, kind }) => {
          if (pluginData === plainly) return undefined;
          const resolved = await build.resolve(path, { resolveDir, kind, pluginData: plainly });
          if (resolved.errors.length > 0) return resolved;
          found.add(resolved.path);
          return { path: "arktype", namespace: "tradecraft-recorded", sideEffects: false };
        });
        build.onLoad({ filter: /.*/, namespace: "tradecraft-recorded" }, () => ({
          contents: `export const { type } = globalThis[Symbol.for(${JSON.stringify(registry.description)})].get(${JSON.stringify(id)});`,
          loader: "js",
        }));
      },
    },
    async open() {
      const [path, ...others] = found;
      if (path === undefined) return undefined;
      if (others.length > 0) throw new Error(`there are several versions of ArkType (${[...found].join(", ")})`);
      const { type } = (await import(pathToFileURL(path).href)) as { readonly type: unknown };
      const recorder = createTypeRecorder(type);
      recorders.set(id, recorder);
      return recorder;
    },
    close: () => void recorders.delete(id),
  };
}
