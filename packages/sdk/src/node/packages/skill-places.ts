import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { isWithin } from "../is-within.ts";
import type { InstalledPackage } from "./find-package.ts";
import type { PackageProblem } from "./package-problem.ts";
import { isObject } from "./read-package-json.ts";

/** Where a package keeps skills. */
export interface SkillPlace {
  readonly kind: "module" | "folder";
  /** Real path, inside the package. */
  readonly path: string;
  /** The same, relative to the package, `/` as separator. */
  readonly shown: string;
  /** Whether the package.json names it. */
  readonly declared: boolean;
}

/** The places that a package declares as `tradecraft.skills`; without that, its folder `skills`, if it has one. */
export async function skillPlaces(
  { name, folder, json }: InstalledPackage,
  report: (problem: PackageProblem) => void,
): Promise<SkillPlace[]> {
  const file = resolve(folder, "package.json");
  const refuse = (reason: string): void =>
    report({ path: file, message: `The package "${name}" cannot be used, see ${file}: ${reason}.` });
  const declared = declaredPaths(json["tradecraft"]);
  if (declared === undefined) {
    refuse('"tradecraft" must be like { "skills": "./skills.js" } or { "skills": ["./skills.js", "./skills"] }');
    return [];
  }
  if (declared === "none") {
    const found = await findPlace(folder, "skills");
    if (typeof found === "string" && found !== missing) refuse(`its folder "skills" ${found}`);
    return typeof found === "string" || found.kind === "module" ? [] : [{ ...found, declared: false }];
  }
  const places = new Map<string, SkillPlace>();
  for (const path of declared) {
    const found = await findPlace(folder, path);
    if (typeof found === "string") refuse(`"tradecraft.skills": ${JSON.stringify(path.slice(0, 200))} ${found}`);
    else places.set(found.path, { ...found, declared: true });
  }
  return [...places.values()];
}

/** The paths of a `tradecraft` field, `none` if it has none, undefined if it is wrong. */
function declaredPaths(field: unknown): readonly string[] | "none" | undefined {
  if (field === undefined) return "none";
  if (!isObject(field)) return undefined;
  const { skills } = field;
  if (skills === undefined) return "none";
  const paths: readonly unknown[] = Array.isArray(skills) ? skills : [skills];
  return paths.every((path) => typeof path === "string" && path !== "") ? (paths as string[]) : undefined;
}

const missing = "does not exist; build the package, or correct the path";
const leaves = "leaves the package; name a path inside it, without links to elsewhere";

/** What lies at a path of a package, or why it may not be used: real paths decide. */
async function findPlace(folder: string, path: string): Promise<Omit<SkillPlace, "declared"> | string> {
  if (path.includes("\0") || isAbsolute(path) || /^[a-z][\w+.-]*:/i.test(path)) {
    return "is not relative to the package; write it like ./skills.js";
  }
  const named = resolve(folder, path);
  if (!isWithin(folder, named)) return leaves;
  try {
    const real = await realpath(named);
    if (!isWithin(folder, real)) return leaves;
    const stats = await stat(real);
    if (!stats.isFile() && !stats.isDirectory()) return "is neither a file nor a folder";
    const shown = relative(folder, real).split(sep).join("/");
    return { kind: stats.isFile() ? "module" : "folder", path: real, shown };
  } catch (error) {
    const code = fileErrorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? missing : `cannot be read: ${describeFileError(error)}`;
  }
}
