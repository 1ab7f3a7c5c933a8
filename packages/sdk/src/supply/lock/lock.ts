import { createHash } from "node:crypto";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { withoutCredentials } from "../fetch/git/git-url.ts";
import type { ProjectSource } from "../project/project.ts";

/** Exactly what a source was when it was resolved. */
export type ResolvedPoint =
  /** `tag` is the tag that a version was found as; `ref` a branch or tag that was asked for. */
  | { readonly commit: string; readonly tag?: string; readonly ref?: string }
  /** `integrity` as the registry gives it, `sha512-…`. */
  | { readonly version: string; readonly integrity: string }
  /** Digest of everything the source offered: for what has no versions. */
  | { readonly digest: string };

/** One skill, pinned. */
export interface LockedSkill {
  readonly name: string;
  /** `skillDigest` of `files`. */
  readonly digest: string;
  readonly files: SkillFileList;
  /** Where a marketplace's plugin comes from when that is another place than the marketplace. */
  readonly from?: { readonly source: string; readonly resolved: ResolvedPoint };
}

/** What a source was asked for: its entry in the project file without what has no influence on the content. */
export type SourceRequest = Readonly<Record<string, string | readonly string[]>>;

/** One source, pinned. */
export interface LockedSource {
  readonly request: SourceRequest;
  readonly resolved: ResolvedPoint;
  /** By folder in the source; `.` is the source itself. */
  readonly skills: Readonly<Record<string, LockedSkill>>;
}

/** What was put into an agent's folder. */
export interface InstalledFolder {
  readonly mode: "copy" | "link";
  /** Names of skills, sorted. */
  readonly skills: readonly string[];
}

/** A `tradecraft.lock`. */
export interface Lock {
  readonly lockVersion: 1;
  /** By local name, as in the project file. */
  readonly sources: Readonly<Record<string, LockedSource>>;
  /** By folder: relative to the project file with `/`, or below `~/`. */
  readonly installed: Readonly<Record<string, InstalledFolder>>;
}

/** The file's name. */
export const LOCK_FILE_NAME = "tradecraft.lock";

/** The part of a source's settings that decides what its content is; two requests with the same text are the same. */
export function requestOf(source: ProjectSource): SourceRequest {
  const { agents: _agents, policy: _policy, ...request } = source;
  // A lock is read by more people than a password in an address is meant for.
  const plain: Record<string, string | readonly string[]> = { ...request };
  if ("url" in request) plain["url"] = shownAddress(request.url);
  if ("registry" in request && request.registry !== undefined) plain["registry"] = shownAddress(request.registry);
  return Object.fromEntries(Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An address without what may be secret in it, and still another text when the address is another. */
function shownAddress(url: string): string {
  const plain = withoutCredentials(url);
  const query = /^https?:[^?#]*[?#](.+)$/is.exec(url)?.[1];
  if (query === undefined) return plain;
  return `${plain}#${createHash("sha256").update(query).digest("hex").slice(0, 16)}`;
}
