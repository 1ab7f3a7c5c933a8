import { mapLimited } from "../../../core/map-limited.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SkillEntry, SourceDiagnostic } from "../../../core/source/skill-source.ts";
import type { PlannedSkill } from "./plan-skill-uris.ts";
import { publishSkill, type PublishResult } from "./publish-skill.ts";

interface Built {
  readonly entry: SkillEntry;
  readonly root: string;
  readonly generation: number;
  readonly result: PublishResult;
}

/** A reading that is under way, and the one that comes after it. */
interface Building {
  readonly root: string;
  readonly generation: number;
  readonly result: Promise<PublishResult>;
  next?: Promise<PublishResult>;
}

/** Skills as they were read: when they are asked for, and again when they may have changed. */
export class SkillReadings {
  readonly #registry: SkillRegistry;
  readonly #onReport: ((problem: SourceDiagnostic) => void) | undefined;
  readonly #built = new Map<string, Built>();
  readonly #building = new Map<string, Building>();
  /** What clients may know of each skill: a reading in between must not hide a change from `reread`. */
  readonly #told = new Map<string, PublishResult>();
  readonly #reported = new Map<string, string>();
  #generation = 0;

  constructor(registry: SkillRegistry, onReport: ((problem: SourceDiagnostic) => void) | undefined) {
    this.#registry = registry;
    this.#onReport = onReport;
  }

  /** As it was read last, unless that is out of date. */
  kept(planned: PlannedSkill): Promise<PublishResult> {
    const { entry, root } = planned;
    const isCurrent = (known: { root: string; generation: number }): boolean =>
      known.root === root && known.generation === this.#generation;
    const built = this.#built.get(entry.id);
    if (built?.entry === entry && isCurrent(built)) return Promise.resolve(built.result);
    const building = this.#building.get(entry.id);
    return building !== undefined && isCurrent(building) ? building.result : this.fresh(planned);
  }

  /** As it is now. One reading at a time, whoever asks; one that has begun may have passed what changed since. */
  fresh(planned: PlannedSkill): Promise<PublishResult> {
    const building = this.#building.get(planned.entry.id);
    if (building === undefined) return this.#begin(planned);
    building.next ??= building.result.then(() => this.#begin(planned));
    return building.next;
  }

  /** From now on, whatever was read before is out of date. */
  renew(): void {
    this.#generation++;
  }

  /** Forgets all but these. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const known of [this.#built, this.#told]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  }

  /** Reads again those that clients may know, and gives those that are others than they know. */
  async reread(skills: readonly PlannedSkill[]): Promise<PlannedSkill[]> {
    const known = skills.filter(({ entry }) => this.#told.has(entry.id));
    const differs = await mapLimited(known, 16, async (planned) => {
      const { id } = planned.entry;
      const now = await this.fresh(planned);
      const before = this.#told.get(id);
      this.#told.set(id, now);
      return fingerprint(before) !== fingerprint(now);
    });
    return known.filter((_, at) => differs[at]);
  }

  /** Each problem is told once, until it is another. */
  report(problem: SourceDiagnostic): void {
    const id = problem.id ?? "";
    if (this.#reported.get(id) === problem.message) return;
    this.#reported.set(id, problem.message);
    this.#onReport?.(problem);
  }

  #begin(planned: PlannedSkill): Promise<PublishResult> {
    const { entry, root } = planned;
    const { id } = entry;
    const generation = this.#generation;
    const result = publishSkill(this.#registry, planned).then((made) => {
      if (this.#building.get(id)?.result === result) this.#building.delete(id);
      this.#built.set(id, { entry, root, generation, result: made });
      if (!this.#told.has(id)) this.#told.set(id, made);
      if ("problem" in made) this.report(made.problem);
      else this.#reported.delete(id);
      return made;
    });
    this.#building.set(id, { root, generation, result });
    return result;
  }
}

function fingerprint(result: PublishResult | undefined): string {
  if (result === undefined || "problem" in result) return JSON.stringify(result?.problem.message ?? null);
  const { frontmatter, files } = result.skill;
  return JSON.stringify([frontmatter, [...files.values()]]);
}
