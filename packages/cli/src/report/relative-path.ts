import nodePath, { type PlatformPath } from "node:path";

/** The way from a folder to what lies in it, with `/` on every platform ("" for itself); undefined for what does not. */
export function relativePath(folder: string, absolutePath: string, path: PlatformPath = nodePath): string | undefined {
  const relative = path.relative(folder, absolutePath);
  const leaves = relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return leaves ? undefined : relative.replaceAll(path.sep, "/");
}
