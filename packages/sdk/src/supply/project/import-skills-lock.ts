import { SkillError } from "../../core/errors.ts";
import { JsonSyntaxError, locateJson } from "../../core/json/locate-json.ts";
import type { ProjectSource } from "./project.ts";
import { readLockEntry, type SkillsLockCode } from "./read-skills-lock-entry.ts";

/** What could not be carried over from a `skills-lock.json`, or has to be known about what was. */
export interface SkillsLockDiagnostic {
  readonly code: SkillsLockCode;
  readonly message: string;
  /** The skill concerned. */
  readonly skill?: string;
}

export interface ImportSkillsLockResult {
  /** Sources by local name, as `tradecraft.json` has them. */
  readonly skills: Readonly<Record<string, ProjectSource>>;
  readonly diagnostics: readonly SkillsLockDiagnostic[];
}

export interface ImportSkillsLockOptions {
  /** Names the file in messages. Default `skills-lock.json`. */
  readonly file?: string;
}

/**
 * Reads the project lock of npm's `skills` (version 1) into sources of a project file. Its hashes are no pins: they are
 * made of paths and contents without any separator, so that different files can have the same, and no commit is kept.
 * Throws `lock-invalid` for a file that is damaged, has marks of a merge, or is of another version.
 */
export function importSkillsLock(text: string, options: ImportSkillsLockOptions = {}): ImportSkillsLockResult {
  const { file = "skills-lock.json" } = options;
  const diagnostics: SkillsLockDiagnostic[] = [];
  const groups = new Map<
    string,
    { readonly source: ProjectSource; readonly name: string; readonly include: string[] }
  >();
  for (const [skill, value] of Object.entries(entriesOf(text, file)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const entry = readLockEntry(skill, value);
    for (const [code, message] of entry.problems) diagnostics.push({ code, message, skill });
    if (entry.source === undefined) continue;
    const key = JSON.stringify(entry.source);
    const group = groups.get(key) ?? { source: entry.source, name: entry.name, include: [] };
    groups.set(key, group);
    group.include.push(entry.include);
  }
  const message =
    "The hashes of skills-lock.json were not taken over: they join paths and contents without separators, so other files can have the same hash. Look at the skills that the first sync writes; from then on the lock pins them.";
  if (groups.size > 0) diagnostics.unshift({ code: "hashes-not-trusted", message });
  const skills: Record<string, ProjectSource> = {};
  for (const { source, name, include } of groups.values()) {
    skills[freeName(name, skills)] = { ...source, include: [...new Set(include)].sort() };
  }
  return { skills, diagnostics };
}

function entriesOf(text: string, file: string): Readonly<Record<string, unknown>> {
  const refuse = (reason: string, offset = 0): never => {
    const line = text.slice(0, offset).split("\n").length;
    throw new SkillError("lock-invalid", `${file}:${line}: ${reason}`, { facts: { file, line } });
  };
  const mark = /^(?:<{7}|={7}|>{7})/m.exec(text);
  if (mark !== null) return refuse("it has marks of a merge that was not finished; finish it first.", mark.index);
  let lock: unknown;
  try {
    lock = locateJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(`this is not valid JSON: ${error.message}.`, error.offset);
  }
  if (!isRecord(lock)) return refuse("it must be an object.");
  const { version, skills } = lock;
  if (version !== 1) {
    const hint = version === 3 ? " Version 3 is the user's own lock, not a project's." : "";
    return refuse(
      `only version 1 of this lock is known here, and this is ${JSON.stringify(version) ?? "none"}.${hint}`,
    );
  }
  return isRecord(skills) ? skills : refuse("it has no object `skills`.");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function freeName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
}
