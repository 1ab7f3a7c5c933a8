import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { readSkillFile } from "../read-skill-file.ts";
import { describeThrown, type PackageProblem } from "./package-problem.ts";

/** A package.json: an object of anything. */
export type PackageJson = Readonly<Record<string, unknown>>;

const maxBytes = 4 * 1024 * 1024;

/** The package.json of a folder; undefined if there is none. */
export async function readPackageJson(
  folder: string,
): Promise<{ readonly json: PackageJson } | { readonly problem: PackageProblem } | undefined> {
  const path = join(folder, "package.json");
  try {
    // Read like a SKILL.md: a regular file, text, of sane size.
    const { text } = await readSkillFile(path, { maxBytes });
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isObject(json)) return { json };
    return { problem: { path, message: `${path} must hold a JSON object.` } };
  } catch (error) {
    if (isMissing(error)) return undefined;
    const reason = SkillError.is(error) ? error.message : `it is no JSON (${describeThrown(error)})`;
    return { problem: { path, message: `${path} cannot be used: ${reason}` } };
  }
}

/** Whether it is an object as JSON means it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nothing there, also where a part of the path is a file. */
function isMissing(error: unknown): boolean {
  if (SkillError.is(error, "file-missing")) return true;
  const { cause } = error as { cause?: { code?: unknown } };
  return cause?.code === "ENOTDIR";
}
