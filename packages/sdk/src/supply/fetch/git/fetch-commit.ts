import { readdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { tooManyBytes } from "../checked-entries.ts";
import { type GitRemote, REMOTE_NAME } from "./git-remote.ts";
import type { ResolvedPin } from "./resolve-pin.ts";

/** What git says when a server gives nothing by its id, or has no such thing. */
const notById = /not our ref|not valid|unadvertised object|remote ref|bad object/i;
const notShallow = /shallow|dumb http|filter/i;

/** Gets one commit into an empty repository: it alone if the server lets us, else as a part of all it shows. */
export async function fetchCommit(draft: string, point: ResolvedPin, remote: GitRemote): Promise<void> {
  remote.context.onProgress?.("fetching");
  const { commit } = point;
  const attempts: readonly (readonly string[])[] = [
    ["--depth=1", "--filter=blob:none", REMOTE_NAME, commit],
    ["--depth=1", "--no-filter", REMOTE_NAME, commit],
    // A server that gives nothing by its id: everything it shows, and the commit should be among it.
    ["--filter=blob:none", REMOTE_NAME, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"],
    ["--no-filter", REMOTE_NAME, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"],
  ];
  for (const [at, attempt] of attempts.entries()) {
    const result = await fetchObjects(draft, attempt, remote);
    if (await isCommit(draft, commit, remote)) return packLoose(draft, remote);
    const isLast = at === attempts.length - 1;
    const mayGoOn = notById.test(result.stderr) || (notShallow.test(result.stderr) && !isLast);
    if (result.exitCode !== 0 && !mayGoOn) throw remote.failure(result, "fetched");
    // The server looked for it, and there is none: everything else it has would be fetched in vain.
    if (result.exitCode === 0 || /upload-pack: not our ref/.test(result.stderr)) break;
  }
  throw await goneError(point, remote);
}

/** A server without a git of its own gives single objects; packs are what is verified later. */
async function packLoose(draft: string, remote: GitRemote): Promise<void> {
  const folders = await readdir(join(draft, "objects"));
  if (folders.every((name) => name === "pack" || name === "info")) return;
  const result = await remote.local([`--git-dir=${draft}`, "repack", "-a", "-d", "-k", "-q"]);
  if (result.exitCode !== 0) throw remote.failure(result, "kept");
}

/** Fetches into a repository, with an eye on how much that is. */
export async function fetchObjects(
  repository: string,
  args: readonly string[],
  remote: GitRemote,
  input?: string,
): Promise<{ exitCode: number | null; stderr: string }> {
  const { maxUnpackedBytes } = remote.context.limits;
  const before = packBytes(repository);
  const { exitCode, stderr } = await remote.ask(
    [
      `--git-dir=${repository}`,
      "fetch",
      "--progress",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-auto-maintenance",
      ...args,
    ],
    {
      ...(input === undefined ? {} : { input }),
      watch: () => {
        if (packBytes(repository) - before > maxUnpackedBytes) throw tooManyBytes(remote.url.shown, maxUnpackedBytes);
      },
    },
  );
  return { exitCode, stderr };
}

function packBytes(repository: string): number {
  try {
    const folder = join(repository, "objects", "pack");
    return readdirSync(folder).reduce((sum, name) => {
      return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  } catch {
    return 0;
  }
}

/** Whether a repository has the commit; throws when the id is another object's. */
export async function isCommit(repository: string, commit: string, remote: GitRemote): Promise<boolean> {
  const args = [`--git-dir=${repository}`, "cat-file", "--batch-check=%(objectname) %(objecttype)"];
  const { stdout } = await remote.local(args, { input: `${commit}\n` });
  const [oid, type] = stdout.toString("utf8").trim().split(" ");
  if (oid === commit && type !== undefined && type !== "missing" && type !== "commit") throw noCommit(commit, remote);
  return oid === commit && type === "commit";
}

function noCommit(commit: string, remote: GitRemote): SkillError {
  const message = `${remote.url.shown}: ${commit} is no commit; name a commit, not a tag's or a file's id.`;
  return new SkillError("source-unavailable", message, { facts: { url: remote.url.shown, commit } });
}

async function goneError({ commit, tag, ref }: ResolvedPin, remote: GitRemote): Promise<SkillError> {
  const facts = { url: remote.url.shown, commit };
  const names =
    tag === undefined
      ? ref === undefined
        ? []
        : [ref, `refs/heads/${ref}`, `refs/tags/${ref}`]
      : [`refs/tags/${tag}`];
  const found = names.length === 0 ? [] : await remote.listRefs(names);
  const now = names.flatMap((name) => found.filter((one) => one.name === name))[0];
  const shown = tag === undefined ? `"${ref}"` : `the tag "${tag}"`;
  const story =
    names.length === 0
      ? "It may have been removed by a force-push."
      : now === undefined
        ? `${shown} is gone too.`
        : `${shown} moved from ${commit} to ${now.peeled ?? now.oid}; look at what changed, and update to take it.`;
  const message = `${remote.url.shown} no longer has the commit ${commit}. ${story}`;
  return new SkillError("source-unavailable", message, { facts });
}
