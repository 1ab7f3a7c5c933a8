import { mapLimited } from "../../../core/map-limited.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import { type AllowSkills, allowSkills } from "../../../core/skillset/allow-skills.ts";
import type { SkillEntry, SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { type PlannedSkill, planSkillUris, type SkillUriPlan } from "./plan-skill-uris.ts";
import type { PublishedSkill } from "./publish-skill.ts";
import { SkillReadings } from "./skill-readings.ts";
import { canonicalUri } from "./skill-uri.ts";

export interface SkillPublisherOptions {
  readonly allow: AllowSkills | undefined;
  readonly prefix: readonly string[];
  /** Skills of a page; undefined lets it grow with the number of skills. */
  readonly pageSize: number | undefined;
  readonly onReport: ((problem: SourceDiagnostic) => void) | undefined;
}

/** Some skills, and the address after which the next ones come. */
export interface PublishedPage {
  readonly skills: readonly PublishedSkill[];
  readonly next?: string;
}

/** What changed, as addresses of SKILL.md files. */
export interface PublishedChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

// Clients walk at most 64 pages by default, so a library of any size fits into fewer.
const mostPages = 50;
const smallestPage = 100;

/** The skills of a registry as the extension publishes them. Read when they are asked for, kept until they change. */
export class SkillPublisher {
  readonly #registry: SkillRegistry;
  readonly #options: SkillPublisherOptions;
  readonly #readings: SkillReadings;
  /** Skills with a file that is another each time it is read. */
  readonly #dynamic = new Set<string>();
  #catalog: readonly SkillEntry[] | undefined;
  #plan: SkillUriPlan | undefined;
  /** What the last `renew` saw: a list that is asked for in between must not hide a change. */
  #seen: SkillUriPlan | undefined;

  constructor(registry: SkillRegistry, options: SkillPublisherOptions) {
    this.#registry = registry;
    this.#options = options;
    this.#readings = new SkillReadings(registry, options.onReport);
  }

  /** Skills in the order of their addresses, those that cannot be published left out. */
  async page(after?: string): Promise<PublishedPage> {
    const { skills } = await this.#planned();
    const size = this.#options.pageSize ?? Math.max(smallestPage, Math.ceil(skills.length / mostPages));
    let start = after === undefined ? 0 : firstAfter(skills, after);
    // A page without skills would look like the end to some clients.
    for (; start < skills.length; start += size) {
      const chunk = skills.slice(start, start + size);
      const results = await mapLimited(chunk, 16, (planned) => this.#readings.kept(planned));
      const found = results.flatMap((result) => ("skill" in result ? [result.skill] : []));
      const isLast = start + size >= skills.length;
      if (isLast) return { skills: found };
      if (found.length > 0) return { skills: found, next: (chunk.at(-1) as PlannedSkill).uri };
    }
    return { skills: [] };
  }

  /** The skill whose SKILL.md has this address, read again. */
  async get(uri: string): Promise<PublishedSkill | undefined> {
    const planned = await this.#at(uri);
    if (planned === undefined || canonicalUri(uri) !== planned.uri) return undefined;
    const result = await this.#readings.fresh(planned);
    return "skill" in result ? result.skill : undefined;
  }

  /** The skill that an address lies in; `fresh` reads it again. */
  async containing(uri: string, { fresh = false }: { fresh?: boolean } = {}): Promise<PublishedSkill | undefined> {
    const planned = await this.#at(uri);
    if (planned === undefined) return undefined;
    const result = await (fresh ? this.#readings.fresh(planned) : this.#readings.kept(planned));
    return "skill" in result ? result.skill : undefined;
  }

  /** Whether a skill has a file that is another each time it is read, so that no digest holds. */
  isDynamic(id: string): boolean {
    return this.#dynamic.has(id);
  }

  /** Notes that a file of this skill was another each time it was read. */
  markDynamic(id: string): void {
    this.#dynamic.add(id);
  }

  /** Tells whoever runs the server, once, why a skill is not published. */
  report(problem: SourceDiagnostic): void {
    this.#readings.report(problem);
  }

  /** Every skill that is not published, and why. Reads all that were not read yet. */
  async unpublished(): Promise<readonly SourceDiagnostic[]> {
    const { skills, refused } = await this.#planned();
    const results = await mapLimited(skills, 16, (planned) => this.#readings.kept(planned));
    return [...refused, ...results.flatMap((result) => ("problem" in result ? [result.problem] : []))];
  }

  /** Notes what there is, so that `renew` can tell what changed. */
  async begin(): Promise<void> {
    this.#seen ??= await this.#planned();
  }

  /** Takes the registry's catalog as it is now. What was read before is read again when it is asked for. */
  async renew(): Promise<PublishedChanges> {
    const before = this.#seen;
    const after = await this.#planned();
    this.#seen = after;
    this.#readings.renew();
    this.#dynamic.clear();
    const old = new Map(before?.skills.map(({ uri, entry }) => [uri, entry]));
    const now = new Set(after.skills.map(({ uri }) => uri));
    return {
      added: after.skills.filter(({ uri }) => !old.has(uri)).map(({ uri }) => uri),
      removed: [...old.keys()].filter((uri) => !now.has(uri)),
      changed: after.skills.filter(({ uri, entry }) => old.has(uri) && old.get(uri) !== entry).map(({ uri }) => uri),
    };
  }

  /** Reads again what was read before, and says which of it is another. */
  async reread(): Promise<readonly string[]> {
    const { skills } = await this.#planned();
    return (await this.#readings.reread(skills)).map(({ uri }) => uri);
  }

  async #planned(): Promise<SkillUriPlan> {
    const catalog = await this.#registry.catalog();
    if (this.#plan === undefined || this.#catalog !== catalog) {
      this.#catalog = catalog;
      this.#plan = planSkillUris(allowSkills(catalog, this.#options.allow, undefined), this.#options.prefix);
      const ids = new Set(this.#plan.skills.map(({ entry }) => entry.id));
      this.#readings.keepOnly(ids);
      for (const problem of this.#plan.refused) this.#readings.report(problem);
    }
    return this.#plan;
  }

  /** No skill lies inside another, so at most one of the folders above an address is one. */
  async #at(uri: string): Promise<PlannedSkill | undefined> {
    const { byRoot } = await this.#planned();
    const canonical = canonicalUri(uri);
    if (canonical === undefined || !canonical.startsWith("skill://")) return undefined;
    for (let end = canonical.length; end > "skill://".length; end = canonical.lastIndexOf("/", end - 1)) {
      const planned = byRoot.get(canonical.slice(0, end));
      if (planned !== undefined) return planned;
    }
    return undefined;
  }
}

function firstAfter(skills: readonly PlannedSkill[], after: string): number {
  let [low, high] = [0, skills.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((skills[middle] as PlannedSkill).uri <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
