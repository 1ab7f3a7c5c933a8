/** A skill whose instructions the conversation holds. */
export interface LoadedSkill {
  readonly id: string;
  /** Mark of the content that was loaded. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The instructions as they were given, to be given again after a compaction. */
  readonly text: string;
}

/** What was loaded, when, and at which content. */
export class SkillLedger {
  readonly #loaded = new Map<string, LoadedSkill>();
  /** Ids whose text a compaction took away. */
  readonly #lost = new Set<string>();

  constructor(loaded: Iterable<LoadedSkill> = [], lost: Iterable<string> = []) {
    for (const skill of loaded) this.#loaded.set(skill.id, skill);
    for (const id of lost) this.#lost.add(id);
  }

  get(id: string): LoadedSkill | undefined {
    return this.#loaded.get(id);
  }

  isLost(id: string): boolean {
    return this.#lost.has(id);
  }

  add(skill: LoadedSkill): void {
    this.#loaded.delete(skill.id);
    this.#loaded.set(skill.id, skill);
    this.#lost.delete(skill.id);
  }

  /** In the order in which they were loaded. */
  list(): LoadedSkill[] {
    return [...this.#loaded.values()];
  }

  /** The conversation was shortened: what was loaded may be gone from it. */
  loseAll(): void {
    for (const id of this.#loaded.keys()) this.#lost.add(id);
  }

  /** What a compaction took away; from now on it counts as there again. */
  takeLost(): LoadedSkill[] {
    const lost = this.list().filter(({ id }) => this.#lost.has(id));
    this.#lost.clear();
    return lost;
  }

  lost(): string[] {
    return [...this.#lost];
  }
}
