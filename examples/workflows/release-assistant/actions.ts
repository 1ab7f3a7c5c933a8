import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { action, type } from "@tradecraft/sdk/workflow";

const run = promisify(execFile);

/** A change since the last release. */
export const change = type({ kind: "'breaking' | 'feature' | 'fix'", text: "string" });

/** Reads only, so it may be tried again as often as we like. */
export const listChanges = action({
  name: "list-changes",
  input: type({ repository: "string", since: "string" }),
  output: change.array(),
  timeout: 10_000,
  retries: 2,
  idempotent: true,
  // The signal fires when the time is over, and ends the process with it.
  run: async ({ input: { repository, since }, signal }) => {
    const { stdout } = await run("git", ["log", "--format=%s", `v${since}..HEAD`], { cwd: repository, signal });
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .map(changeOf);
  },
});

/** Cannot be taken back: others have the tag as soon as it was pushed. Doing it twice does no more than once. */
export const publishTag = action({
  name: "publish-tag",
  input: type({ repository: "string", version: "string", notes: "string >= 1" }),
  output: type({ tag: "string", commit: "string" }),
  timeout: 60_000,
  retries: 1,
  destructive: true,
  idempotent: true,
  run: async ({ input: { repository, version, notes }, signal }) => {
    const tag = `v${version}`;
    const git = async (...args: string[]): Promise<string> =>
      (await run("git", args, { cwd: repository, signal })).stdout.trim();
    if ((await git("tag", "--list", tag)) === "") await git("tag", "--annotate", tag, "--message", notes);
    await git("push", "--quiet", "origin", `refs/tags/${tag}`);
    return { tag, commit: await git("rev-parse", "--short", `${tag}^{commit}`) };
  },
});

/** Takes the subject of a commit apart: https://www.conventionalcommits.org */
function changeOf(subject: string): typeof change.infer {
  const [, kind, breaking, text = subject] = /^(\w+)(?:\([^)]*\))?(!)?: (.*)$/.exec(subject) ?? [];
  return { kind: breaking ? "breaking" : kind === "feat" ? "feature" : "fix", text };
}
