import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { fileErrorCode } from "../../../node/describe-file-error.ts";
import { fetchCommit, isCommit } from "./fetch-commit.ts";
import { type GitRemote, offlineError, REMOTE_NAME } from "./git-remote.ts";
import type { ResolvedPin } from "./resolve-pin.ts";

// One bare repository for each commit, made aside and renamed into place: it is whole or not there, no process waits for
// another's lock, and one that is killed leaves none behind. Nothing is ever checked out. Packs may be added later, which
// git does safely beside readers. What the cache holds is verified before it is used: packs by their objects' hashes,
// while settings are written anew.

/** The folder of all that is kept of a remote. */
export function remoteFolder({ url, context }: GitRemote): string {
  return join(context.cacheFolder, createHash("sha256").update(url.shown).digest("hex").slice(0, 40));
}

/** A repository that has the commit; from the cache if it can be, else from the remote. */
export async function repositoryWith(point: ResolvedPin, remote: GitRemote): Promise<string> {
  const folder = remoteFolder(remote);
  const repository = join(folder, `${point.commit}.git`);
  if (await isUsable(repository, point.commit, remote)) return repository;
  if (remote.context.offline) throw offlineError(remote.url);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldDrafts(folder);
  const draft = join(folder, `draft-${randomUUID()}`);
  try {
    await initialize(draft, point.commit, remote);
    await fetchCommit(draft, point, remote);
    await moveInto(repository, draft, point.commit, remote);
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
  return repository;
}

async function initialize(repository: string, commit: string, remote: GitRemote): Promise<void> {
  const format = commit.length === 64 ? "sha256" : "sha1";
  const args = ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, repository];
  const made = await remote.local(args);
  if (made.exitCode !== 0) throw remote.failure(made, "kept");
  await writeSettings(repository, commit);
}

async function writeSettings(repository: string, commit: string): Promise<void> {
  const format = commit.length === 64 ? "\tobjectFormat = sha256\n" : "";
  const settings = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tpartialClone = ${REMOTE_NAME}\n${format}[remote "${REMOTE_NAME}"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n`;
  await writeFile(join(repository, "config"), settings, { mode: 0o600 });
}

/** Whether the cache has the repository, and every object in it is what it should be; if not, it is removed. */
async function isUsable(repository: string, commit: string, remote: GitRemote): Promise<boolean> {
  const exists = await stat(repository).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!exists) return false;
  if (await isSound(repository, commit, remote)) return true;
  // Aside first: another process may look at it.
  const trash = `${repository}.draft-${randomUUID()}`;
  await rename(repository, trash).catch(() => undefined);
  await rm(trash, { recursive: true, force: true }).catch(() => undefined);
  return false;
}

async function isSound(repository: string, commit: string, remote: GitRemote): Promise<boolean> {
  try {
    const objects = join(repository, "objects");
    const [folders, notes, packs] = await Promise.all([
      readdir(objects),
      readdir(join(objects, "info")).catch((): string[] => []),
      readdir(join(objects, "pack")),
    ]);
    // Loose objects and other places to look for objects are nothing that is made here.
    if (folders.some((name) => name !== "pack" && name !== "info") || notes.includes("alternates")) return false;
    const indexes = packs.filter((name) => name.endsWith(".idx")).map((name) => join(objects, "pack", name));
    if (indexes.length === 0) return false;
    await writeSettings(repository, commit);
    const verified = await remote.local([`--git-dir=${repository}`, "verify-pack", ...indexes]);
    return verified.exitCode === 0 && (await isCommit(repository, commit, remote));
  } catch (error) {
    if (remote.context.signal?.aborted === true) throw error;
    return false;
  }
}

async function moveInto(repository: string, draft: string, commit: string, remote: GitRemote): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(draft, repository);
      return;
    } catch (error) {
      // Another process was faster, or what is there is no repository.
      if (await isUsable(repository, commit, remote)) return;
      if (attempt === 3) {
        const message = `The cache cannot be written: ${fileErrorCode(error) ?? String(error)}.`;
        throw new SkillError("file-unreadable", message, { facts: { folder: repository }, cause: error });
      }
    }
  }
}

const aDay = 24 * 60 * 60 * 1000;

/** What processes left behind that were killed. */
async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!name.includes("draft-")) continue;
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > aDay) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
