import { realpath } from "node:fs/promises";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { SkillIndexStore } from "../../core/source/skill-source.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { decodeRecords, encodeRecords } from "./encode-records.ts";
import { type FolderRecords, noRecords } from "./folder-record.ts";
import type { RootAgreement } from "./root-agreement.ts";
import type { FolderProblem } from "./scan-findings.ts";
import { type RootScan, scanRoot, type ScanRootOptions } from "./scan-root.ts";
import { TimeSlices } from "./time-slices.ts";

/** A root, and what is known about it from one scan to the next. */
export interface KnownRoot {
  readonly path: string;
  readonly trusted: boolean;
  /** What somebody agreed to, where trust is bound to content. */
  readonly agreement?: RootAgreement;
  /** Where its records are kept for the next process. */
  readonly store: SkillIndexStore | undefined;
  /** From the store at first, then from the last scan. */
  records?: FolderRecords;
}

export interface RootScans {
  readonly scans: readonly RootScan[];
  /** Roots that could not be scanned. */
  readonly problems: readonly FolderProblem[];
  /** Whether a root is left out that was not before, or the other way round. */
  readonly turned: boolean;
}

const recordsName = "folders";

/** Scans every root that is trusted and there. Records serve only the usual parser: another one may read other things. */
export async function scanRoots(
  roots: readonly KnownRoot[],
  options: Omit<ScanRootOptions, "realRoots">,
): Promise<RootScans> {
  const problems: FolderProblem[] = [];
  const found: { root: KnownRoot; realPath: string }[] = [];
  let turned = false;
  for (const root of roots) {
    const { path } = root;
    const agreement = root.trusted ? await root.agreement?.look() : undefined;
    turned ||= agreement?.turned === true;
    if (!root.trusted) problems.push({ path, diagnostic: untrusted });
    else if (agreement?.holds === false) problems.push({ path, diagnostic: changed });
    else {
      try {
        found.push({ root, realPath: await realpath(path) });
      } catch (error) {
        problems.push({ path, diagnostic: unreachable(error) });
      }
    }
  }
  const realRoots = found.map(({ realPath }) => realPath);
  const usesRecords = options.parse === undefined;
  const scans: RootScan[] = [];
  for (const [at, { root, realPath }] of found.entries()) {
    if (realRoots.indexOf(realPath) !== at) continue;
    const known = usesRecords ? await recall(root, options.slices) : noRecords();
    const scan = await scanRoot({ path: root.path, realPath }, known, { ...options, realRoots });
    scans.push(scan);
    if (usesRecords) remember(root, scan);
  }
  return { scans, problems, turned };
}

async function recall(root: KnownRoot, slices: TimeSlices): Promise<FolderRecords> {
  if (root.records === undefined) {
    const bytes = await root.store?.load(recordsName);
    root.records = (bytes && (await decodeRecords(bytes, root.path, slices))) ?? noRecords();
  }
  return root.records;
}

function remember(root: KnownRoot, { records, changed }: RootScan): void {
  root.records = records;
  if (changed && root.store !== undefined) void save(root.store, records);
}

async function save(store: SkillIndexStore, records: FolderRecords): Promise<void> {
  try {
    await store.save(recordsName, await encodeRecords(records, new TimeSlices()));
  } catch {
    // An index that cannot be written costs the next start some reads, nothing else.
  }
}

const untrusted: Diagnostic = {
  code: "folder-untrusted",
  severity: "warning",
  message: "These skills come with a project that nobody has trusted, so they were left out.",
};

const changed: Diagnostic = {
  code: "folder-untrusted",
  severity: "warning",
  message: "These skills come with a project, and are not what somebody agreed to any more, so they were left out.",
};

function unreachable(error: unknown): Diagnostic {
  const code = fileErrorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return { code: "path-missing", severity: "warning", message: "There is no folder at this path." };
  }
  const message = `This folder cannot be read: ${describeFileError(error)}.`;
  return { code: "file-unreadable", severity: "error", message };
}
