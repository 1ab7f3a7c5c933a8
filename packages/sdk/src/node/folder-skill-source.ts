import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { SkillError } from "../core/errors.ts";
import { assertSkillId, unknownSkill } from "../core/source/skill-id.ts";
import type { SkillEntry, SkillIndexStore, SkillListOptions, SkillSource } from "../core/source/skill-source.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { decodeRecords, encodeRecords } from "./folder/encode-records.ts";
import { fileIndexStore } from "./folder/file-index-store.ts";
import { type FolderRecords, noRecords } from "./folder/folder-record.ts";
import { readInside } from "./folder/read-inside.ts";
import type { FolderProblem, FoundSkill } from "./folder/scan-findings.ts";
import { type LinkPolicy, type RootScan, scanRoot } from "./folder/scan-root.ts";
import { skillFolderFiles } from "./folder/skill-folder-files.ts";
import type { SkillRoot } from "./folder/skill-root.ts";
import { TimeSlices } from "./folder/time-slices.ts";
import { watchFolders } from "./folder/watch-folders.ts";
import { isWithin } from "./is-within.ts";

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
}

const maxSkillBytes = 16 * 1024 * 1024;
const recordsName = "folders";

interface Root {
  readonly path: string;
  readonly label: string;
  readonly trusted: boolean;
  readonly store: SkillIndexStore | undefined;
  /** What is known about its folders: from the index on disk, then from the last listing. */
  records?: FolderRecords;
}

/** Skills from folders on disk: every folder below a root that holds a file called exactly SKILL.md. */
export function folderSkillSource(
  folders: string | SkillRoot | readonly (string | SkillRoot)[],
  options: FolderSkillSourceOptions = {},
): SkillSource {
  const { cwd = process.cwd(), hidden = false, index = true } = options;
  // Records depend on what was looked at, so they are kept apart by that.
  const storeAbout = (paths: readonly string[]): SkillIndexStore | undefined =>
    index === false ? undefined : fileIndexStore([`${hidden}`, ...paths], index === true ? undefined : index.folder);
  const roots = (Array.isArray(folders) ? folders : [folders]).map((folder: string | SkillRoot): Root => {
    const given = typeof folder === "string" ? { path: folder, trusted: true } : folder;
    const path = resolve(cwd, given.path);
    return { path, label: given.path, trusted: given.trusted, store: storeAbout([path]) };
  });
  const label = `folder ${roots.map((root) => root.label).join(", ")}`;
  const listing = new FolderListing(roots, label, options);
  const indexStore = storeAbout(roots.map(({ path }) => path));
  return {
    label,
    list: (call = {}) => listing.list(call),
    read: async (id, { signal } = {}) => {
      const skill = await listing.find(id, signal);
      const bytes = await readInside(skillFile(skill), {
        allows: (real) => isWithin(containerOf(skill), real),
        maxBytes: maxSkillBytes,
        shownAs: "SKILL.md",
        signal,
      }).catch((error: unknown) => {
        throw SkillError.is(error, "resource-missing") ? unknownSkill(id) : error;
      });
      if (bytes.includes(0)) throw new SkillError("file-not-text", "The SKILL.md is not text.", { facts: { id } });
      return bytes.toString("utf8");
    },
    listResources: async (id, call = {}) => (await listing.files(id, call.signal)).list(call),
    readResource: async (id, path, call = {}) => (await listing.files(id, call.signal)).read(path, call),
    watch: (onChange, { signal } = {}) =>
      watchFolders({ rescan: () => listing.scan(), roots: roots.map(({ path }) => path), onChange, signal }),
    ...(indexStore !== undefined && { indexStore }),
  };
}

class FolderListing {
  readonly #roots: readonly Root[];
  readonly #label: string;
  readonly #options: FolderSkillSourceOptions;
  #skills: Map<string, FoundSkill> | undefined;

  constructor(roots: readonly Root[], label: string, options: FolderSkillSourceOptions) {
    this.#roots = roots;
    this.#label = label;
    this.#options = options;
  }

