/** What can be wrong with a skill's folder, compared with what was agreed on. Part of the public API. */
export const FILE_CHANGE_CODES = [
  "file-changed",
  "file-added",
  "file-missing",
  "file-renamed",
  "mode-changed",
  "line-endings-changed",
  "case-twin",
  "link-found",
  "special-found",
  "git-found",
  "mode-refused",
  "path-refused",
  "file-unreadable",
] as const;

/** Literal kind of a `FileChange`. */
export type FileChangeCode = (typeof FILE_CHANGE_CODES)[number];

/** One difference between a folder and what was agreed on, or one thing that no skill's folder may hold. */
export interface FileChange {
  readonly code: FileChangeCode;
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  /** What the file was called, of a renamed one; the other name, of a twin. */
  readonly from?: string;
}

const words: Readonly<Record<FileChangeCode, string>> = {
  "file-changed": "its content is another",
  "file-added": "it was added",
  "file-missing": "it is gone",
  "file-renamed": "it was renamed",
  "mode-changed": "it may be run now and could not before, or the other way round",
  "line-endings-changed": "only its line endings are others, as git's `core.autocrlf` or an editor leaves them",
  "case-twin": "another name beside it differs in case or Unicode form only",
  "link-found": "it is a symbolic link, and what it shows lies elsewhere",
  "special-found": "it is a device, a socket or a pipe",
  "git-found": "it is a repository's own, and changes with every command of git",
  "mode-refused": "it is run with the rights of its owner (setuid or setgid)",
  "path-refused": "its name can be read in more than one way, or is not allowed everywhere",
  "file-unreadable": "it cannot be read",
};

/** A change in words, without its path. */
export function describeFileChange({ code, from }: FileChange): string {
  if (code === "file-renamed" && from !== undefined) return `it was called "${from}"`;
  return words[code];
}
