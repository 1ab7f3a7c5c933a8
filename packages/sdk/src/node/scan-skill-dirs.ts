import { dirname, resolve } from "node:path";
import { realpath } from "node:fs/promises";
import type { Diagnostic } from "../core/diagnostic.ts";
import { SkillError } from "../core/errors.ts";
import { parseSkill } from "../core/format/parse-skill.ts";
import type { ParseSkillOptions, SkillManifest } from "../core/format/types.ts";
import { validateSkill } from "../core/format/validate-skill.ts";
import { groupResources } from "../core/registry/group-resources.ts";
import type { SkillResourceGroups } from "../core/registry/skill-registry.ts";
import type { SourceCallOptions, SourceDiagnostic } from "../core/source/skill-source.ts";
import type { SkillFiles } from "../core/source/static-skill-source.ts";
import { type FolderSkillSourceOptions, openFolders } from "./folder-skill-source.ts";
import { skillFolderFiles } from "./folder/skill-folder-files.ts";

/** A skill that was read from a folder. */
export interface ScannedSkill extends SkillManifest {
  /** What it is listed under: its name, or its folder's where the name can be no id. */
  readonly id: string;
  /** Absolute path of the SKILL.md. */
  readonly file: string;
  /** Absolute path of the skill's folder. */
  readonly directory: string;
  /** The skill's other files, for a registry made of such skills; not enumerable. */
  readonly files: SkillFiles;
}

export interface ScanSkillDirsOptions
  extends
    Pick<FolderSkillSourceOptions, "cwd" | "maxDepth" | "hidden" | "links" | "ignore">,
    SourceCallOptions,
    Pick<ParseSkillOptions, "parseYaml"> {
  /** `strict` throws at the first error of profile `spec`; `lenient` reports, and goes on. Default `strict`. */
  readonly mode?: "strict" | "lenient";
  /** Told about each file or folder with findings. */
  readonly onIssue?: (file: string, issues: readonly Diagnostic[]) => void;
}

/** Reads every skill below the folders; of several with one name the first counts. */
export async function scanSkillDirs(
  dirs: string | readonly string[],
  options: ScanSkillDirsOptions = {},
): Promise<ScannedSkill[]> {
  const { mode = "strict", onIssue, signal, parseYaml } = options;
  const profile = mode === "strict" ? "spec" : "lenient";
  const issues = new Map<string, Diagnostic[]>();
  const report = (file: string, found: readonly Diagnostic[]): void => {
    if (found.length > 0) issues.set(file, [...(issues.get(file) ?? []), ...found]);
  };
  const { listing } = openFolders(dirs, { ...options, index: false });
  const found: SourceDiagnostic[] = [];
  const parse = (raw: string): ReturnType<typeof parseSkill> =>
    parseSkill(raw, parseYaml === undefined ? {} : { parseYaml });
  const entries = await listing.list({
    parse,
    onDiagnostic: (diagnostic) => found.push(diagnostic),
    ...(signal && { signal }),
  });
  const listed = new Set(entries.map(({ location }) => location));
  for (const { source: _, id: __, path = "", ...diagnostic } of found) {
    // What the file says is judged below, from all of it.
    if (!listed.has(path) || diagnostic.code === "skill-shadowed") report(path, [diagnostic]);
  }
  if (mode === "strict") assertNoError(issues);
  const skills: ScannedSkill[] = [];
  for (const { id, location = "" } of entries) {
    signal?.throwIfAborted();
    const directory = dirname(location);
    const read = await listing.read(id, signal);
    const { manifest } = parse(read.text);
    const settings = { profile, directory: folderName(directory), ...(parseYaml && { parseYaml }) } as const;
    report(location, [...read.diagnostics, ...validateSkill(manifest, settings)]);
    if (mode === "strict") assertNoError(issues);
    const files = await listing.files(id, signal);
    const skill = { ...manifest, id, file: location, directory };
    Object.defineProperty(skill, "files", { value: files });
    skills.push(skill as ScannedSkill);
  }
  for (const [file, found] of issues) onIssue?.(file, found);
  return skills;
}

function folderName(directory: string): string {
  return resolve(directory).split(/[\\/]/).at(-1) ?? "";
}

function assertNoError(issues: ReadonlyMap<string, readonly Diagnostic[]>): void {
  for (const [file, found] of issues) {
    const error = found.find(({ severity, code }) => severity === "error" || code === "path-missing");
    if (error === undefined) continue;
    const { code, message, line, column = 1 } = error;
    const place = line === undefined ? file : `${file}:${line}:${column}`;
    throw new SkillError("skill-invalid", `${place}: ${message} (${code})`, {
      facts: { file, code, ...(line !== undefined && { line, column }) },
    });
  }
}

/** A scanned skill's files by what they are for; paths as `readSkillResource` takes them. */
export async function listSkillResources(
  skill: Pick<ScannedSkill, "name" | "directory">,
  options: SourceCallOptions = {},
): Promise<SkillResourceGroups> {
  return groupResources(await (await filesOf(skill)).list(options));
}

/** One file of a scanned skill: text where it is text, else bytes. */
export async function readSkillResource(
  skill: Pick<ScannedSkill, "name" | "directory">,
  path: string,
  options: SourceCallOptions = {},
): Promise<string | Uint8Array> {
  return (await filesOf(skill)).read(path, options);
}

async function filesOf({ name, directory }: Pick<ScannedSkill, "name" | "directory">): Promise<SkillFiles> {
  return skillFolderFiles({ id: name, realPath: await realpath(directory) });
}
