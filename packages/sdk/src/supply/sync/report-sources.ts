import { own } from "./own.ts";
import { compareFileLists } from "../../node/pin/compare-file-lists.ts";
import type { Lock, LockedSkill, LockedSource, ResolvedPoint } from "../lock/lock.ts";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import type { SkillContent, SkillReport, SourceReport } from "./sync-report.ts";

/** What is another between a lock and what is going to be one, source by source, skill by skill, file by file. */
export function reportSources(before: Lock["sources"], after: Lock["sources"]): SourceReport[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.map((name) => reportSource(name, own(before, name), own(after, name)));
}

function reportSource(name: string, old: LockedSource | undefined, now: LockedSource | undefined): SourceReport {
  const skills = reportSkills(old?.skills ?? {}, now?.skills ?? {});
  const from = old === undefined ? {} : { from: pointText(old.resolved) };
  const to = now === undefined ? {} : { to: pointText(now.resolved) };
  const isSame = from.from === to.to && skills.every(({ state }) => state === "same");
  const state = old === undefined ? "added" : now === undefined ? "removed" : isSame ? "same" : "updated";
  return { name, state, ...from, ...to, skills };
}

function reportSkills(before: LockedSource["skills"], after: LockedSource["skills"]): SkillReport[] {
  const folders = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return folders.map((folder) => reportSkill(folder, own(before, folder), own(after, folder)));
}

function reportSkill(folder: string, old: LockedSkill | undefined, now: LockedSkill | undefined): SkillReport {
  const name = now?.name ?? old?.name ?? folder;
  const files = compareFileLists(old?.files ?? [], now?.files ?? []);
  const isSame = old?.digest === now?.digest && old?.name === now?.name;
  const state = old === undefined ? "added" : now === undefined ? "removed" : isSame ? "same" : "updated";
  return { name, folder, state, files, ...(now !== undefined && { content: contentOf(now) }) };
}

function contentOf({ files }: LockedSkill): SkillContent {
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    isSigned: files.some(({ path }) => path === SIGNATURE_FILE_NAME),
  };
}

/** A resolved point in one word. */
export function pointText(point: ResolvedPoint): string {
  if ("commit" in point) return point.tag ?? point.commit;
  return "version" in point ? point.version : point.digest;
}
