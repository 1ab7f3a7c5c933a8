import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildFailure, Plugin } from "esbuild";
import { EntryError } from "./entry-error.ts";
import { keepImportMeta } from "./keep-import-meta.ts";

/** An entry as one module, and the files it was made from. */
export interface BundledEntry {
  readonly code: string;
  /** Absolute paths of the entry and of its own files. */
  readonly inputs: readonly string[];
}

/** Bundles an entry and its own files into one module; packages stay imports. */
export async function bundleEntry(path: string): Promise<BundledEntry> {
  const { build } = await import("esbuild");
  const folder = dirname(path);
  try {
    const { outputFiles, metafile } = await build({
      entryPoints: [path],
      absWorkingDir: folder,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      sourcemap: "inline",
      loader: { ".md": "text", ".txt": "text" },
      logLevel: "silent",
      plugins: [sdkOf(folder), keepImportMeta()],
    });
    const inputs = Object.keys(metafile.inputs).map((input) => resolve(folder, input));
    return { code: outputFiles[0]?.text ?? "", inputs };
  } catch (error) {
    const [first] = (error as Partial<BuildFailure>).errors ?? [];
    if (first === undefined) throw error;
    const { text, location } = first;
    const position = location && {
      file: resolve(folder, location.file),
      line: location.line,
      column: location.column + 1,
    };
    throw new EntryError("entry-syntax", `${text}.`.replace(/\.\.$/, "."), {
      cause: error,
      ...(position && { position }),
    });
  }
}

/** The SDK that the entry has itself, or else ours: a person with nothing but this command has no other. */
function sdkOf(folder: string): Plugin {
  const theirs = createRequire(join(folder, "entry.js"));
  const ours = createRequire(import.meta.url);
  return {
    name: "tradecraft-sdk",
    setup(bundling) {
      bundling.onResolve({ filter: /^@tradecraft\/sdk(\/|$)/ }, ({ path }) => {
        if (resolves(theirs, path)) return { path, external: true };
        return resolves(ours, path) ? { path: pathToFileURL(ours.resolve(path)).href, external: true } : undefined;
      });
    },
  };
}

function resolves(from: NodeJS.Require, path: string): boolean {
  try {
    from.resolve(path);
    return true;
  } catch {
    return false;
  }
}
