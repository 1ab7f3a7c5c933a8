import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { build, transform } from "esbuild";
import type { LibraryImporter } from "../load/library-importers.ts";
import { bundleOptions } from "./bundle-options.ts";
import { isUsedInFunctions } from "./calls-in-functions.ts";

/**
 * Whether a skill's code, or that of a package it uses, may make schemas while it runs; those were not seen when it was
 * loaded.
 */
export async function makesSchemasAtRunTime(entry: string, importers: readonly LibraryImporter[]): Promise<boolean> {
  if (importers.length === 0) return false;
  if (importers.some(({ isLate }) => isLate)) return true;
  const folder = dirname(entry);
  // Its own files together: one may use what another imported.
  const { outputFiles, metafile } = await build({
    ...bundleOptions(folder),
    entryPoints: [entry],
    outfile: "skill.mjs",
    packages: "external",
  });
  if (usesInFunctions(outputFiles?.[0]?.text ?? "")) return true;
  const own = new Set(Object.keys(metafile?.inputs ?? {}));
  for (const { path } of importers) {
    if (own.has(path)) continue;
    const text = await readFile(resolve(folder, path), "utf8");
    // Printed by the bundler, imports all look alike.
    const { code } = await transform(text, { loader: "ts", format: "esm" });
    if (usesInFunctions(code) || passesOn(code)) return true;
  }
  return false;
}

function usesInFunctions(code: string): boolean {
  return importedAs(code).some((name) => isUsedInFunctions(code, name));
}

/** Whether code exports what it imported, for others to use as they like. */
function passesOn(code: string): boolean {
  if (/^export \*.* from "(?:arktype|@tradecraft\/sdk\/workflow)";?$/m.test(code)) return true;
  const exported = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(/[^\w$]+/));
  return importedAs(code).some((name) => exported.includes(name));
}

/** The names under which code knows `type`, and whatever it has of a whole library. */
function importedAs(code: string): string[] {
  const names: string[] = [];
  for (const [, named, whole] of code.matchAll(
    /^import (?:\{([^}]*)\}|\* as ([\w$]+)) from "(?:arktype|@tradecraft\/sdk\/workflow)";?$/gm,
  )) {
    if (whole !== undefined) names.push(whole);
    for (const part of (named ?? "").split(",")) {
      const [name = "", alias = name] = part.trim().split(" as ");
      if (name === "type") names.push(alias);
    }
  }
  return names;
}
