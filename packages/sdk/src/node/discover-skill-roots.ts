import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { CLIENT_FOLDERS } from "./folder/client-folders.ts";
import type { SkillRoot } from "./folder/skill-root.ts";
import { isWithin } from "./is-within.ts";
import { userHome } from "./user-cache-folder.ts";

/** Whether a root is trusted: whatever it holds, or while its digest is the one that was agreed to. */
export type RootTrust = boolean | { readonly agreed: string };

export interface DiscoverSkillRootsOptions {
  /** The project: its skills, and those of the folders above it up to the root of its git repository. Default: the process's. */
  readonly cwd?: string;
  /** Default: the user's. */
  readonly home?: string;
  /** Whose folders to look at, besides `.agents/skills` which all share. Default: every client that is known. */
  readonly clients?: readonly string[];
  /** Decides on each root that comes with a project. Without it none is trusted: a clone must not instruct an agent unasked. */
  readonly trust?: (root: SkillRoot) => RootTrust | Promise<RootTrust>;
  /** Default: the process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The folders in which clients keep skills, those that exist, in order of precedence: the project's before the user's,
 * nearer folders before farther ones. Hand them to `folderSkillSource`, which leaves out those that are not trusted.
 */
export async function discoverSkillRoots(options: DiscoverSkillRootsOptions = {}): Promise<SkillRoot[]> {
  const { home = userHome(), trust = () => false, env = process.env } = options;
  const cwd = resolve(options.cwd ?? process.cwd());
  const folders = CLIENT_FOLDERS.filter(({ client }) => isWanted(client, options.clients));
  const seen = new Set<string>();
  const add = async (roots: SkillRoot[], path: string, client: string, scope: "project" | "user"): Promise<void> => {
    const real = await realFolder(path);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    const root: SkillRoot = { path, scope, client, trusted: scope === "user" };
    const given = scope === "user" ? true : await trust(root);
    roots.push(
      typeof given === "boolean" ? { ...root, trusted: given } : { ...root, trusted: true, agreed: given.agreed },
    );
  };
  // The user's own first: a project that links to them must not make strangers of them.
  const ofUser: SkillRoot[] = [];
  const ofProject: SkillRoot[] = [];
  const projects = await projectFolders(cwd, home);
  for (const { client, user, variable } of folders) {
    const own = variable === undefined ? undefined : env[variable.name];
    if (variable !== undefined && own !== undefined && isAbsolute(own)) {
      // A project can bring variables along; what they make of its own folders stays the project's.
      const isOfProject = projects.some((project) => isWithin(project, own));
      if (isOfProject) await add(ofProject, join(own, variable.below), client, "project");
      else await add(ofUser, join(own, variable.below), client, "user");
    }
    if (home !== undefined) for (const path of user) await add(ofUser, join(home, path), client, "user");
  }
  for (const folder of projects) {
    for (const { client, project } of folders) {
      if (project !== undefined) await add(ofProject, join(folder, project), client, "project");
    }
  }
  return [...ofProject, ...ofUser];
}

function isWanted(client: string, wanted: readonly string[] | undefined): boolean {
  return client === "agents" || wanted === undefined || wanted.includes(client);
}

/**
 * The project's folder and those above it, up to the root of its git repository. Outside a repository only the folder
 * itself: what lies above may be anybody's. The home folder is the user's, never a project's.
 */
async function projectFolders(cwd: string, home: string | undefined): Promise<string[]> {
  const folders: string[] = [];
  const realHome = home === undefined ? undefined : await realpath(home).catch(() => home);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => folder);
    if (home !== undefined && (isWithin(folder, home) || isWithin(real, realHome ?? home))) break;
    folders.push(folder);
    if (await exists(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) break;
  }
  return folders.slice(0, 1);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function realFolder(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : undefined;
  } catch {
    return undefined;
  }
}
