import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

// Node 20 does not read TypeScript. This is all that is missing: it takes the types away.

/** A hook of Node's module loader: https://nodejs.org/api/module.html#customization-hooks */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const source = await readFile(new URL(url), "utf8");
  const { code } = await transform(source, { loader: "ts", format: "esm", sourcefile: url, sourcemap: "inline" });
  return { format: "module", source: code, shortCircuit: true };
}
