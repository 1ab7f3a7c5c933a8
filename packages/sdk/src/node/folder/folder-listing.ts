import { sep } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { SkillError } from "../../core/errors.ts";
import { assertSkillId, unknownSkill } from "../../core/source/skill-id.ts";
import type { SkillEntry, SkillListOptions } from "../../core/source/skill-source.ts";
import type { SkillFiles } from "../../core/source/static-skill-source.ts";
import { decodeSkill, type ReadSkillFileResult } from "../read-skill-file.ts";
import { readInside } from "./read-inside.ts";
import type { FoundSkill } from "./scan-findings.ts";
import type { ScanRootOptions } from "./scan-root.ts";
import { type KnownRoot, type RootScans, scanRoots } from "./scan-roots.ts";
import { skillFolderFiles } from "./skill-folder-files.ts";
import { TimeSlices } from "./time-slices.ts";

export interface FolderListingOptions extends Omit<ScanRootOptions, "realRoots" | "parse" | "slices"> {
  readonly maxResourceBytes: number | undefined;
}

const maxSkillBytes = 16 * 1024 * 1024;

/** The skills of some roots: listed, and then read by id. */
export class FolderListing {
  readonly #roots: readonly KnownRoot[];
  readonly #label: string;
  readonly #options: FolderListingOptions;
  #skills: Map<string, FoundSkill> | undefined;

  constructor(roots: readonly KnownRoot[], label: string, options: FolderListingOptions) {
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
        const { record, realPath } = skill;
        // A root inside another root brings the same folders again.
        if (scans.length > 1 && places.has(realPath)) continue;
        if (scans.length > 1) places.add(realPath);
        for (const diagnostic of record.diagnostics) report(fileOf(skill), diagnostic, record.entry?.id);
        if (record.entry === undefined) continue;
        const { id } = record.entry;
        const first = listed.get(id);
        if (first === undefined) {
          listed.set(id, skill);
          entries.push(record.entry);
        } else {
          const message = `The skill "${id}" is there already, at ${fileOf(first)}; the first one counts.`;
          report(fileOf(skill), { code: "skill-shadowed", severity: "warning", message }, id);
        }
      }
    }
    this.#skills = listed;
    return entries;
  }

  /** Looks at the disk: every folder there is to watch, and whether anything is not as it was known. */
  async scan(): Promise<{ readonly folders: readonly string[]; readonly changed: boolean }> {
    const { scans, turned } = await this.#scan(new TimeSlices(), undefined);
    return { folders: scans.flatMap((scan) => scan.folders), changed: turned || scans.some((scan) => scan.changed) };
  }

  /** The SKILL.md of a listed skill, if it still lies where it may. */
  async read(id: string, signal: AbortSignal | undefined): Promise<ReadSkillFileResult> {
    const skill = await this.#find(id, signal);
    try {
      const bytes = await readInside(fileOf(skill), {
        allows: (real) => real === skill.realFile,
        maxBytes: maxSkillBytes,
        shownAs: "SKILL.md",
        signal,
      });
      return decodeSkill(bytes, "SKILL.md");
    } catch (error) {
      throw SkillError.is(error, "resource-missing") ? unknownSkill(id) : error;
    }
  }

  async directory(id: string, signal: AbortSignal | undefined): Promise<string> {
    return (await this.#find(id, signal)).realPath;
  }

  /** The other files of a listed skill. */
  async files(id: string, signal: AbortSignal | undefined): Promise<SkillFiles> {
    const { realPath } = await this.#find(id, signal);
    return skillFolderFiles({ id, realPath }, { maxBytes: this.#options.maxResourceBytes });
  }

  async #find(id: string, signal: AbortSignal | undefined): Promise<FoundSkill> {
    signal?.throwIfAborted();
    assertSkillId(id);
    if (this.#skills === undefined) await this.list(signal === undefined ? {} : { signal });
    const skill = this.#skills?.get(id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  }

  #scan(slices: TimeSlices, parse: SkillListOptions["parse"]): Promise<RootScans> {
    return scanRoots(this.#roots, { ...this.#options, slices, parse });
  }
}

function fileOf({ path }: FoundSkill): string {
  return `${path}${sep}SKILL.md`;
}
