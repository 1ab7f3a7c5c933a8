import semver from "semver";
import { SkillError } from "../../../core/errors.ts";
import { nearestNames } from "../../../core/skillset/nearest-names.ts";
import type { Pin } from "../../project/project.ts";
import type { GitRef, GitRemote } from "./git-remote.ts";

/** What a pin means at a remote. */
export interface ResolvedPin {
  readonly commit: string;
  readonly tag?: string;
  readonly ref?: string;
}

/** A commit's id in lower case; throws for what is none. */
export function commitId(sha: string): string {
  const lower = sha.toLowerCase();
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(lower)) return lower;
  const message = `A commit is named by all 40 (or 64) digits of its id; "${sha.slice(0, 80)}" is not.`;
  throw new SkillError("source-unavailable", message);
}

/**
 * Asks what a pin means now. A version is the tag `1.2.3` or `v1.2.3`. A ref is a branch, else a tag, as for `git clone
 * --branch`; a name that begins with `refs/` is exact.
 */
export async function resolvePin(pin: Pin, remote: GitRemote): Promise<ResolvedPin> {
  if ("sha" in pin) return { commit: commitId(pin.sha) };
  return "version" in pin ? resolveVersion(pin.version, remote) : resolveRef(pin.ref, remote);
}

async function resolveVersion(version: string, remote: GitRemote): Promise<ResolvedPin> {
  assertRefName(version);
  const tags = version.startsWith("v") ? [version, version.slice(1)] : [version, `v${version}`];
  const names = tags.filter((tag) => tag !== "").map((tag) => `refs/tags/${tag}`);
  const refs = exactly(names, await remote.listRefs(names));
  const [first, second] = refs;
  if (first === undefined) throw await unknownVersion(tags, remote);
  if (second !== undefined && oidOf(second) !== oidOf(first)) {
    const message = `${remote.url.shown} has both ${tags.map((tag) => `"${tag}"`).join(" and ")}, for different commits: say which with "ref": "refs/tags/…".`;
    throw new SkillError("source-unavailable", message, { facts: { url: remote.url.shown } });
  }
  return { commit: oidOf(first), tag: first.name.slice("refs/tags/".length) };
}

async function resolveRef(ref: string, remote: GitRemote): Promise<ResolvedPin> {
  assertRefName(ref);
  const names = ref === "HEAD" || ref.startsWith("refs/") ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const [found] = exactly(names, await remote.listRefs(names));
  if (found !== undefined) return { commit: oidOf(found), ref };
  const branches = await remote.listRefs(["refs/heads/*"]);
  const known = branches.map(({ name }) => name.slice("refs/heads/".length));
  const message = `${remote.url.shown} has no branch or tag "${ref}".${nearestNames(ref, known)}`;
  throw new SkillError("source-unavailable", message, { facts: { url: remote.url.shown, ref } });
}

/** The highest version among the tags: of releases, or of all if there is no release. */
export async function latestVersion(remote: GitRemote): Promise<string | undefined> {
  const versions = (await remote.listRefs(["refs/tags/*"]))
    .map(({ name }) => name.slice("refs/tags/".length).replace(/^v/, ""))
    .filter((version) => semver.valid(version) !== null);
  const releases = versions.filter((version) => semver.prerelease(version) === null);
  return (releases.length > 0 ? releases : versions).sort(semver.rcompare)[0];
}

/** In the order of the names: git also gives refs whose names only end like one of them. */
function exactly(names: readonly string[], refs: readonly GitRef[]): GitRef[] {
  return names.flatMap((name) => refs.filter((ref) => ref.name === name));
}

function oidOf({ oid, peeled }: GitRef): string {
  return peeled ?? oid;
}

async function unknownVersion(tags: readonly string[], remote: GitRemote): Promise<SkillError> {
  const all = (await remote.listRefs(["refs/tags/*"])).map(({ name }) => name.slice("refs/tags/".length));
  const near = all.length === 0 ? " It has no tags at all." : nearestNames(tags[0] ?? "", all.reverse());
  const message = `${remote.url.shown} has no tag ${tags.map((tag) => `"${tag}"`).join(" or ")}.${near}`;
  return new SkillError("source-unavailable", message, { facts: { url: remote.url.shown, version: tags[0] ?? "" } });
}

/** As `git check-ref-format` asks for: nothing that git takes for an option, a range, a pattern or a refspec. */
export function assertRefName(name: string): void {
  const isSound =
    !/[\p{Cc}\p{Cs} ~^:?*[\\]/u.test(name) &&
    !/^[-+/.]|[/.]$|\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)/.test(name) &&
    name !== "" &&
    name !== "@" &&
    name.length <= 500;
  if (isSound) return;
  throw new SkillError("source-unavailable", `${JSON.stringify(name.slice(0, 100))} can be no branch or tag of git.`);
}
