import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import type { FileChange } from "./file-change.ts";

export interface CompareFileListsOptions {
  /** Whether both lists know which files may be run; where one does not, that is not compared. Default true. */
  readonly modes?: boolean;
}

/** What became of a list of files, sorted by path; empty when both are the same. */
export function compareFileLists(
  expected: SkillFileList,
  found: SkillFileList,
  { modes = true }: CompareFileListsOptions = {},
): FileChange[] {
  if (isSameList(expected, found, modes)) return [];
  const now = new Map(found.map((file) => [file.path, file]));
  const before = new Map(expected.map((file) => [file.path, file]));
  const gone = expected.filter(({ path }) => !now.has(path));
  const added = found.filter(({ path }) => !before.has(path));
  const changes = expected.flatMap((file) => {
    const same = now.get(file.path);
    return same === undefined ? [] : changesOf(file, same, modes);
  });
  for (const file of added) {
    const at = gone.findIndex((other) => isSameContent(other, file));
    const [from] = at < 0 ? [] : gone.splice(at, 1);
    if (from === undefined) changes.push({ code: "file-added", path: file.path });
    else {
      changes.push({ code: "file-renamed", path: file.path, from: from.path });
      if (modes && from.executable !== file.executable) changes.push({ code: "mode-changed", path: file.path });
    }
  }
  for (const { path } of gone) changes.push({ code: "file-missing", path });
  return sortChanges(changes);
}

/** Changes in the order of their paths. */
export function sortChanges(changes: readonly FileChange[]): FileChange[] {
  const key = ({ path, code }: FileChange): string => `${path}\0${code}`;
  return [...changes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function changesOf(before: PinnedFile, now: PinnedFile, modes: boolean): FileChange[] {
  const { path } = now;
  const changes: FileChange[] = [];
  if (!isSameContent(before, now)) changes.push({ code: "file-changed", path });
  if (modes && before.executable !== now.executable) changes.push({ code: "mode-changed", path });
  return changes;
}

function isSameList(a: SkillFileList, b: SkillFileList, modes: boolean): boolean {
  const isSame = (file: PinnedFile, other: PinnedFile | undefined): boolean =>
    file.path === other?.path && isSameContent(file, other) && (!modes || file.executable === other.executable);
  return a === b || (a.length === b.length && a.every((file, at) => isSame(file, b[at])));
}

function isSameContent(a: PinnedFile, b: PinnedFile): boolean {
  return a.sha256 === b.sha256 && a.size === b.size;
}
