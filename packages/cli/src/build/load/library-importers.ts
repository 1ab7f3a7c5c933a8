import type { Metafile } from "esbuild";

/** A file that can get at ArkType: it imports it, or the part of the SDK that exports its `type`. */
export interface LibraryImporter {
  /** As the bundler has it: relative to the folder of the entry. */
  readonly path: string;
  /** Whether it does so with `import()` or `require`, and so perhaps while the skill runs. */
  readonly isLate: boolean;
}

const sdkName = "@tradecraft/sdk/workflow";

/** The files of a bundle that can get at ArkType, which the bundler knows as `library`; the SDK's own are not among them. */
export function libraryImporters({ inputs }: Metafile, library: string): readonly LibraryImporter[] {
  const files = Object.entries(inputs);
  const sdk = new Set(
    files.flatMap(([, { imports }]) => imports.filter(({ original }) => original === sdkName).map(({ path }) => path)),
  );
  return files.flatMap(([path, { imports }]) => {
    const found = imports.filter((imported) => imported.path === library || sdk.has(imported.path));
    if (found.length === 0 || sdk.has(path)) return [];
    return [{ path, isLate: found.some(({ kind }) => kind !== "import-statement") }];
  });
}