  async list({ signal, parse, onDiagnostic }: SkillListOptions): Promise<SkillEntry[]> {
    signal?.throwIfAborted();
    const report = (path: string, diagnostic: Diagnostic, id?: string): void =>
      onDiagnostic?.({ ...diagnostic, source: this.#label, path, ...(id !== undefined && { id }) });
    const entries: SkillEntry[] = [];
    const listed = new Map<string, FoundSkill>();
    const places = new Set<string>();
    const slices = new TimeSlices(signal);
    const { scans, problems } = await this.#scan(slices, parse);
    for (const { path, diagnostic } of problems) report(path, diagnostic);
    for (const scan of scans) {
      for (const { path, diagnostic } of scan.problems) report(path, diagnostic);
      for (const skill of scan.skills) {
        if (slices.over) await slices.pause();
        const { record } = skill;
        // A root inside another root brings the same folders again.
        if (scans.length > 1 && places.has(skill.realPath)) continue;
        if (scans.length > 1) places.add(skill.realPath);
        for (const diagnostic of record.diagnostics) report(skillFile(skill), diagnostic, record.entry?.id);
        if (record.entry === undefined) continue;
        const { id } = record.entry;
        const first = listed.get(id);
        if (first !== undefined) {
          const message = `The skill "${id}" is there already, at ${skillFile(first)}; the first one counts.`;
          report(skillFile(skill), { code: "skill-shadowed", severity: "warning", message }, id);
          continue;
        }
        listed.set(id, skill);
        entries.push(record.entry);
      }
    }
    this.#skills = listed;
    return entries;
  }

  /** Looks at the disk, and returns every folder there is to watch. */
  async scan(): Promise<readonly string[]> {
    const { scans } = await this.#scan(new TimeSlices(), undefined);
    return scans.flatMap((scan) => scan.folders);
  }

  async find(id: string, signal: AbortSignal | undefined): Promise<FoundSkill> {
    signal?.throwIfAborted();
    assertSkillId(id);
    if (this.#skills === undefined) await this.list(signal === undefined ? {} : { signal });
    const skill = this.#skills?.get(id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  }

  async files(id: string, signal: AbortSignal | undefined): Promise<ReturnType<typeof skillFolderFiles>> {
    const { realPath } = await this.find(id, signal);
    return skillFolderFiles({ id, realPath }, { maxBytes: this.#options.maxResourceBytes });
  }

  async #scan(
    slices: TimeSlices,
    parse: SkillListOptions["parse"],
  ): Promise<{
    scans: RootScan[];
    problems: FolderProblem[];
  }> {
    const { maxDepth = 3, maxFolders = 250_000, hidden = false, links = "inside", ignore } = this.#options;
    const problems: FolderProblem[] = [];
    const found: { root: Root; realPath: string }[] = [];
    for (const root of this.#roots) {
      if (!root.trusted) problems.push({ path: root.path, diagnostic: untrusted });
      else {
        try {
          found.push({ root, realPath: await realpath(root.path) });
        } catch (error) {
          problems.push({ path: root.path, diagnostic: unreachable(error) });
        }
      }
    }
    const realRoots = found.map(({ realPath }) => realPath);
    const scans: RootScan[] = [];
    for (const [at, { root, realPath }] of found.entries()) {
      if (realRoots.indexOf(realPath) !== at) continue;
      const known = parse === undefined ? await this.#known(root, slices) : noRecords();
      const scan = await scanRoot({ path: root.path, realPath }, known, {
        maxDepth,
        maxFolders,
        hidden,
        links,
        ignore,
        realRoots,
        parse,
        slices,
      });
      scans.push(scan);
      if (parse === undefined) this.#remember(root, scan);
    }
    return { scans, problems };
  }

  async #known(root: Root, slices: TimeSlices): Promise<FolderRecords> {
    if (root.records === undefined) {
      const bytes = await root.store?.load(recordsName);
      root.records = (bytes && (await decodeRecords(bytes, root.path, slices))) ?? noRecords();
    }
    return root.records;
  }

  #remember(root: Root, { records, changed }: RootScan): void {
    root.records = records;
    if (changed && root.store !== undefined) void saveRecords(root.store, records);
  }
}

async function saveRecords(store: SkillIndexStore, records: FolderRecords): Promise<void> {
  try {
    await store.save(recordsName, await encodeRecords(records, new TimeSlices()));
  } catch {
    // An index that cannot be written costs the next start some reads, nothing else.
  }
}

/** What the real path of a SKILL.md must lie in: a skill that a link brought in from elsewhere has its own folder. */
function containerOf({ root, realPath }: FoundSkill): string {
  return isWithin(root, realPath) ? root : realPath;
}

function skillFile({ path }: FoundSkill): string {
  return `${path}${sep}SKILL.md`;
}

const untrusted: Diagnostic = {
  code: "folder-untrusted",
  severity: "warning",
  message: "These skills come with a project that nobody has trusted, so they were left out.",
};

function unreachable(error: unknown): Diagnostic {
  const code = fileErrorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return { code: "path-missing", severity: "warning", message: "There is no folder at this path." };
  }
  const message = `This folder cannot be read: ${describeFileError(error)}.`;
  return { code: "file-unreadable", severity: "error", message };
}
