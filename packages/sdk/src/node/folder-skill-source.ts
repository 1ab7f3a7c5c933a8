import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedSkillSource, type SkillPins, unlikePinned } from "../core/integrity/pinned-skill-source.ts";
import { SkillError } from "../core/errors.ts";
import type { SkillFileList } from "../core/integrity/skill-file-list.ts";
import type { SkillIndexStore, SkillSource } from "../core/source/skill-source.ts";
import { agreedSkillSource } from "./folder/agreed-skill-source.ts";
import { fileIndexStore } from "./folder/file-index-store.ts";
import { FolderListing } from "./folder/folder-listing.ts";
import type { LinkPolicy } from "./folder/scan-root.ts";
import type { KnownRoot } from "./folder/scan-roots.ts";
import { refusedFolderOptions } from "./folder/refused-folder-options.ts";
import { RootAgreement } from "./folder/root-agreement.ts";
import type { SkillRoot } from "./folder/skill-root.ts";
import { skillFilesStamp } from "./folder/skill-files-stamp.ts";
import { skillSubfolders } from "./folder/skill-subfolders.ts";
import { maxWatches, watchFolders } from "./folder/watch-folders.ts";
import { compareSkillFolder } from "./pin/compare-skill-folder.ts";
import { describeFileChange } from "./pin/file-change.ts";
import { userCacheFolder } from "./user-cache-folder.ts";

export interface FolderSkillSourceOptions {
  /** What relative folders are relative to. Default: the process's. */
  readonly cwd?: string;
  /** How deep below a root skills may lie. Default 3. */
  readonly maxDepth?: number;
  /** Folders beyond this many are not searched, and the listing says so. Default 250,000. */
  readonly maxFolders?: number;
  /** Also search folders whose name starts with a dot. Default false. */
  readonly hidden?: boolean;
  /** Symbolic links to skills and folders: `inside` follows those that stay inside the root. Default `inside`. */
  readonly links?: LinkPolicy;
  /** Asked with absolute paths of folders below a root; true leaves them out. */
  readonly ignore?: (absolutePath: string) => boolean;
  /** Keep an index in the user's cache folder (or another folder), so that the next start reads only what changed. Default true. */
  readonly index?: boolean | { readonly folder: string };
  /** Larger files of a skill are refused. Default 16 MiB. */
  readonly maxResourceBytes?: number;
  /** Accept only what a lock lists (`lockPins` of `/supply` makes this of one), checked whenever something is read. */
  readonly lock?: SkillPins;
}

/** A folder that holds skills: a path, a `file:` URL, or what `discoverSkillRoots` found. */
export type SkillFolder = string | URL | SkillRoot;

/** Skills from folders on disk: every folder below a root that holds a file called exactly SKILL.md. */
export function folderSkillSource(
  folders: SkillFolder | readonly SkillFolder[],
  options: FolderSkillSourceOptions = {},
): SkillSource {
  const { label, roots, listing, indexStore } = openFolders(folders, options);
  const source: SkillSource = {
    label,
    list: (call = {}) => listing.list(call),
    read: async (id, { signal } = {}) => (await listing.read(id, signal)).text,
    listResources: async (id, call = {}) => (await listing.files(id, call.signal)).list(call),
    readResource: async (id, path, call = {}) => (await listing.files(id, call.signal)).read(path, call),
    directory: (id, { signal } = {}) => listing.directory(id, signal),
    watch: (onChange, { signal, files = false } = {}) => {
      let stamp: string | undefined;
      const rescan = async (isPoll: boolean): ReturnType<FolderListing["scan"]> => {
        const { folders: seen, changed } = await listing.scan();
        if (!files) return { folders: seen, changed };
        const inside = await skillSubfolders(seen, maxWatches);
        const before = stamp;
        if (isPoll) stamp = await skillFilesStamp(seen);
        const isOther = before !== undefined && before !== stamp;
        return { folders: [...seen, ...inside], changed: changed || isOther };
      };
      return watchFolders({ rescan, roots: roots.map(({ path }) => path), onChange, signal });
    },
    ...(indexStore !== undefined && { indexStore }),
  };
  const agreements = roots.flatMap(({ agreement }) => agreement ?? []);
  const agreed = agreements.length === 0 ? source : agreedSkillSource(source, agreements);
  return options.lock === undefined ? agreed : pinnedSkillSource(agreed, options.lock, assertFolder);
}

/** What runs in a folder can read all of it: also links and what sources never list. */
async function assertFolder(id: string, directory: string, files: SkillFileList): Promise<void> {
  const [change] = (await compareSkillFolder(directory, files)).changes;
  if (change !== undefined) throw unlikePinned(id, change.path, describeFileChange(change));
}

function toRoot(folder: SkillFolder): Pick<SkillRoot, "path" | "trusted" | "agreed"> {
  if (typeof folder === "string") return { path: folder, trusted: true };
  return folder instanceof URL ? { path: fileURLToPath(folder), trusted: true } : folder;
}

interface OpenFolders {
  readonly label: string;
  readonly roots: readonly KnownRoot[];
  readonly listing: FolderListing;
  /** Where a registry may keep its search index. */
  readonly indexStore: SkillIndexStore | undefined;
}

/** The roots and their listing, with all defaults in place. */
export function openFolders(
  folders: SkillFolder | readonly SkillFolder[],
  options: FolderSkillSourceOptions,
): OpenFolders {
  const problem = refusedFolderOptions(folders, options);
  if (problem !== undefined)
    throw new SkillError("options-invalid", `This source of folders cannot be made: ${problem}.`);
  const { cwd = process.cwd(), maxDepth = 3, maxFolders = 250_000, hidden = false, links = "inside" } = options;
  const { ignore, index = true, maxResourceBytes } = options;
  // Records depend on what was looked at, so they are kept apart by that.
  const cache = index === true ? userCacheFolder() : index === false ? undefined : index.folder;
  const storeAbout = (paths: readonly string[]): SkillIndexStore | undefined =>
    cache === undefined ? undefined : fileIndexStore([`${hidden}`, ...paths], cache);
  const given = (Array.isArray(folders) ? (folders as readonly SkillFolder[]) : [folders as SkillFolder]).map(toRoot);
  const roots = given.map((root): KnownRoot => {
    const path = resolve(cwd, root.path);
    const agreement = root.agreed === undefined ? undefined : new RootAgreement(path, root.agreed);
    return { path, trusted: root.trusted, store: storeAbout([path]), ...(agreement !== undefined && { agreement }) };
  });
  const label = `folder ${given.map(({ path }) => path).join(", ")}`;
  const settings = { maxDepth, maxFolders, hidden, links, ignore, maxResourceBytes };
  const listing = new FolderListing(roots, label, settings);
  return { label, roots, listing, indexStore: storeAbout(roots.map(({ path }) => path)) };
}
