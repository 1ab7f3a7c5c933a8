import { SkillError } from "../../core/errors.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { PinnedFile } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { sha256 } from "../../core/sha256.ts";
import { assertFilePaths } from "./assert-file-paths.ts";
import type { BakedFile, BakedInput } from "./baked-input.ts";

/** Files of a skill, sorted, and the digest of all of them. */
export interface CheckedFiles {
  /** Without the SKILL.md. */
  readonly files: readonly BakedFile[];
  readonly digest: string;
}

/** Refuses paths that are unsafe or could be mistaken for one another, and content other than the lock's. */
export async function checkedFiles({ name, manifest, files, digest: locked }: BakedInput): Promise<CheckedFiles> {
  assertFilePaths(files);
  const text = new TextEncoder().encode(manifest);
  // As the folder has it: some write it in small letters.
  const given = files.find(({ path }) => path === "SKILL.md") ?? files.find(({ path }) => /^skill\.md$/i.test(path));
  if (given !== undefined && !isSame(given.bytes, text)) {
    const message = `The SKILL.md of "${name}" is not the text that was given for it; save it as valid UTF-8.`;
    throw new SkillError("file-not-text", message, { facts: { skill: name } });
  }
  const others = files.filter((file) => file !== given).sort((a, b) => (a.path < b.path ? -1 : 1));
  const all = [...others, { path: given?.path ?? "SKILL.md", bytes: text, executable: given?.executable ?? false }];
  const digest = await skillDigest(await mapLimited(all, 8, pinFile));
  if (locked !== undefined && locked !== digest) {
    const message = `The skill "${name}" is not what its lock says: expected ${locked}, got ${digest}. Fetch it again.`;
    throw new SkillError("digest-mismatch", message, { facts: { skill: name, expected: locked, found: digest } });
  }
  return { files: others, digest };
}

async function pinFile({ path, bytes, executable }: BakedFile): Promise<PinnedFile> {
  const digest = await sha256(bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice());
  return { path, size: bytes.length, executable, sha256: digest.slice("sha256:".length) };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
