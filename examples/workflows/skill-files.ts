import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReferenceLoader } from "@tradecraft/sdk/workflow";

/** The files of a skill, from its folder. */
export function skillFiles(folder: URL): ReferenceLoader {
  return {
    load: (file) => readFileSync(new URL(`references/${file}`, folder), "utf8"),
    asset: (path) => fileURLToPath(new URL(path, folder)),
  };
}
