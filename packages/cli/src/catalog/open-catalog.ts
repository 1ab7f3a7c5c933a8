import { homedir } from "node:os";
import { type SkillRegistry, type SkillSource, type SourceDiagnostic, createSkillRegistry } from "@tradecraft/sdk";
import {
  type FolderSkillSourceOptions,
  approvedRoots,
  discoverSkillRoots,
  fileApprovalStore,
  folderSkillSource,
  userCacheFolder,
} from "@tradecraft/sdk/node";
import type { CliIo } from "../io.ts";
import { lookAtPaths } from "./given-places.ts";
import { type Place, discoveredPlace, rootOf } from "./place.ts";

/** The skills that a command looks at. */
export interface Catalog {
  readonly registry: SkillRegistry;
  readonly source: SkillSource;
  /** In order of precedence. */
  readonly places: readonly Place[];
  /** What is wrong with the paths that were given. */
  readonly problems: readonly SourceDiagnostic[];
  /** Whether paths were given and not one of them exists. */
  readonly nothingThere: boolean;
}

/** The user's home folder. */
export function homeOf({ env }: Pick<CliIo, "env">): string {
  const home = process.platform === "win32" ? env["USERPROFILE"] : env["HOME"];
  return home === undefined || home === "" ? homedir() : home;
}

/** The skills at the given paths; without any, those in the folders where agents look for them. */
export async function openCatalog(paths: readonly string[], io: Pick<CliIo, "cwd" | "env">): Promise<Catalog> {
  const { cwd } = io;
  const folder = userCacheFolder({ ...io.env });
  const index = folder === undefined ? false : { folder };
  if (paths.length === 0) {
    const home = homeOf(io);
    const trust = approvedRoots(fileApprovalStore(undefined, { ...io.env }));
    const roots = await discoverSkillRoots({ cwd, home, env: { ...io.env }, trust });
    // All are shown, as a person asked to see them; whoever hands them to an agent looks at `needsTrust`.
    const places = roots.map((root) => discoveredPlace(root, cwd, home));
    return { ...open(places, { index }), problems: [], nothingThere: false };
  }
  const { places, problems, nothingThere, ignore } = await lookAtPaths(paths, cwd);
  // As deep as `check` looks, and where it looks.
  return { ...open(places, { index, hidden: true, maxDepth: Infinity, ignore }), problems, nothingThere };
}

function open(
  places: readonly Place[],
  options: FolderSkillSourceOptions,
): Pick<Catalog, "registry" | "source" | "places"> {
  const source = folderSkillSource(places.map(rootOf), options);
  return { registry: createSkillRegistry(source), source, places };
}
