// Packs the published packages the way `npm publish` would, into a folder of the caller's.

import { join } from "node:path";
import { root, runNpm } from "./run.mjs";

/** Folders of the published packages. */
export const publishedPackages = ["packages/sdk", "packages/cli"];

/** Packs one package into `destination` and returns its name, the tarball and the files in it. */
export function pack(folder, destination) {
  const args = ["pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", destination];
  const { code, output, stdout } = runNpm(args, { cwd: join(root, folder) });
  if (code !== 0) throw new Error(`npm pack failed in ${folder}:\n${output}`);
  const [packed] = Object.values(JSON.parse(stdout));
  return {
    name: packed.name,
    tarball: join(destination, packed.filename),
    files: packed.files.map((file) => file.path),
  };
}
