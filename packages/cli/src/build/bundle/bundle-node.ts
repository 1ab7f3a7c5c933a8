import type { PreparedTable } from "@tradecraft/sdk/workflow/prepared";
import type { Plugin } from "esbuild";
import { BuildFailure } from "../build-failure.ts";
import { bundleCode, type BundleCodeOptions, type BundledFile, type BundleFormat } from "./bundle-code.ts";
import { checkedPlugin } from "./checked-plugin.ts";
import { entryCode, guardCode, libraryCode, mcpCode } from "./entry-code.ts";
import { knownDigestPlugin } from "./known-digest-plugin.ts";
import { lazyBuiltinsPlugin } from "./lazy-builtins-plugin.ts";
import { lightRandomPlugin } from "./light-random-plugin.ts";
import { preparedPlugin } from "./prepared-plugin.ts";
import { lendingCode, seldomUsed } from "./seldom-used.ts";

/** What is bundled. */
export interface BundleInput {
  /** Absolute. */
  readonly entry: string;
  readonly name: string;
  /** The version that was found, where it is not the definition's own. */
  readonly version?: string;
  /** What takes ArkType's place, empty where no schema was made with it; absent if ArkType is bundled as it is. */
  readonly table?: PreparedTable;
  /** Whether something may need ArkType when the skill runs. */
  readonly needsLibrary: boolean;
  readonly hasMcp: boolean;
  /** The workflow's, where it is known. */
  readonly digest?: string;
}

/** A file of `bin/`; without a metafile where nothing was bundled. */
export interface BinFile {
  readonly name: string;
  readonly contents: Uint8Array;
  readonly metafile?: BundledFile["metafile"];
  /** What it is for, in a report. */
  readonly role: "start" | "main" | "mcp" | "schemas" | "seldom" | "executable";
}

/**
 * Bundles a skill for Node: what every call needs in one file, what only some need in others. CommonJS, because Node reads
 * that in less time; a skill that waits at the top of a module needs an ES module.
 */
export async function bundleNode(input: BundleInput): Promise<readonly BinFile[]> {
  let how: BundleHow = { format: "cjs", isLean: true };
  for (;;) {
    try {
      return await bundleAs(how, input);
    } catch (error) {
      const says = (pattern: RegExp): boolean =>
        error instanceof BuildFailure && error.details.some((line) => pattern.test(line));
      if (how.format === "cjs" && says(/top-level await/i)) how = { ...how, format: "esm" };
      // Another version of the SDK has other modules than those that are known here; what was left out is put back.
      else if (how.isLean && says(/No matching export/)) how = { ...how, isLean: false };
      else throw error;
    }
  }
}

interface BundleHow {
  readonly format: BundleFormat;
  /** Without what a built skill seldom or never needs. */
  readonly isLean: boolean;
}

async function bundleAs({ format, isLean }: BundleHow, input: BundleInput): Promise<readonly BinFile[]> {
  const { entry, name, table, needsLibrary, hasMcp } = input;
  const extension = format === "esm" ? "mjs" : "cjs";
  const [main, mcp] = [`${name}-main.${extension}`, `${name}-mcp.mjs`];
  const [library, more] = [`${name}-schemas.cjs`, `${name}-seldom.cjs`];
  const external = [main, mcp, library, more].map((file) => `./${file}`);
  const seldom = seldomUsed({ main, seldom: more }, format);
  const plugins: Plugin[] = [];
  if (table) plugins.push(preparedPlugin(table, needsLibrary ? { file: library } : "nowhere"));
  if (input.digest !== undefined) plugins.push(knownDigestPlugin({ name, digest: input.digest }));
  const bundle = (code: string, options: Omit<BundleCodeOptions, "entry" | "external">): Promise<BundledFile> =>
    bundleCode(code, { entry, external, ...options });

  const start = entryCode({ ...input, format, ...(hasMcp && { mcp: `./${mcp}` }) });
  const code = isLean && format === "cjs" ? `${lendingCode}\n${start}` : start;
  const lean = [
    seldom.plugin,
    checkedPlugin(),
    ...(format === "cjs" ? [lightRandomPlugin(), lazyBuiltinsPlugin()] : []),
  ];
  const files: BinFile[] = [
    { name: `${name}.${extension}`, contents: Buffer.from(guardCode(main, format)), role: "start" },
    { name: main, role: "main", ...(await bundle(code, { format, plugins: [...plugins, ...(isLean ? lean : [])] })) },
  ];
  if (hasMcp) files.push({ name: mcp, role: "mcp", ...(await bundle(mcpCode, { format: "esm", plugins })) });
  const seldomCode = seldom.code();
  if (seldomCode !== undefined)
    files.push({
      name: more,
      role: "seldom",
      ...(await bundle(seldomCode, { format: "cjs", plugins: [seldom.borrowing] })),
    });
  if (table && needsLibrary)
    files.push({ name: library, role: "schemas", ...(await bundle(libraryCode, { format: "cjs" })) });
  return files;
}
