import { stringifyJson } from "../../report/stringify-json.ts";

/** Packages of a TypeScript project beside ours; a test compares them with those that this repository is tested with. */
export const TOOL_VERSIONS = { typescript: "7.0.2", "@types/node": "20.19.0" } as const;

/** Removes what was compiled from sources that are gone, on every platform. */
export const CLEAN_SCRIPT = `node -e "fs.rmSync('dist', { recursive: true, force: true })"`;

/** Packages that are needed to write, compile and test a project. */
export function devDependencies(version: string): Readonly<Record<string, string>> {
  return {
    "@tradecraft/sdk": `^${version}`,
    "@types/node": `^${TOOL_VERSIONS["@types/node"]}`,
    tradecraft: `^${version}`,
    typescript: `^${TOOL_VERSIONS.typescript}`,
  };
}

/** A tsconfig.json: `src` is compiled to `dist`. */
export function tsconfig(options: { readonly declaration?: boolean } = {}): string {
  return stringifyJson({
    compilerOptions: {
      target: "ES2023",
      module: "NodeNext",
      rootDir: "src",
      outDir: "dist",
      types: ["node"],
      strict: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
      noEmitOnError: true,
      ...options,
    },
    include: ["src"],
  });
}

/** What git does not keep. */
export const GITIGNORE = "node_modules/\ndist/\n";
