import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { ParseSkillResult } from "../../core/format/types.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { type Folder, skillFile } from "./folder.ts";
import { quickEntry, readHead, readWholeEntry, type SkillHead } from "./read-head.ts";
import type { ScanFindings } from "./scan-findings.ts";

/** Whether a folder holds a skill, or what was meant as one. */
export type IsSkill = "skill" | "none";

export interface ReadSkillFolderOptions {
  readonly parse: ((raw: string) => ParseSkillResult) | undefined;
  /** Whether a link to this real path may be followed. */
  readonly mayFollow: (realPath: string) => boolean;
}

const anyCaseOpens = process.platform === "darwin" || process.platform === "win32";

/** Reads level 1 of the skill in a folder into the findings; at once where that is all it takes. */
export function readSkillFolder(
  folder: Folder,
  findings: ScanFindings,
  options: ReadSkillFolderOptions,
): IsSkill | Promise<IsSkill> {
  const path = skillFile(folder);
  let head: SkillHead;
  try {
    head = readHead(path, folder.careful);
  } catch (error) {
    switch (fileErrorCode(error)) {
      case "ENOENT":
      case "ENOTDIR":
        return "none";
      case "ELOOP":
      case "EMLINK":
        return readLinked(folder, findings, options);
      default:
        findings.unreadable(path, `This skill cannot be read: ${describeFileError(error)}.`);
        return "skill";
    }
  }
  if (!head.isFile) {
    findings.unreadable(path, "This is not a regular file, so it was not read.");
    return "skill";
  }
  const settings = { parse: options.parse, fallbackId: folder.name };
  const quick = anyCaseOpens ? undefined : quickEntry(head, settings);
  if (quick === undefined) return readWhole(folder, head, findings, options);
  findings.read(folder, head.stamp, quick);
  return "skill";
}

async function readWhole(
  folder: Folder,
  { stamp }: SkillHead,
  findings: ScanFindings,
  { parse }: ReadSkillFolderOptions,
): Promise<IsSkill> {
  const path = skillFile(folder);
  // Where case does not matter, a skill.md opens as SKILL.md; clients elsewhere would not find it.
  if (anyCaseOpens && !(await realpath(path)).endsWith(`${sep}SKILL.md`)) return "none";
  try {
    findings.read(folder, stamp, await readWholeEntry(path, { parse, fallbackId: folder.name }));
  } catch (error) {
    findings.unreadable(path, messageOf(error));
  }
  return "skill";
}

async function readLinked(
  folder: Folder,
  findings: ScanFindings,
  { parse, mayFollow }: ReadSkillFolderOptions,
): Promise<IsSkill> {
  const path = skillFile(folder);
  const file = await realpath(path).catch(() => undefined);
  if (file === undefined) return "none";
  if (!mayFollow(file)) {
    findings.refusedLink(path);
    return "skill";
  }
  try {
    const { stamp } = readHead(file, true);
    findings.linked(folder, file, stamp, await readWholeEntry(file, { parse, fallbackId: folder.name }));
  } catch (error) {
    findings.unreadable(path, messageOf(error));
  }
  return "skill";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
