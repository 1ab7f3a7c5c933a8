import type { SkillTool } from "../../../core/skillset/skill-tool.ts";
import type { Skillset } from "../../../core/skillset/skillset.ts";
import type { SkillsetPool, SkillsetTemplate } from "./skillset-pool.ts";

/** What one client loaded and keeps; nothing of it reaches another client. */
export class ClientSkills {
  readonly #pool: SkillsetPool;
  #template: SkillsetTemplate | undefined;
  #skillset: Promise<Skillset> | undefined;

  constructor(pool: SkillsetPool) {
    this.#pool = pool;
  }

  /** The client's skillset over the skills as they are now. Made when it is first needed. */
  async skillset(): Promise<Skillset> {
    const template = await this.#pool.template();
    if (this.#skillset === undefined || this.#template !== template) {
      this.#template = template;
      const before = this.#skillset;
      this.#skillset = Promise.resolve(before).then((old) => this.#pool.create(template, old));
    }
    return this.#skillset;
  }

  /** The tool of this name, for this client. */
  async tool(name: string): Promise<SkillTool | undefined> {
    const skillset = await this.skillset();
    const { search } = this.#template as SkillsetTemplate;
    return search?.name === name ? search : skillset.tools.find((tool) => tool.name === name);
  }
}
