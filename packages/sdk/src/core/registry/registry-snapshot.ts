import { SkillError } from "../errors.ts";
import { foldName } from "../source/collisions.ts";
import { refusedSkillId } from "../source/skill-id.ts";
import type {
  SkillEntry,
  SkillListOptions,
  SkillOrigin,
  SkillSource,
  SourceDiagnostic,
} from "../source/skill-source.ts";

/** What one listing gave: sorted, each id once, every entry sound. */
export interface RegistrySnapshot {
  readonly entries: readonly SkillEntry[];
  readonly byId: ReadonlyMap<string, SkillEntry>;
  readonly diagnostics: SourceDiagnostic[];
}

/** Lists the source. Entries that did not change are those of the snapshot before, and so is the array if none did. */
export async function loadSnapshot(
  source: SkillSource,
  options: SkillListOptions,
  before: RegistrySnapshot | undefined,
): Promise<RegistrySnapshot> {
  const diagnostics: SourceDiagnostic[] = [];
  const label = source.label ?? "source";
  const report = (diagnostic: SourceDiagnostic): void => void diagnostics.push(diagnostic);
  const listed: unknown = await source.list({ ...options, onDiagnostic: report });
  if (!isIterable(listed)) {
    throw new SkillError("source-unavailable", `${label} gave no list of skills.`, { facts: { source: label } });
  }
  const byId = new Map<string, SkillEntry>();
  const byFold = new Map<string, string>();
  const byName = new Map<string, string>();

  for (const [index, given] of [...listed].entries()) {
    const problem = problemOf(given);
    if (problem !== undefined) {
      const message = `Entry ${index + 1} of the list cannot be used: ${problem}.`;
      report({ code: "entry-invalid", severity: "error", message, source: label });
      continue;
    }
    const entry = ownEntry(given as SkillEntry);
    const { id, name } = entry;
    const fold = foldName(id);
    const first = byFold.get(fold);
    if (first !== undefined) {
      const how = first === id ? "is there already" : `differs from "${first}" in case or Unicode form only`;
      const message = `The skill "${id}" ${how}; the first one counts.`;
      report({ code: "skill-shadowed", severity: "warning", message, source: label, id, ...pathOf(entry) });
      continue;
    }
    byFold.set(fold, id);
    byId.set(id, sameAs(before?.byId.get(id), entry));
    const other = byName.get(name);
    if (other === undefined) byName.set(name, id);
    else {
      const message = `The skills "${other}" and "${id}" are both called "${name}"; a model can tell them apart by id only.`;
      report({ code: "name-shared", severity: "warning", message, source: label, id, ...pathOf(entry) });
    }
  }

  const entries = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const unchanged =
    before !== undefined &&
    before.entries.length === entries.length &&
    entries.every((entry, at) => entry === before.entries[at]);
  return { entries: unchanged ? before.entries : Object.freeze(entries), byId, diagnostics };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function pathOf({ location }: SkillEntry): { path?: string } {
  return location === undefined ? {} : { path: location };
}

/** Sources are other people's code: what they list is looked at before it is used. */
function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null) return "it is not an object";
  const { id, name, description } = entry as Record<string, unknown>;
  if (typeof id !== "string") return "it has no id";
  const refused = refusedSkillId(id);
  if (refused !== undefined) return `its id is refused, ${refused}`;
  if (typeof name !== "string" || name === "") return `"${id}" has no name`;
  if (typeof description !== "string" || description === "") return `"${id}" has no description`;
  return undefined;
}

const texts = ["compatibility", "location", "revision"] as const;
const flags = ["disableModelInvocation", "userInvocable", "unverified", "stale"] as const;

/** An entry of our own, with the fields that are known and nothing else: what a source keeps, it may change. */
function ownEntry(given: SkillEntry): SkillEntry {
  const { id, name, description } = given;
  const entry: { -readonly [Field in keyof SkillEntry]: SkillEntry[Field] } = { id, name, description };
  for (const field of texts) if (typeof given[field] === "string") entry[field] = given[field];
  for (const field of flags) if (typeof given[field] === "boolean") entry[field] = given[field];
  if (given.origin !== undefined) entry.origin = ownOrigin(given.origin);
  return Object.freeze(entry);
}

function ownOrigin(given: unknown): SkillOrigin {
  const { kind, server, uri } = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return Object.freeze({ kind: text(kind), server: text(server), uri: text(uri) });
}

function sameAs(before: SkillEntry | undefined, now: SkillEntry): SkillEntry {
  if (before === undefined || Object.keys(before).length !== Object.keys(now).length) return now;
  for (const key of Object.keys(now) as (keyof SkillEntry)[]) {
    if (before[key] !== now[key] && !(key === "origin" && isSameOrigin(before.origin, now.origin))) return now;
  }
  return before;
}

function isSameOrigin(before: SkillOrigin | undefined, now: SkillOrigin | undefined): boolean {
  return before?.kind === now?.kind && before?.server === now?.server && before?.uri === now?.uri;
}
