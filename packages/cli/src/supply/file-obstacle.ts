import { statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { describeFileError } from "@tradecraft/sdk/node";

/** Why the system did not read or write something, in plain words and with its path; undefined for other errors. */
export function fileObstacle(error: unknown, cwd: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || typeof syscall !== "string") return undefined;
  if (typeof path !== "string") return describeFileError(error);
  const file = code === "ENOTDIR" || code === "EEXIST" ? fileOnTheWay(path) : undefined;
  if (file !== undefined) return `${shownPath(file, cwd)} is a file, and a folder is needed there`;
  return `${shownPath(path, cwd)}: ${describeFileError(error)}`;
}

/** The file that a path goes through as if it were a folder. */
function fileOnTheWay(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      return statSync(at).isDirectory() ? undefined : at;
    } catch {
      if (dirname(at) === at) return undefined;
    }
  }
}

function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below === "" || below.startsWith("..") ? path : below.split(sep).join("/");
}
