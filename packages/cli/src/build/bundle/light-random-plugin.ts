import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Random bytes from the system itself, where it has a file for them; that is what Node's crypto takes them from, and it need
 * not be loaded for 16 bytes. Elsewhere it is.
 */
const contents = `
import { closeSync, openSync, readSync } from "node:fs";
export function getRandomValues(bytes) {
  let file;
  try {
    file = openSync("/dev/urandom", "r");
    if (readSync(file, bytes, 0, bytes.byteLength, null) === bytes.byteLength) return bytes;
  } catch {
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return globalThis.crypto.getRandomValues(bytes);
}
export function randomUUID() {
  const bytes = getRandomValues(Buffer.alloc(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
`;

/** Gives the SDK random ids without Node's crypto, which takes longer to load than a short call takes. */
export function lightRandomPlugin(): Plugin {
  return {
    name: "tradecraft-light-random",
    setup(build) {
      build.onResolve({ filter: /^tradecraft:random$/ }, ({ path }) => ({
        path,
        namespace: "tradecraft-random",
        sideEffects: false,
      }));
      build.onLoad({ filter: /.*/, namespace: "tradecraft-random" }, () => ({ contents, loader: "js" }));
      build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/](?:node|run|workflow)[\\/].*\.js$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const lighter = text.replaceAll(/\bcrypto\.(randomUUID|getRandomValues)\(/g, "__random.$1(");
        if (lighter === text) return undefined;
        return { contents: `import * as __random from "tradecraft:random";\n${lighter}`, loader: "js" };
      });
    },
  };
}
