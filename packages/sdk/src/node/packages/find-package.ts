import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PackageProblem } from "./package-problem.ts";
import { type PackageJson, readPackageJson } from "./read-package-json.ts";

/** A dependency as it is installed. */
export interface InstalledPackage {
  /** What the project calls it. */
  readonly name: string;
  readonly version: string;
  /** Real path of its folder. */
  readonly folder: string;
  readonly json: PackageJson;
}

/**
 * Looks for a dependency as Node does, in the node_modules of the project and of every folder above; links, as pnpm and
 * workspaces make them, are followed. Not by `require.resolve`: a package's `exports` may hide its package.json.
 */
export async function findPackage(
  name: string,
  project: string,
): Promise<InstalledPackage | { readonly problem: PackageProblem } | undefined> {
  for (let above = project; ; above = dirname(above)) {
    if (basename(above) !== "node_modules") {
      const folder = await realpath(join(above, "node_modules", name)).catch(() => undefined);
      const read = folder === undefined ? undefined : await readPackageJson(folder);
      if (folder !== undefined && read !== undefined) {
        return "problem" in read ? read : { name, version: versionOf(read.json), folder, json: read.json };
      }
    }
    if (above === dirname(above)) return undefined;
  }
}

function versionOf({ version }: PackageJson): string {
  return typeof version === "string" && /^[\w.+-]{1,100}$/.test(version) ? version : "unknown";
}
