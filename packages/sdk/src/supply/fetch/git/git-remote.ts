import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import type { FetchContext } from "../skill-fetcher.ts";
import { gitEnvironment } from "./git-environment.ts";
import type { GitUrl } from "./git-url.ts";
import { type GitResult, runGit, type RunGitOptions } from "./run-git.ts";

/** The remote's name in our repositories; its address is given to git for each call, and kept nowhere. */
export const REMOTE_NAME = "tradecraft";

export interface GitRef {
  readonly name: string;
  readonly oid: string;
  /** What an annotated tag stands for. */
  readonly peeled?: string;
}

/** What git does with one remote. */
export interface GitRemote {
  readonly url: GitUrl;
  readonly context: FetchContext;
  /** Runs git on the network; throws `source-unavailable` where nothing may be asked of it. */
  ask(args: readonly string[], options?: Partial<RunGitOptions>): Promise<GitResult>;
  /** Runs git without the remote's address. */
  local(args: readonly string[], options?: Partial<RunGitOptions>): Promise<GitResult>;
  /** The refs with these full names, or patterns with `*`. */
  listRefs(patterns: readonly string[]): Promise<GitRef[]>;
  /** The error for a call that failed. */
  failure(result: Pick<GitResult, "stderr">, doing: string): SkillError;
}

/** Binds a remote to what may be used. */
export function gitRemote(url: GitUrl, context: FetchContext): GitRemote {
  const { env, limits, signal } = context;
  const call = async (
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
    options: Partial<RunGitOptions>,
  ): Promise<GitResult> => {
    await mkdir(context.cacheFolder, { recursive: true, mode: 0o700 });
    return runGit(args, {
      cwd: context.cacheFolder,
      // Above the cache nothing is a repository of ours, whose settings would count.
      env: { ...gitEnvironment(env, settings), GIT_CEILING_DIRECTORIES: dirname(context.cacheFolder) },
      timeout: limits.timeout,
      maxBytes: limits.maxUnpackedBytes,
      signal,
      ...options,
    });
  };
  const failure = (result: Pick<GitResult, "stderr">, doing: string): SkillError =>
    new SkillError("source-unavailable", `${url.shown} cannot be ${doing}: ${reasonOf(result.stderr, url)}`, {
      facts: { url: url.shown },
    });

  const ask: GitRemote["ask"] = async (args, options = {}) => {
    if (context.offline) throw offlineError(url);
    return call(args, { [`remote.${REMOTE_NAME}.url`]: url.url }, options);
  };
  return {
    url,
    context,
    ask,
    failure,
    local: async (args, options = {}) => call(args, {}, options),
    listRefs: async (patterns) => {
      const peeled = patterns.flatMap((pattern) => (pattern.endsWith("*") ? [pattern] : [pattern, `${pattern}^{}`]));
      const result = await ask(["ls-remote", REMOTE_NAME, ...peeled]);
      if (result.exitCode !== 0) throw failure(result, "asked");
      return parseRefs(result.stdout.toString("utf8"));
    },
  };
}

function parseRefs(text: string): GitRef[] {
  const refs = new Map<string, GitRef>();
  for (const line of text.split("\n")) {
    const match = /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+?)(\^\{\})?$/.exec(line);
    const [, oid, name, isPeeled] = match ?? [];
    if (oid === undefined || name === undefined) continue;
    const known = refs.get(name);
    refs.set(name, isPeeled === undefined ? { ...known, name, oid } : { name, oid: known?.oid ?? oid, peeled: oid });
  }
  return [...refs.values()];
}

/** The error for a question that only the network could answer. */
export function offlineError(url: GitUrl): SkillError {
  const message = `${url.shown} is not in the cache as it is wanted, and nothing may be asked of the network; run this once online.`;
  return new SkillError("source-unavailable", message, { facts: { url: url.shown } });
}

const denied =
  /authentication failed|could not read (?:username|password)|permission denied|access denied|terminal prompts disabled|error: 40[13]|invalid credentials|host key verification failed/i;
const absent =
  /repository not found|does not exist|does not appear to be a git repository|error: 404|not found|no such file/i;

function reasonOf(stderr: string, url: GitUrl): string {
  const said = lastLines(masked(stderr, url));
  const quoted = said === "" ? "" : ` git says: ${said}`;
  if (denied.test(stderr)) {
    return `access is denied. Give git credentials for it (a credential helper, an ssh key), as for \`git clone\`.${quoted}`;
  }
  if (absent.test(stderr)) {
    return `there is no repository, or it is private and git has no credentials for it.${quoted}`;
  }
  return said === "" ? "git failed without a word." : `git says: ${said}`;
}

function lastLines(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, " ").trim())
    .filter(
      (line) => /^(?:fatal|error|remote|ssh|warning: remote)/i.test(line) && !/^remote:\s*\w+ objects:/i.test(line),
    );
  return lines.slice(-3).join(" ").slice(0, 500);
}

/** A text of git's without what the address holds in secrets. */
export function masked(text: string, { secrets }: GitUrl): string {
  let plain = text.replaceAll(/(:\/\/)[^/@\s'"]*@/g, "$1");
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) plain = plain.replaceAll(secret, "***");
  return plain;
}
