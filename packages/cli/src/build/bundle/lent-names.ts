import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importedNames } from "./imported-names.ts";
import { ownModules, seldomModules } from "./seldom-modules.ts";

/** Names of one module that the main file lends to the one for what is seldom used; each by a short name of its own. */
export interface LentModule {
  /** Absolute. */
  readonly path: string;
  readonly names: ReadonlyMap<string, string>;
}

/** What the modules that are seldom used import from those that every call needs. */
export function lentNames(sdkDir: string): readonly LentModule[] {
  const apart = new Set([...seldomModules.map(withoutSuffix), ...ownModules]);
  const lent = new Map<string, Map<string, string>>();
  let count = 0;
  for (const file of apart) {
    const path = join(sdkDir, file);
    if (!existsSync(path)) continue;
    for (const imported of importedNames(file, readFileSync(path, "utf8"))) {
      if (apart.has(imported.file)) continue;
      for (const name of imported.names) {
        const names = lent.get(imported.file) ?? new Map<string, string>();
        if (!names.has(name)) names.set(name, `n${count++}`);
        lent.set(imported.file, names);
      }
    }
  }
  return [...lent].map(([file, names]) => ({ path: join(sdkDir, file), names }));
}

function withoutSuffix(file: string): string {
  return file.replace(/\?.*$/, "");
}
