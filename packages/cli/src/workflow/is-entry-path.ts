/** Whether a path names a file of code, and so a workflow rather than a skill folder. */
export function isEntryPath(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}
