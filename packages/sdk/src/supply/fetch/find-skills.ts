import { SkillError } from "../../core/errors.ts";
import { parseSkill } from "../../core/format/parse-skill.ts";
import type { Selection } from "../project/project.ts";
import { assertNoCollisions } from "./assert-no-collisions.ts";
import { folderNameProblem } from "./folder-name-problem.ts";
import { selectSkills } from "./select-skills.ts";
import { isGitInternal, owningFolders, pathInFolder, skillFolders } from "./skill-folders.ts";
import type { RefusedEntry, SourceTree, TreeEntry } from "./source-tree.ts";

/** One skill in a source. */
export interface FoundSkill {
  /** In the source; `.` is the source itself. */
  readonly folder: string;
  /** As its SKILL.md says, else as its folder is called; safe as a folder's name. */
  readonly name: string;
  /** `SKILL.md`, or `skill.md`. */
  readonly skillFile: string;
  /** Every file of the skill, with paths in the source, sorted; `pathInFolder` makes them relative to the skill. */
  readonly files: readonly TreeEntry[];
}

export interface FindSkillsOptions {
  /** Names the source in messages. Default `This source`. */
  readonly where?: string;
  readonly signal?: AbortSignal;
}

/** A longer SKILL.md is nobody's. */
const maxSkillFileBytes = 16 * 1024 * 1024;

interface Candidate extends FoundSkill {
  readonly files: TreeEntry[];
  readonly refused: RefusedEntry[];
  /** It lies in another skill, and is a part of that one: a template, an example. */
  readonly isNested: boolean;
}

/**
 * The skills of a source that are wanted, sorted by folder, each with all of its files: hidden ones and `node_modules`
 * too, so that everything which can be read or run is pinned. A SKILL.md further down in a skill is a part of it, and a
 * skill of its own only for those who name it; beside a SKILL.md in the source's root, the others are their own. `.git` is
 * left out. A link, a submodule or an unsafe path in a wanted skill is refused with `archive-refused`.
 */
export async function findSkills(
  tree: SourceTree,
  selection: Selection = {},
  options: FindSkillsOptions = {},
): Promise<FoundSkill[]> {
  const { where = "This source", signal } = options;
  const candidates = await nameCandidates(tree, collectCandidates(tree, where), signal);
  if (candidates.length === 0) {
    throw new SkillError("skill-unknown", `${where} has no skill: no folder in it has a SKILL.md.`);
  }
  const wanted = selectSkills(candidates, selection, where);
  for (const skill of wanted) assertSound(skill, where);
  return wanted.map(({ folder, name, skillFile, files }) => ({ folder, name, skillFile, files }));
}

function collectCandidates(tree: SourceTree, where: string): Candidate[] {
  const skillFiles = skillFolders(tree);
  const byFolder = new Map<string, Candidate>();
  for (const folder of [...(tree.skillFolders ?? skillFiles.keys())].sort()) {
    const skillFile = skillFiles.get(folder);
    if (skillFile === undefined) {
      const message = `${where} says that "${folder.slice(0, 200)}" is a skill, but it has no SKILL.md.`;
      throw new SkillError("skill-invalid", message, { facts: { folder: folder.slice(0, 200) } });
    }
    const isNested =
      tree.skillFolders === undefined && owningFolders(folder, skillFiles).some((owner) => owner !== ".");
    byFolder.set(folder, { folder, name: "", skillFile, files: [], refused: [], isNested });
  }
  for (const entry of tree.entries) {
    if (isGitInternal(entry.path)) continue;
    for (const owner of owningFolders(entry.path, skillFiles)) byFolder.get(owner)?.files.push(entry);
  }
  for (const entry of tree.refused ?? [])
    for (const owner of owningFolders(entry.path, skillFiles)) byFolder.get(owner)?.refused.push(entry);
  return [...byFolder.values()];
}

async function nameCandidates(
  tree: SourceTree,
  candidates: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const pathOf = ({ folder, skillFile }: Candidate): string => (folder === "." ? skillFile : `${folder}/${skillFile}`);
  const readable = candidates.filter((candidate) => {
    const file = candidate.files.find(({ path }) => path === pathOf(candidate));
    return file?.kind === "file" && file.size <= maxSkillFileBytes;
  });
  const contents = await tree.read(readable.map(pathOf), signal === undefined ? {} : { signal });
  return candidates.map((candidate) => {
    const content = contents.get(pathOf(candidate));
    const written = content === undefined ? undefined : parseSkill(new TextDecoder().decode(content)).manifest.name;
    const ownName = typeof written === "string" && written !== "" ? written : undefined;
    return { ...candidate, name: ownName ?? candidate.folder.slice(candidate.folder.lastIndexOf("/") + 1) };
  });
}

function assertSound({ folder, name, skillFile, files, refused }: Candidate, where: string): void {
  for (const { path, kind } of files) {
    if (kind !== "file")
      throw refusedEntry(path, kind === "link" ? "it is a symbolic link" : "it is no file", folder, where);
  }
  for (const { path, reason } of refused) throw refusedEntry(path, reason, folder, where);
  const file = files.find(({ path }) => pathInFolder(folder, path) === skillFile);
  if (file !== undefined && file.size > maxSkillFileBytes) {
    throw new SkillError("file-too-large", `${where}: ${file.path} has more than ${maxSkillFileBytes} bytes.`, {
      facts: { path: file.path },
    });
  }
  assertNoCollisions(
    files.map(({ path }) => pathInFolder(folder, path)),
    `${where}: the skill "${folder}"`,
  );
  const problem = folderNameProblem(name);
  if (problem === undefined) return;
  const message = `${where}: the skill in "${folder}" has a name that no folder can have; ${problem}. ${leaveOut(folder)}`;
  throw new SkillError("path-refused", message, { facts: { name: name.slice(0, 100), folder } });
}

function refusedEntry(path: string, reason: string, folder: string, where: string): SkillError {
  const shown = path.slice(0, 200);
  const message = `${where}: ${JSON.stringify(shown)} in a skill is refused: ${reason}. ${leaveOut(folder)}`;
  return new SkillError("archive-refused", message, { facts: { path: shown, folder } });
}

function leaveOut(folder: string): string {
  return `To do without this skill, add "${folder}" to "exclude".`;
}
