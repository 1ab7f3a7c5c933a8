import { SkillError } from "../../../core/errors.ts";
import { checkedEntries } from "../checked-entries.ts";
import { owningFolder, skillFolders } from "../skill-folders.ts";
import type { SourceTree } from "../source-tree.ts";
import { fetchContents, listCommit, localSizes, readContents } from "./git-objects.ts";
import type { GitRemote } from "./git-remote.ts";
import { repositoryWith } from "./git-repository.ts";
import type { ResolvedPin } from "./resolve-pin.ts";

/** The content of a commit, read from git's own objects: no checkout, so no filters, attributes or line endings get at it. */
export async function openCommit(point: ResolvedPin, path: string | undefined, remote: GitRemote): Promise<SourceTree> {
  const { limits } = remote.context;
  const where = remote.url.shown;
  const repository = await repositoryWith(point, remote);
  const listed = await listCommit(repository, point.commit, path, remote);
  const inside = path === undefined ? listed : listed.filter((entry) => entry.path.startsWith(`${path}/`));
  if (path !== undefined && inside.length === 0) throw noFolder(path, point.commit, remote);
  const { entries, refused } = checkedEntries(inside, { limits, where, unsafe: "remember" });

  const oids = new Map(entries.filter(({ kind }) => kind === "file").map((entry) => [entry.path, entry.oid]));
  let sizes = await localSizes(repository, remote);
  const provide = async (wanted: Iterable<string>): Promise<void> => {
    const missing = [...new Set(wanted)].filter((oid) => !sizes.has(oid));
    if (missing.length === 0) return;
    await fetchContents(repository, point.commit, missing, remote);
    sizes = await localSizes(repository, remote);
  };
  const folders = skillFolders({ entries });
  const ofSkills = [...oids].filter(([file]) => owningFolder(file, folders) !== undefined);
  await provide(ofSkills.map(([, oid]) => oid));

  return {
    entries: entries.map(({ oid, path: file, kind, executable }) => {
      return { path: file, kind, size: kind === "file" ? (sizes.get(oid) ?? 0) : 0, executable };
    }),
    refused,
    read: async (paths, options = {}) => {
      const wanted = paths.map((file) => [file, oids.get(file) ?? noFile(file, remote)] as const);
      const ids = new Set(wanted.map(([, oid]) => oid));
      await provide(ids);
      const contents = await readContents(repository, ids, sizes, remote, options.signal);
      return new Map(wanted.map(([file, oid]) => [file, contents.get(oid) ?? noFile(file, remote)]));
    },
  };
}

function noFile(path: string, remote: GitRemote): never {
  throw new SkillError("resource-missing", `${remote.url.shown} has no file "${path.slice(0, 200)}".`, {
    facts: { path: path.slice(0, 200) },
  });
}

function noFolder(path: string, commit: string, remote: GitRemote): SkillError {
  const message = `${remote.url.shown} has no folder "${path}" at ${commit}; correct "path".`;
  return new SkillError("source-unavailable", message, { facts: { url: remote.url.shown, path } });
}
