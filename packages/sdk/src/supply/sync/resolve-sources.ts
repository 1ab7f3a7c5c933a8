import { SkillError } from "../../core/errors.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { type Lock, type LockedSource, requestOf, type ResolvedPoint, type SourceRequest } from "../lock/lock.ts";
import type { Project, ProjectSource } from "../project/project.ts";
import { pinSource } from "./pin-source.ts";
import { joinedError, namedError } from "./named-error.ts";
import { selectSkills } from "../fetch/select-skills.ts";
import { own } from "./own.ts";
import { fetcherFor, type SupplyContext } from "./supply-context.ts";

export interface ResolveSourcesOptions {
  /** Sources to ask anew although the lock has them; `all` for every one. */
  readonly update?: "all" | ReadonlySet<string>;
  /** Ask nothing anew; a source that the lock does not have is refused with `lock-outdated`. */
  readonly frozen?: boolean;
}

/** How many sources are asked at a time. */
const together = 6;

/** Every source of a project, pinned: as the lock has it where it was asked for the same, and as it is now otherwise. */
export async function resolveSources(
  project: Project,
  lock: Lock,
  context: SupplyContext,
  { update = new Set(), frozen = false }: ResolveSourcesOptions = {},
): Promise<Readonly<Record<string, LockedSource>>> {
  const failures: SkillError[] = [];
  const resolved = await mapLimited(Object.entries(project.skills), together, async ([name, source]) => {
    try {
      const kept = keptSource(lock, name, source);
      const isWanted = update === "all" || update.has(name);
      if (kept !== undefined && !isWanted) return [[name, kept] as const];
      const narrowed = isWanted ? undefined : narrowedSource(own(lock.sources, name), source);
      if (narrowed !== undefined && !frozen) return [[name, narrowed] as const];
      if (frozen) throw outdated(kept !== undefined);
      const fetcher = fetcherFor(context.fetchers, source);
      const point = isWanted ? undefined : keptPoint(lock, name, source);
      const at = context.fetchContext(source.type, name);
      const fetched = await (point === undefined ? fetcher.resolve(source, at) : fetcher.restore(source, point, at));
      const pinned = await pinSource(source, fetched, context);
      if (!isWanted) assertUnmoved(own(lock.sources, name), pinned, source, name);
      return [[name, pinned] as const];
    } catch (error) {
      context.signal?.throwIfAborted();
      failures.push(namedError(name, error));
      return [];
    } finally {
      context.onProgress?.({ source: name, text: "done", isDone: true });
    }
  });
  if (failures.length > 0) throw joinedError(failures.sort((a, b) => (a.message < b.message ? -1 : 1)));
  return Object.fromEntries(resolved.flat());
}

/** What the lock holds for a source, if it was asked for the same. */
export function keptSource(lock: Lock, name: string, source: ProjectSource): LockedSource | undefined {
  const kept = Object.hasOwn(lock.sources, name) ? lock.sources[name] : undefined;
  if (kept === undefined) return undefined;
  const same = canonical(kept.request) === canonical(requestOf(source));
  return same ? kept : undefined;
}

/**
 * Where the lock stands with a source of which other skills are wanted than before: choosing among skills moves nothing.
 * What has no versions is asked anew, because its point is the digest of what was chosen, and so
 * is a marketplace, whose plugins have points of their own.
 */
function keptPoint(lock: Lock, name: string, source: ProjectSource): ResolvedPoint | undefined {
  const kept = Object.hasOwn(lock.sources, name) ? lock.sources[name] : undefined;
  const isFixed = kept !== undefined && !("digest" in kept.resolved) && source.type !== "claude-marketplace";
  return isFixed && isSamePlace(kept, source) ? kept.resolved : undefined;
}

/** A locked source of which fewer skills are wanted than before: nothing needs to be asked for that. */
function narrowedSource(kept: LockedSource | undefined, source: ProjectSource): LockedSource | undefined {
  if (kept === undefined || !isSamePlace(kept, source)) return undefined;
  const { include = [], exclude = [] } = kept.request as { readonly include?: string[]; readonly exclude?: string[] };
  const isFewer =
    exclude.every((pattern) => source.exclude?.includes(pattern)) &&
    (include.length === 0 || source.include?.every((pattern) => include.includes(pattern)) === true);
  if (!isFewer) return undefined;
  const skills = Object.entries(kept.skills).map(([folder, skill]) => ({ folder, name: skill.name, skill }));
  const wanted = selectSkills(skills, source, "The lock");
  return {
    ...kept,
    request: requestOf(source),
    skills: Object.fromEntries(wanted.map(({ folder, skill }) => [folder, skill])),
  };
}

function isSamePlace(kept: LockedSource, source: ProjectSource): boolean {
  const place = ({ include: _include, exclude: _exclude, ...rest }: SourceRequest): SourceRequest => rest;
  return canonical(place(kept.request)) === canonical(place(requestOf(source)));
}

/** Choosing other skills of a source must not change those that stay: that is what an update is for. */
function assertUnmoved(kept: LockedSource | undefined, now: LockedSource, source: ProjectSource, name: string): void {
  if (kept === undefined || !isSamePlace(kept, source)) return;
  const moved = Object.entries(now.skills).find(([folder, { digest }]) => {
    const before = own(kept.skills, folder);
    return before !== undefined && before.digest !== digest;
  });
  if (moved === undefined) return;
  const message = `Other skills of it were asked for, and "${moved[1].name}" is another by now. To see what changed, and to take it: tradecraft update ${name}`;
  throw new SkillError("lock-outdated", message, { facts: { skill: moved[1].name } });
}

function canonical(request: LockedSource["request"]): string {
  return JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function outdated(isUpdate: boolean): SkillError {
  const message = isUpdate
    ? "A frozen lock cannot be updated."
    : "tradecraft.json asks for something else than tradecraft.lock holds. Run: tradecraft sync";
  return new SkillError("lock-outdated", message);
}
