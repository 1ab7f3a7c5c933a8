import { SkillError } from "../../../core/errors.ts";
import { type RawEntry, tooManyBytes, tooManyEntries } from "../checked-entries.ts";
import { fetchObjects } from "./fetch-commit.ts";
import { type GitRemote, offlineError, REMOTE_NAME } from "./git-remote.ts";

/** An entry of a commit, with the id of its content. */
export interface GitEntry extends RawEntry {
  readonly oid: string;
}

/** Everything in a commit, or below one folder of it; sizes are not known yet. */
export async function listCommit(
  repository: string,
  commit: string,
  path: string | undefined,
  remote: GitRemote,
): Promise<GitEntry[]> {
  const { maxEntries } = remote.context.limits;
  let count = 0;
  const args = ["ls-tree", "-r", "-z", "--full-tree", commit, ...(path === undefined ? [] : ["--", path])];
  const result = await remote.local([`--git-dir=${repository}`, ...args], {
    // A few objects can spell out billions of paths: they are counted as they come.
    onOutput: (chunk) => {
      for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) count++;
      if (count > maxEntries) throw tooManyEntries(remote.url.shown, maxEntries);
    },
  });
  if (result.exitCode !== 0) throw remote.failure(result, "read");
  return result.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, oid, name] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      if (mode === undefined || oid === undefined || name === undefined) return [];
      const kind = mode.startsWith("100") ? "file" : mode === "120000" ? "link" : "other";
      return [{ path: name, kind, size: 0, executable: mode === "100755", oid } as const];
    });
}

/** Sizes of the contents that a repository has, by id. */
export async function localSizes(repository: string, remote: GitRemote): Promise<Map<string, number>> {
  const args = [
    "cat-file",
    "--batch-all-objects",
    "--unordered",
    "--batch-check=%(objectname) %(objecttype) %(objectsize)",
  ];
  const result = await remote.local([`--git-dir=${repository}`, ...args]);
  if (result.exitCode !== 0) throw remote.failure(result, "read");
  const sizes = new Map<string, number>();
  for (const line of result.stdout.toString("latin1").split("\n")) {
    const [oid = "", type, size] = line.split(" ");
    if (type === "blob") sizes.set(oid, Number(size));
  }
  return sizes;
}

/** Fetches contents that a repository does not have yet, all at once. */
export async function fetchContents(
  repository: string,
  commit: string,
  oids: readonly string[],
  remote: GitRemote,
): Promise<void> {
  if (oids.length === 0) return;
  if (remote.context.offline) throw offlineError(remote.url);
  remote.context.onProgress?.(`fetching ${oids.length} files`);
  const input = `${oids.join("\n")}\n`;
  // As git itself gets what a partial clone lacks.
  const missing = ["--filter=blob:none", "--recurse-submodules=no", "--stdin", REMOTE_NAME];
  const result = await fetchObjects(repository, missing, remote, input);
  if (result.exitCode === 0) return;
  // A server that leaves contents out, but gives none by its id: then it has to give everything.
  const everything = [
    ["--refetch", "--depth=1", "--no-filter", REMOTE_NAME, commit],
    ["--refetch", "--no-filter", REMOTE_NAME, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"],
  ];
  for (const attempt of everything) {
    if ((await fetchObjects(repository, attempt, remote)).exitCode === 0) return;
  }
  throw remote.failure(result, "fetched");
}

/** Contents by id. */
export async function readContents(
  repository: string,
  oids: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number>,
  remote: GitRemote,
  signal: AbortSignal | undefined,
): Promise<Map<string, Uint8Array>> {
  const { maxUnpackedBytes } = remote.context.limits;
  let total = 0;
  for (const oid of oids) total += sizes.get(oid) ?? 0;
  if (total > maxUnpackedBytes) throw tooManyBytes(remote.url.shown, maxUnpackedBytes);
  const contents = new Map<string, Uint8Array>();
  if (oids.size === 0) return contents;
  const result = await remote.local([`--git-dir=${repository}`, "cat-file", "--batch"], {
    input: `${[...oids].join("\n")}\n`,
    // A line for each content.
    maxBytes: total + oids.size * 128,
    signal: signal ?? remote.context.signal,
  });
  if (result.exitCode !== 0) throw remote.failure(result, "read");
  const { stdout } = result;
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at);
    const [oid = "", type, size] = stdout.subarray(at, end).toString("latin1").split(" ");
    if (type !== "blob") throw lacksContent(oid, remote);
    const start = end + 1;
    // A copy, so that one content does not keep all of them in memory.
    contents.set(oid, new Uint8Array(stdout.subarray(start, start + Number(size))));
    at = start + Number(size) + 1;
  }
  return contents;
}

function lacksContent(oid: string, remote: GitRemote): SkillError {
  const message = `${remote.url.shown} cannot be read: the repository in the cache lacks an object.`;
  return new SkillError("source-unavailable", message, { facts: { url: remote.url.shown, oid: oid.slice(0, 64) } });
}
