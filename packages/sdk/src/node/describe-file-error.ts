const words: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its path is too long for this system",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EBUSY: "it is in use",
  EIO: "the disk reported an error",
};

/** The system's error code (`EACCES`), or undefined for anything that is not a system error. */
export function fileErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A system error in words, without the path and the stack. Of a file that was to be made, the folder is what does not exist. */
export function describeFileError(error: unknown, action: "read" | "write" = "read"): string {
  const code = fileErrorCode(error);
  if (code === "ENOENT" && action === "write") return "its folder does not exist";
  if (code !== undefined) return words[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
