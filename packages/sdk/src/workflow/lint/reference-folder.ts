import type { ReferenceFiles } from "./recording-refs.ts";

interface FileSystem {
  readdirSync(
    path: string,
    options: { readonly recursive: true; readonly withFileTypes: true },
  ): readonly FolderEntry[];
  readFileSync(path: string, encoding: "utf8"): string;
  existsSync(path: string): boolean;
}

interface FolderEntry {
  readonly name: string;
  readonly parentPath: string;
  isFile(): boolean;
}

/**
 * The files below `<rootDir>/references`; undefined where there is no file system. The one place of this layer that asks for
 * a module of Node, and without importing it: the contract is that `checkSkill(definition, rootDir)` works from here.
 */
export function referenceFolder(rootDir: string): ReferenceFiles | undefined {
  const { process: host } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => FileSystem | undefined };
  };
  const files = host?.getBuiltinModule?.("node:fs");
  if (files?.readdirSync === undefined) return undefined;
  const folder = `${rootDir.replace(/[\\/]+$/, "")}/references`;
  if (!files.existsSync(folder)) return { references: [] };
  const references = files
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ parentPath, name }) =>
      `${parentPath}/${name}`.replaceAll("\\", "/").slice(folder.replaceAll("\\", "/").length + 1),
    );
  return { references: references.toSorted(), read: (file) => files.readFileSync(`${folder}/${file}`, "utf8") };
}
