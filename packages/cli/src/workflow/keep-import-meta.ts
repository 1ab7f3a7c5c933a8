import { readFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, Plugin } from "esbuild";

const loaders: Readonly<Record<string, Loader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx",
};
const uses = /\bimport\.meta\.(url|dirname|filename)\b/g;

/** Lets a file that goes into a bundle still know where it lies. */
export function keepImportMeta(): Plugin {
  return {
    name: "keep-import-meta",
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        if (text.search(uses) === -1 || text.startsWith("#!")) return undefined;
        const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
        // On the first line, so that all others keep their numbers.
        const known = `const __importMeta = ${JSON.stringify(places)};`;
        const contents = `${known}${text.replaceAll(uses, "__importMeta.$1")}`;
        return { contents, loader: loaders[extname(path)] ?? "js" };
      });
    },
  };
}
