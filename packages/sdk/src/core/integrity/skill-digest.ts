import { SkillError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import type { PinnedFile, SkillFileList } from "./skill-file-list.ts";

// What is hashed, as UTF-8, with the files ordered by the code units of their paths:
//
//   tradecraft skill files 1\n
//   <number of files>\n
//   <bytes of the path> <path>\n<size> <x or -> <sha256 of the content>\n      once per file
//
// Every part is either of a fixed form or counted before it comes, so no two lists give the same bytes: nothing can move
// from a path into the next field, from one file into its neighbour, or from a path into a content.

const encoder = new TextEncoder();

/** The digest of a file list, `sha256:` and 64 hexadecimal digits; the order of the list does not matter. */
export async function skillDigest(files: SkillFileList): Promise<string> {
  return sha256(encoder.encode(frameSkillFiles(files)));
}

/** What is hashed: every file, framed so that no two lists give the same text. */
export function frameSkillFiles(files: SkillFileList): string {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  let framed = `tradecraft skill files 1\n${sorted.length}\n`;
  for (const [at, file] of sorted.entries()) {
    assertSound(file, sorted[at - 1]);
    const { path, size, executable, sha256: content } = file;
    framed += `${encoder.encode(path).length} ${path}\n${size} ${executable ? "x" : "-"} ${content}\n`;
  }
  return framed;
}

function assertSound({ path, size, sha256: content }: PinnedFile, before: PinnedFile | undefined): void {
  const isSound =
    path !== "" &&
    path !== before?.path &&
    // Half of a pair has no bytes of its own: two different paths would be hashed as one.
    !/\p{Cs}/u.test(path) &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    /^[0-9a-f]{64}$/.test(content);
  if (isSound) return;
  throw new SkillError(
    "skill-invalid",
    "This list of files is not one: a path, a size or a digest in it is impossible.",
    {
      facts: { path: path.slice(0, 200) },
    },
  );
}
