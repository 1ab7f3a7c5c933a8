import { stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import type { SourceDiagnostic } from "@tradecraft/sdk";
import { describeFileError } from "@tradecraft/sdk/node";
import { relativePath } from "../report/relative-path.ts";
import type { Place } from "./place.ts";

/** What stands at the paths of a command line. */
export interface GivenPlaces {
  readonly places: readonly Place[];
  readonly problems: readonly SourceDiagnostic[];
  /** Whether not one of the paths exists. */
  readonly nothingThere: boolean;
  /** True for a folder that nobody asked for: what lies below a SKILL.md that was given. */
  readonly ignore: (absolutePath: string) => boolean;
}

/** Looks at paths a person gave: folders of skills, skill folders, or SKILL.md files. */
export async function lookAtPaths(paths: readonly string[], cwd: string): Promise<GivenPlaces> {
  const places: Place[] = [];
  const problems: SourceDiagnostic[] = [];
  const folders: string[] = [];
  const files: string[] = [];
  let missing = 0;
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const label = sep === "\\" ? path.replaceAll("\\", "/") : path;
    const problem = (code: SourceDiagnostic["code"], message: string): void =>
      void problems.push({ code, severity: "error", message, source: label, path: absolute });
    try {
      const isFolder = (await stat(absolute)).isDirectory();
      if (isFolder || basename(absolute) === "SKILL.md") {
        const folder = isFolder ? absolute : dirname(absolute);
        (isFolder ? folders : files).push(folder);
        places.push({ path: folder, scope: "given", label, needsTrust: false });
      } else problem("skill-missing", "This is neither a SKILL.md nor a folder.");
    } catch (error) {
      if (isMissing(error)) {
        missing++;
        problem("path-missing", "There is nothing at this path.");
      } else problem("file-unreadable", `This path cannot be read: ${describeFileError(error)}.`);
    }
  }
  const liesIn = (path: string) => (folder: string) => relativePath(folder, path) !== undefined;
  return {
    places,
    problems,
    nothingThere: missing === paths.length,
    ignore: (path) => files.some(liesIn(path)) && !folders.some(liesIn(path)),
  };
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}
