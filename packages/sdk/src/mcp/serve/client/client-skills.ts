import type { SkillTool } from "../../../core/skillset/skill-tool.ts";
import type { Skillset } from "../../../core/skillset/skillset.ts";
import { loadTool } from "./load-tool.ts";
import type { SkillsetPool, SkillsetTemplate } from "./skillset-pool.ts";

/** What one client keeps: its skills in use, and their state. Nothing of it reaches another client. */
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
      const before = this.#skillset;
      const made = Promise.resolve(before).then((old) => this.#pool.create(template, old));
      this.#template = template;
      this.#skillset = made;
      // What could not be made is tried again with the next call.
      made.catch(() => {
        if (this.#skillset !== made) return;
        this.#skillset = before;
        this.#template = undefined;
      });
    }
    return this.#skillset;
  }

  /** This client's tools, in the order in which it sees them. */
  async tools(): Promise<SkillTool[]> {
    const template = await this.#pool.template();
    return [...template.tools.values()].map((tool) => this.#toolOf(template, tool));
  }

  /** The tool of this name, for this client. */
  async tool(name: string): Promise<SkillTool | undefined> {
    const template = await this.#pool.template();
    const tool = template.tools.get(name);
    return tool === undefined ? undefined : this.#toolOf(template, tool);
  }

  #toolOf(template: SkillsetTemplate, listed: SkillTool): SkillTool {
    if (listed === template.search) return listed;
    const own = async (): Promise<SkillTool> => {
      const { tools } = await this.skillset();
      return tools.find(({ name }) => name === listed.name) ?? listed;
    };
    const { names } = template.json;
    if (listed.name === names.load.name)
      return loadTool(listed, { names, own, isPlain: template.isPlain, text: this.#pool.text });
    return { ...listed, execute: async (input, options) => (await own()).execute(input, options) };
  }
}
