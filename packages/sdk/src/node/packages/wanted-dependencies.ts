import type { PackageProblem } from "./package-problem.ts";
import { isObject, type PackageJson } from "./read-package-json.ts";

export interface WantedDependenciesOptions {
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  readonly dev: boolean;
}

export interface WantedDependencies {
  /** Sorted. */
  readonly names: readonly string[];
  /** What is wrong with the question. */
  readonly problems: readonly PackageProblem[];
}

/** Which declared dependencies to look at; `path` is that of the package.json. */
export function wantedDependencies(
  path: string,
  json: PackageJson,
  { include, exclude, dev }: WantedDependenciesOptions,
): WantedDependencies {
  const declared = namesOf(json, ["dependencies", "optionalDependencies", ...(dev ? ["devDependencies"] : [])]);
  const problems: PackageProblem[] = [];
  for (const name of include ?? []) {
    if (name.endsWith("/*") || declared.has(name)) continue;
    const isDev = namesOf(json, ["devDependencies"]).has(name);
    const advice = isDev ? "it is a devDependency, so set `dev: true`" : "add it to the dependencies";
    problems.push({ path, message: `"${name}" is no dependency of ${path}: ${advice}, or do not include it.` });
  }
  const names = [...declared].filter((name) => {
    if ((include !== undefined && !matches(name, include)) || matches(name, exclude)) return false;
    if (isPackageName(name)) return true;
    problems.push({ path, message: `"${name.slice(0, 100)}" in ${path} is no name of a package; correct it.` });
    return false;
  });
  return { names: names.sort(), problems };
}

function namesOf(json: PackageJson, fields: readonly string[]): Set<string> {
  return new Set(fields.flatMap((field) => (isObject(json[field]) ? Object.keys(json[field]) : [])));
}

/** A name, or `@scope/*`. */
function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((each) => each === name || (each.endsWith("/*") && name.startsWith(each.slice(0, -1))));
}

/** What can be one folder below node_modules, or one below a scope, and nothing else: it becomes part of a path. */
function isPackageName(name: string): boolean {
  return /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(name) && name !== "node_modules";
}
