import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { skillDigest } from "../../../core/integrity/skill-digest.ts";
import type { PinnedFile } from "../../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import { describeFileError } from "../../../node/describe-file-error.ts";
import { readInside } from "../../../node/folder/read-inside.ts";
import type { FileSource } from "../../project/project.ts";
import { checkedEntries, tooManyBytes } from "../checked-entries.ts";
import { findSkills } from "../find-skills.ts";
import type { FetchContext, FetchedSource, SkillFetcher } from "../skill-fetcher.ts";
import type { SourceTree } from "../source-tree.ts";
import { listFolder } from "./list-folder.ts";
import { ownOutputs } from "./own-outputs.ts";

/** Skills of a folder of this machine. What is pinned is the digest of all files of the skills that are wanted. */
export function fileFetcher(): SkillFetcher<FileSource> {
  return {
    type: "file",
    resolve: openFolder,
    restore: async (source, resolved, context, origins) => {
      const now = await openFolder(source, context);
      if (!("digest" in resolved) || !("digest" in now.resolved)) throw wrongPoint(source);
      if (origins !== undefined || now.resolved.digest === resolved.digest) return now;
      const message = `The folder ${source.path} is not as it was when it was locked; update it to take it as it is now.`;
      throw new SkillError("digest-mismatch", message, {
        facts: { path: source.path, expected: resolved.digest, found: now.resolved.digest },
      });
    },
    latest: async (source, context) => {
      const { resolved } = await openFolder(source, context);
      return "digest" in resolved ? resolved.digest : undefined;
    },
  };
}

async function openFolder(source: FileSource, context: FetchContext): Promise<FetchedSource> {
  const where = `The folder ${source.path}`;
  const { limits, signal } = context;
  const root = await realFolder(resolve(context.directory, source.path), source);
  const listed = await listFolder(root, {
    maxEntries: limits.maxEntries,
    where,
    signal,
    leaveOut: await ownOutputs(root, context.directory),
  });
  const { entries, refused } = checkedEntries(listed, { limits, where, unsafe: "remember" });
  const hashes = new Map<string, string>();

  const readOne = async (path: string, maxBytes: number, stop: AbortSignal | undefined): Promise<Buffer> => {
    const real = join(root, ...path.split("/"));
    const allows = (found: string): boolean => found === real;
    const bytes = await readInside(real, { allows, maxBytes, shownAs: path, signal: stop ?? signal });
    const hash = createHash("sha256").update(bytes).digest("hex");
    if ((hashes.get(path) ?? hash) !== hash) throw changed(where, path);
    hashes.set(path, hash);
    return bytes;
  };
  const tree: SourceTree = {
    entries,
    refused,
    read: async (paths, options = {}) => {
      let left = limits.maxUnpackedBytes;
      const contents = await mapLimited(paths, 16, async (path) => {
        const bytes = await readOne(path, limits.maxUnpackedBytes, options.signal);
        left -= bytes.length;
        if (left < 0) throw tooManyBytes(where, limits.maxUnpackedBytes);
        return [path, bytes] as const;
      });
      return new Map(contents);
    },
  };

  const skills = await findSkills(tree, source, { where, ...(signal === undefined ? {} : { signal }) });
  const files = skills.flatMap((skill) => skill.files);
  let total = 0;
  const pinned = await mapLimited(files, 16, async ({ path, executable }): Promise<PinnedFile> => {
    const { length: size } = await readOne(path, limits.maxUnpackedBytes, signal);
    total += size;
    if (total > limits.maxUnpackedBytes) throw tooManyBytes(where, limits.maxUnpackedBytes);
    return { path, size, executable, sha256: hashes.get(path) ?? "" };
  });
  return { resolved: { digest: await skillDigest(pinned) }, open: async () => tree };
}

async function realFolder(path: string, source: FileSource): Promise<string> {
  try {
    const real = await realpath(path);
    return real.endsWith(sep) ? real.slice(0, -1) || sep : real;
  } catch (error) {
    const message = `The folder ${source.path} cannot be used: ${describeFileError(error)}.`;
    throw new SkillError("source-unavailable", message, { facts: { path: source.path }, cause: error });
  }
}

function changed(where: string, path: string): SkillError {
  return new SkillError("digest-mismatch", `${where} changed while it was read: "${path}". Try again.`, {
    facts: { path },
  });
}

function wrongPoint(source: FileSource): SkillError {
  return new SkillError("lock-invalid", `The lock has no digest for the folder ${source.path}; update it.`);
}
