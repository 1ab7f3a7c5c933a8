import { SkillError } from "../../../core/errors.ts";
import { normalizeResourcePath } from "../../../core/source/normalize-resource-path.ts";
import type { GitSource, Pin } from "../../project/project.ts";
import { recall, remember } from "../remembered.ts";
import type { FetchContext, FetchedSource, SkillFetcher } from "../skill-fetcher.ts";
import { type GitRemote, gitRemote, offlineError } from "./git-remote.ts";
import { remoteFolder } from "./git-repository.ts";
import { gitUrl } from "./git-url.ts";
import { openCommit } from "./open-commit.ts";
import { assertRefName, commitId, latestVersion, type ResolvedPin, resolvePin } from "./resolve-pin.ts";

/**
 * Skills of git repositories, by the system's git: any host it reaches, with the credentials it has. `resolve` asks what
 * a pin means; a commit is fetched, shallow and without what no skill needs, when its content is opened.
 */
export function gitFetcher(): SkillFetcher<GitSource> {
  return {
    type: "git",
    resolve: async (source, context) => {
      const remote = remoteOf(source, context);
      const point = context.offline ? await rememberedPin(source, remote) : await resolvePin(source, remote);
      if (!context.offline && !("sha" in source)) await remember(remoteFolder(remote), questionOf(source), point);
      return fetched(source, point, remote);
    },
    restore: async (source, resolved, context) => {
      if (!("commit" in resolved)) {
        throw new SkillError("lock-invalid", "The lock has no commit for a git source; update it.");
      }
      for (const name of [resolved.tag, resolved.ref]) if (name !== undefined) assertRefName(name);
      return fetched(source, { ...resolved, commit: commitId(resolved.commit) }, remoteOf(source, context));
    },
    latest: async (source, context) => {
      if ("sha" in source) return undefined;
      const remote = remoteOf(source, context);
      return "version" in source ? latestVersion(remote) : (await resolvePin(source, remote)).commit;
    },
  };
}

function remoteOf(source: GitSource, context: FetchContext): GitRemote {
  return gitRemote(gitUrl(source.url, context), context);
}

function fetched(source: GitSource, point: ResolvedPin, remote: GitRemote): FetchedSource {
  const path = source.path === undefined ? undefined : folderPath(source.path);
  return { resolved: point, open: () => openCommit(point, path, remote) };
}

function folderPath(written: string): string | undefined {
  const plain = written.replace(/(?<=.)\/+$/, "");
  return plain === "." || plain === "" ? undefined : normalizeResourcePath(plain);
}

function questionOf(source: Pin): string {
  return "version" in source ? `version ${source.version}` : `ref ${"ref" in source ? source.ref : ""}`;
}

async function rememberedPin(source: Pin, remote: GitRemote): Promise<ResolvedPin> {
  if ("sha" in source) return { commit: commitId(source.sha) };
  const { commit, tag, ref } = (await recall(remoteFolder(remote), questionOf(source))) ?? {};
  if (typeof commit !== "string") throw offlineError(remote.url);
  const named = typeof tag === "string" ? { tag } : typeof ref === "string" ? { ref } : {};
  return { commit: commitId(commit), ...named };
}
