import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of a built skill: the one above the folder of the script that runs. */
export function skillFolder(script: string | undefined = process.argv[1]): string {
  // The script of an executable that bun made lies in no real folder.
  const isReal = script !== undefined && !/^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(script);
  const file = isReal ? script : process.execPath;
  try {
    return dirname(dirname(realpathSync(file)));
  } catch {
    return dirname(dirname(file));
  }
}
