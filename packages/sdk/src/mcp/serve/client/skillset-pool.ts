import type { ApprovalStore } from "../../../core/integrity/approval-store.ts";
import { memoryApprovalStore } from "../../../core/integrity/memory-approval-store.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { AllowSkills } from "../../../core/skillset/allow-skills.ts";
import { createSkillset, type LiveSkillsetOptions } from "../../../core/skillset/create-skillset.ts";
import type { SkillTool } from "../../../core/skillset/skill-tool.ts";
import { skillsetFromJSON } from "../../../core/skillset/skillset-from-json.ts";
import type { Skillset, SkillsetJson } from "../../../core/skillset/skillset.ts";
import type { SkillEntry } from "../../../core/source/skill-source.ts";
import { recentReads } from "./recent-reads.ts";
import { skillTexts } from "./skill-texts.ts";

export interface SkillsetPoolOptions extends Pick<
  LiveSkillsetOptions,
  "scripts" | "approve" | "approvals" | "otherTools"
> {
  readonly allow: AllowSkills | undefined;
  /** Tokens that the list of skills may take. */
  readonly budget: number;
  /** Whether clients are told where skills lie on this machine. */
  readonly directories: boolean;
  /** How long what was read of a skill may be used again. */
  readonly freshMs: number;
}

/** What all clients have in common, as long as the skills are the same. */
export interface SkillsetTemplate {
  readonly prompt: string;
  readonly entries: readonly SkillEntry[];
  /** By name, in the order in which clients see them. Those that keep something are not to be called. */
  readonly tools: ReadonlyMap<string, SkillTool>;
  /** Finds skills, also where the prompt lists every one: many clients do not show it to their model. */
  readonly search: SkillTool | undefined;
  readonly json: SkillsetJson;
  /** Whether a model may choose this skill, and it brings no code along. */
  readonly isPlain: (id: string) => boolean;
}

/** Makes a skillset of its own for each client. What they share is worked out once. */
export class SkillsetPool {
  readonly #registry: SkillRegistry;
  readonly #options: SkillsetPoolOptions;
  readonly #approvals: ApprovalStore;
  /** The instructions of a skill without code, the same for all. */
  readonly text: (id: string) => Promise<string>;
  #catalog: readonly SkillEntry[] | undefined;
  #template: Promise<SkillsetTemplate> | undefined;

  constructor(registry: SkillRegistry, options: SkillsetPoolOptions) {
    this.#options = options;
    this.#approvals = options.approvals ?? memoryApprovalStore();
    this.#registry = {
      ...recentReads(registry, options),
      // The server decides when skills are listed again, not each of its clients.
      refresh: async () => false,
      ...(!options.directories && { directory: async () => undefined }),
    };
    this.text = skillTexts(this.#registry);
  }

  /** What all clients have in common now. */
  async template(): Promise<SkillsetTemplate> {
    const catalog = await this.#registry.catalog();
    if (this.#template === undefined || this.#catalog !== catalog) {
      this.#catalog = catalog;
      const making = this.#make();
      this.#template = making;
      making.catch(() => {
        if (this.#template === making) this.#template = undefined;
      });
    }
    return this.#template;
  }

  /** A skillset for one client; it keeps what that client loaded before. */
  create(template: SkillsetTemplate, before?: Skillset): Promise<Skillset> {
    const kept = before?.toJSON();
    const json = {
      ...template.json,
      ...(kept !== undefined && { loaded: kept.loaded, lost: kept.lost }),
      ...(kept?.state !== undefined && { state: kept.state }),
    };
    return skillsetFromJSON(json, this.#registry, this.#live());
  }

  async #make(): Promise<SkillsetTemplate> {
    const { allow, budget } = this.#options;
    const skillset = await createSkillset(this.#registry, {
      ...this.#live(),
      budget,
      ...(allow !== undefined && { allow }),
    });
    const json = skillset.toJSON();
    // With none of them listed it has the tool that finds them; that tool keeps nothing of anybody.
    const unlisted = await skillsetFromJSON({ ...json, listed: [] }, this.#registry, this.#live());
    const searchName = json.names.search.name;
    const search = unlisted.tools.find(({ name }) => name === searchName);
    const tools = skillset.tools.filter(({ name }) => name !== searchName);
    if (search !== undefined) tools.push(search);
    const definitions = await this.#registry.definitions();
    const { entries } = skillset;
    const plain = new Set(
      entries
        .filter(({ id, disableModelInvocation }) => disableModelInvocation !== true && !definitions.has(id))
        .map(({ id }) => id),
    );
    return {
      prompt: skillset.prompt(),
      entries,
      tools: new Map(tools.map((tool) => [tool.name, tool])),
      search,
      json,
      isPlain: (id) => plain.has(id),
    };
  }

  #live(): LiveSkillsetOptions {
    const { scripts, approve, otherTools = [] } = this.#options;
    return {
      approvals: this.#approvals,
      otherTools,
      ...(scripts !== undefined && { scripts }),
      ...(approve !== undefined && { approve }),
    };
  }
}
