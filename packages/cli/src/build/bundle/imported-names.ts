import { posix } from "node:path";

/** Names that a module of the SDK imports from another. */
export interface ImportedNames {
  /** The other module, in the SDK's `dist`. */
  readonly file: string;
  readonly names: readonly string[];
}

/** What a compiled module of the SDK imports from others of it. */
export function importedNames(file: string, code: string): readonly ImportedNames[] {
  return [...code.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm)].map(([, names = "", path = ""]) => ({
    file: posix.join(posix.dirname(file), path),
    names: names.split(",").flatMap((name) => name.trim().split(" as ")[0] || []),
  }));
}

/** The functions that a compiled module of the SDK exports. */
export function exportedFunctions(code: string): readonly string[] {
  return [...code.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);
}
