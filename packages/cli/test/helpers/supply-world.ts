import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CliIo } from "../../src/io.ts";
import { type CliResult, runCli } from "./run-cli.ts";
import { goodSkill, tempFolder } from "./temp-folder.ts";

/** Files of a repository by path; `undefined` takes one away. */
export type RepositoryFiles = Readonly<Record<string, string | undefined>>;

/** A repository of the real git. */
export interface TestRepository {
  readonly url: string;
  readonly folder: string;
  /** Commits files, with a tag if one is given; the commit. */
  commit(files: RepositoryFiles, tag?: string): string;
  git(...args: readonly string[]): string;
}

/** A machine of its own: home, cache, state, a project, repositories. */
export interface SupplyWorld {
  readonly base: string;
  readonly project: string;
  readonly env: CliIo["env"];
  run(...argv: readonly string[]): Promise<CliResult>;
  json<Shape>(...argv: readonly string[]): Promise<Shape & { readonly exit: number }>;
  repository(name: string): TestRepository;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Every file and link of the project, with what it holds. */
  snapshot(): Record<string, string>;
}

/** A SKILL.md of this name, with something that can change. */
export function skillText(name: string, more = ""): string {
  return `${goodSkill(name)}${more}`;
}

/** Makes a machine that is gone after the test. */
export function supplyWorld(): SupplyWorld {
  const base = tempFolder();
  const project = join(base, "project");
  const home = join(base, "home");
  mkdirSync(project);
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: join(base, "cache"),
    XDG_STATE_HOME: join(base, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    LANG: "en_GB.UTF-8",
  };
  const write = (path: string, text: string): void => put(join(project, path), text);
  const run = (...argv: readonly string[]): Promise<CliResult> => runCli(argv, { cwd: project, env });
  return {
    base,
    project,
    env,
    run,
    json: async <Shape>(...argv: readonly string[]) => {
      const { code, stdout } = await run(...argv, "--json");
      return { ...(JSON.parse(stdout) as Shape), exit: code };
    },
    repository: (name) => repository(join(base, name), env),
    write,
    read: (path) => readFileSync(join(project, path), "utf8"),
    snapshot: () => snapshot(project),
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, path.endsWith(".sh") ? 0o755 : 0o644);
}

function repository(folder: string, env: CliIo["env"]): TestRepository {
  mkdirSync(folder);
  const who = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "A" };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, {
      cwd: folder,
      env: { ...env, ...who, GIT_COMMITTER_EMAIL: "a@example.com" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("config", "uploadpack.allowAnySHA1InWant", "true");
  git("config", "uploadpack.allowFilter", "true");
  return {
    url: pathToFileURL(folder).href,
    folder,
    git,
    commit: (files, tag) => {
      for (const [path, text] of Object.entries(files)) {
        if (text === undefined) rmSync(join(folder, path));
        else put(join(folder, path), text);
      }
      git("add", "--all");
      git("commit", "--quiet", "--message", "change");
      if (tag !== undefined) git("tag", tag);
      return git("rev-parse", "HEAD");
    },
  };
}

function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`;
    else if (entry.isFile()) found[path] = readFileSync(path, "latin1");
  }
  return found;
}
