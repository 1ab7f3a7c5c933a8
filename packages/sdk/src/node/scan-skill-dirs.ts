import { resolve } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { SkillError } from "../core/errors.ts";
import { parseSkill } from "../core/format/parse-skill.ts";
import type { ParseSkillOptions, ParseSkillResult, SkillManifest } from "../core/format/types.ts";
import { validateSkill } from "../core/format/validate-skill.ts";
import { groupResources } from "../core/registry/group-resources.ts";
import type { SkillResourceGroups } from "../core/registry/skill-registry.ts";
import type { SourceCallOptions, SourceDiagnostic } from "../core/source/skill-source.ts";
import type { SkillFiles } from "../core/source/static-skill-source.ts";
import { type FolderSkillSourceOptions, openFolders } from "./folder-skill-source.ts";
import { comparePlaces } from "./folder/compare-places.ts";
import type { FolderListing } from "./folder/folder-listing.ts";
import { skillFolderFiles } from "./folder/skill-folder-files.ts";
import type { ReadSkillFileResult } from "./read-skill-file.ts";

/** A skill that was read from a folder. */
export interface ScannedSkill extends SkillManifest {
  /** What it is listed under: its name, or its folder's where the name can be no id. */
  readonly id: string;
  /** Absolute path of the SKILL.md. */
  readonly file: string;
  /** Real path of the skill's folder. */
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
  const { listing, roots } = openFolders(dirs, { ...options, index: false });
  const found: SourceDiagnostic[] = [];
  const parse = (raw: string): ParseSkillResult => {
    const read = parseSkill(raw, parseYaml === undefined ? {} : { parseYaml });
    if (read.manifest.description !== "") return read;
    // It will not be listed, so what is wrong is found here, where its line is known.
    const problems = validateSkill(read.manifest, { profile, ...(parseYaml && { parseYaml }) });
    return { ...read, diagnostics: [...read.diagnostics, ...problems.filter(({ field }) => field === "description")] };
  };
  const entries = await listing.list({
    parse,
    onDiagnostic: (diagnostic) => found.push(diagnostic),
    ...(signal && { signal }),
  });
  const listed = new Set(entries.map(({ location }) => location));
  for (const { source: _, id: __, path = "", ...diagnostic } of found) {
    // What the file says is judged below, from all of it.
    if (listed.has(path) && diagnostic.code !== "skill-shadowed") continue;
    const isKnown = diagnostic.line === undefined && isLocated(issues.get(path), diagnostic.field);
    if (!isKnown) report(path, [diagnostic]);
  }
  const compare = comparePlaces(roots.map(({ path }) => path));
  const unlisted = [...issues.keys()].filter((file) => !listed.has(file)).sort(compare);
  /** In mode `strict` the first error counts, so those of unlisted files before this one are looked at first. */
  const assertBefore = (location: string): void => {
    while (unlisted[0] !== undefined && compare(unlisted[0], location) < 0)
      assertNoError(unlisted.shift() as string, issues, onIssue);
  };
  const skills: ScannedSkill[] = [];
  for (const { id, location = "" } of entries) {
    signal?.throwIfAborted();
    if (mode === "strict") assertBefore(location);
    const read = await readOne(listing, id, mode, signal);
    if ("failed" in read) {
      report(location, [read.failed]);
      continue;
    }
    const { directory, files } = read;
    const { manifest } = parse(read.text);
    const settings = { profile, directory: folderName(directory), ...(parseYaml && { parseYaml }) } as const;
    report(location, [...read.diagnostics, ...validateSkill(manifest, settings)]);
    if (mode === "strict") assertNoError(location, issues, onIssue);
    const skill = { ...manifest, id, file: location, directory };
    Object.defineProperty(skill, "files", { value: files });
    skills.push(skill as ScannedSkill);
  }
  if (mode === "strict") for (const file of unlisted) assertNoError(file, issues, onIssue);
  for (const [file, found] of issues) onIssue?.(file, found);
  return skills;
}

/** Whether something with a line was said about a field already. */
function isLocated(found: readonly Diagnostic[] = [], field: string | undefined): boolean {
  return field !== undefined && found.some((other) => other.field === field && other.line !== undefined);
}

interface ReadSkill extends ReadSkillFileResult {
  readonly directory: string;
  readonly files: SkillFiles;
}

/** Reads one listed skill. In lenient mode one that cannot be read any more does not stop its neighbours. */
async function readOne(
  listing: FolderListing,
  id: string,
  mode: "strict" | "lenient",
  signal: AbortSignal | undefined,
): Promise<ReadSkill | { readonly failed: Diagnostic }> {
  try {
    const [read, directory, files] = await Promise.all([
      listing.read(id, signal),
      listing.directory(id, signal),
      listing.files(id, signal),
    ]);
    return { ...read, directory, files };
  } catch (error) {
    if (mode === "strict" || signal?.aborted === true || !SkillError.is(error)) throw error;
    return { failed: { code: "file-unreadable", severity: "error", message: error.message } };
  }
}

function folderName(directory: string): string {
  return resolve(directory).split(/[\\/]/).at(-1) ?? "";
}

function assertNoError(
  file: string,
  issues: ReadonlyMap<string, readonly Diagnostic[]>,
  onIssue: ScanSkillDirsOptions["onIssue"],
): void {
  const found = issues.get(file) ?? [];
  const error = found.find(({ severity, code }) => severity === "error" || code === "path-missing");
  if (error === undefined) return;
  onIssue?.(file, found);
  const { code, message, line, column = 1 } = error;
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  throw new SkillError("skill-invalid", `${place}: ${message} (${code})`, {
    facts: { file, code, ...(line !== undefined && { line, column }) },
  });
}

/** A scanned skill's files by what they are for; paths as `readSkillResource` takes them. */
export async function listSkillResources(
  skill: Pick<ScannedSkill, "name" | "directory">,
  options: SourceCallOptions = {},
): Promise<SkillResourceGroups> {
  return groupResources(await filesOf(skill).list(options));
}

/** One file of a scanned skill: text where it is text, else bytes. */
export async function readSkillResource(
  skill: Pick<ScannedSkill, "name" | "directory">,
  path: string,
  options: SourceCallOptions = {},
): Promise<string | Uint8Array> {
  return filesOf(skill).read(path, options);
}

/** The folder as it was when it was scanned: a link that stands there now leads nowhere. */
function filesOf({ name, directory }: Pick<ScannedSkill, "name" | "directory">): SkillFiles {
  return skillFolderFiles({ id: name, realPath: directory });
}
