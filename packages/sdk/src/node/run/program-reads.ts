import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isWithin } from "../is-within.ts";

/**
 * What must be readable for a program to start: its installation, such as `~/.nvm/versions/node/v22` for the `bin/node` in
 * it. A folder that holds more than one program's files is never given away for that; then it is the file alone.
 */
export function programReads(program: string, home: string = homedir()): string[] {
  const reads = new Set<string>();
  for (const file of new Set([program, realPath(program)])) {
    const prefix = dirname(dirname(file));
    // A home may be reached by a link, as `/home` is one on some systems.
    const isOne = [home, realPath(home)].every((place) => isInstallation(file, prefix, place));
    reads.add(isOne ? prefix : file);
  }
  return [...reads];
}

function isInstallation(file: string, prefix: string, home: string): boolean {
  if (!/^(?:bin|shims)$/.test(dirname(file).slice(prefix.length + 1))) return false;
  // `~`, what is above it, and `~/.local`, where keyrings and sessions lie as well.
  return !isWithin(prefix, home) && prefix !== join(home, ".local") && prefix !== "/";
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
