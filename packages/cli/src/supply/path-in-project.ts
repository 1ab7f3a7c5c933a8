import { isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../usage-error.ts";

/** A path as the project file has it: relative to its folder, and inside it. */
export function pathInProject(directory: string, cwd: string, given: string, option: string): string {
  const path = relativeToProject(directory, resolve(cwd, given));
  if (path === "" || path === ".." || path.startsWith("../") || isAbsolute(path))
    throw new UsageError("option-value", `${option} must be a file of the project, not "${given}"`);
  return path;
}

/** An absolute path relative to a project, with `/`. */
export function relativeToProject(directory: string, path: string): string {
  return relative(directory, path).split(sep).join("/");
}
