import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { PackageProblem } from "./package-problem.ts";
import { type PackageJson, readPackageJson } from "./read-package-json.ts";

/** Whose dependencies are looked at. */
export interface Project {
  /** Real path of its folder. */
  readonly folder: string;
  readonly json: PackageJson;
}

const marks = ["name", "dependencies", "optionalDependencies", "devDependencies"];

/**
 * The project that a file or folder belongs to: the nearest package.json at or above it. One that names neither itself
 * nor any dependency only tells Node how to read a folder (`{ "type": "module" }`), and is passed over.
 */
export async function findProject(from: string): Promise<Project | { readonly problem: PackageProblem }> {
  const start = await realpath(from).catch(() => from);
  for (let folder = start; ; folder = dirname(folder)) {
    const read = await readPackageJson(folder);
    if (read !== undefined && "problem" in read) return read;
    if (read !== undefined && marks.some((mark) => mark in read.json)) return { folder, json: read.json };
    if (folder === dirname(folder)) break;
  }
  const message = `There is no package.json at or above ${from}: give packageSkills a \`from\` inside a project, such as import.meta.url.`;
  return { problem: { path: from, message } };
}
