import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageSkills, type PackageSkillsOptions } from "@tradecraft/sdk/node";
import { type Listing, listing } from "../skill-tree.ts";
import { tempFolder } from "../temp-folder.ts";

/** The text of a package.json. */
export function packageJson(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: "1.0.0", type: "module", ...fields });
}

/** The text of a module whose default export is a skill with this name. */
export function skillModule(name: string): string {
  return `export default ${skillCode(name)};\n`;
}

/** An expression that is a skill. */
export function skillCode(name: string): string {
  return JSON.stringify({ name, description: `About ${name}.`, body: `Do ${name}.` });
}

/** A project in a temporary folder that depends on the packages found in its node_modules, or on those that are named. */
export function project(files: Readonly<Record<string, string>>, dependencies = namesIn(files)): string {
  const own = packageJson({ name: "app", dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])) });
  return tempFolder({ "package.json": own, ...files });
}

function namesIn(files: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(files).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** One package: its package.json and other files, below node_modules. */
export function installed(
  name: string,
  skills: unknown,
  files: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = {
    "package.json": packageJson({ name, ...(skills !== undefined && { tradecraft: { skills } }) }),
    ...files,
  };
  return Object.fromEntries(Object.entries(own).map(([path, text]) => [`node_modules/${name}/${path}`, text]));
}

/** A package that works, to stand beside one that does not. */
export const sound: Readonly<Record<string, string>> = installed("zz-sound", "./skills.js", {
  "skills.js": skillModule("sound"),
});

/** Lists what `packageSkills` finds from a folder. */
export function listPackages(from: string | URL, options: Omit<PackageSkillsOptions, "from"> = {}): Promise<Listing> {
  return listing(packageSkills({ from, ...options }));
}

/** A link to a folder, made with the folders above it. */
export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

/** Path of a file in a project's node_modules. */
export function inModules(root: string, path: string): string {
  return join(root, "node_modules", path);
}
