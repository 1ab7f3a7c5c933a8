import { dirname } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { BuildFailure, bundlerLines } from "../build-failure.ts";
import { bundleOptions } from "./bundle-options.ts";
import { requireBanner } from "./require-banner.ts";
import { sdkPlugin } from "./sdk-plugin.ts";

/** The module format of a file. */
export type BundleFormat = "cjs" | "esm";

/** One file of a bundle. */
export interface BundledFile {
  readonly contents: Uint8Array;
  readonly metafile: Metafile;
}

export interface BundleCodeOptions {
  /** The skill's entry; packages are found from its folder. */
  readonly entry: string;
  readonly format: BundleFormat;
  readonly plugins?: readonly Plugin[];
  readonly external?: readonly string[];
}

// What `import.meta` says, in a file that has none.
const ownPlace: BuildOptions = {
  define: {
    "import.meta.url": "__importMetaUrl",
    "import.meta.dirname": "__dirname",
    "import.meta.filename": "__filename",
  },
};
const ownPlaceBanner = 'var __importMetaUrl=require("node:url").pathToFileURL(__filename).href;';

/** Bundles code that is given as text, minified, into one file. */
export async function bundleCode(code: string, options: BundleCodeOptions): Promise<BundledFile> {
  const first = await run(code, options, {});
  // Lines that only some code needs.
  const has = (text: string): boolean => Buffer.from(first.contents).includes(text);
  if (options.format === "cjs")
    return has("__importMetaUrl") ? run(code, options, { banner: { js: ownPlaceBanner } }) : first;
  return has("Dynamic require of") ? run(code, options, { banner: { js: requireBanner } }) : first;
}

async function run(code: string, options: BundleCodeOptions, more: BuildOptions): Promise<BundledFile> {
  const { entry, plugins = [], external = [], format } = options;
  const projectDir = dirname(entry);
  const shared = bundleOptions(projectDir);
  try {
    const { outputFiles = [], metafile } = await build({
      ...shared,
      stdin: { contents: code, resolveDir: projectDir, sourcefile: "tradecraft-build.mjs", loader: "js" },
      outfile: "out.js",
      minify: true,
      format,
      ...(format === "cjs" && { define: { ...shared.define, ...ownPlace.define } }),
      external: [...external],
      plugins: [sdkPlugin(projectDir), ...plugins],
      ...more,
    });
    const [file] = outputFiles;
    if (!file || !metafile) throw new Error("The bundler gave nothing.");
    return { contents: file.contents, metafile };
  } catch (error) {
    throw new BuildFailure("bundle", "The skill's code cannot be bundled.", bundlerLines(error), { cause: error });
  }
}
