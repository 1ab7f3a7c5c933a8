import { accessSync, constants, statSync } from "node:fs";
import { delimiter, extname, isAbsolute, join } from "node:path";

/** The folders of a search path that mean the same place wherever a program runs. */
export function searchFolders(path: string | undefined): string[] {
  return (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
}

/** Absolute path of a program on the search path; undefined if there is none. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  for (const folder of searchFolders(path)) {
    for (const suffix of suffixesOf(name)) {
      const file = join(folder, name + suffix);
      if (isProgram(file)) return file;
    }
  }
  return undefined;
}

/** Whether this is a file that the system would start. */
export function isProgram(file: string): boolean {
  try {
    // Most folders of a search path do not have the program, and an error costs more than the look.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Only what starts without a command shell.
function suffixesOf(name: string): readonly string[] {
  return process.platform === "win32" && extname(name) === "" ? [".exe", ".com"] : [""];
}
