import type { SkillEntry, SkillResource, SkillSource, Skillset, SkillTool } from "@tradecraft/sdk";
import { missingResource, unknownSkill } from "../../../../src/core/source/skill-id.ts";

/** A skill of a source that gives whatever it is told to. */
export interface FakeSkill extends Partial<SkillEntry> {
  readonly id: string;
  body?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly directory?: string;
}

export interface FakeSkills extends SkillSource {
  readonly skills: FakeSkill[];
  /** Every call but `list`, as `read a`, in order. */
  readonly calls: string[];
}

/** A source over skills that tests may change; nothing in it is checked, as in other people's sources. */
export function fakeSkills(...skills: FakeSkill[]): FakeSkills {
  const calls: string[] = [];
  const find = (call: string, id: string): FakeSkill => {
    calls.push(`${call} ${id}`);
    const skill = skills.find((each) => each.id === id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  };
  return {
    label: "theirs",
    skills,
    calls,
    list: async () =>
      skills.map(({ body: _body, files: _files, directory: _directory, ...entry }) => ({
        name: entry.id,
        description: `About ${entry.id}.`,
        ...entry,
      })),
    read: async (id) => {
      const { body = `Do ${id}.` } = find("read", id);
      return `---\nname: ${id}\ndescription: D.\n---\n${body}`;
    },
    listResources: async (id): Promise<SkillResource[]> =>
      Object.entries(find("list", id).files ?? {}).map(([path, content]) => ({ path, size: content.length })),
    readResource: async (id, path) => {
      const content = new Map(Object.entries(find("file", id).files ?? {})).get(path);
      if (content === undefined) throw missingResource(id, path);
      return content;
    },
    directory: async (id) => find("directory", id).directory,
  };
}

/** A tool by its name; throws where there is none. */
export function toolOf({ tools }: Pick<Skillset, "tools">, name: string): SkillTool {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

export const load = (skillset: Skillset, name: string, reload?: boolean): Promise<string> =>
  toolOf(skillset, "load_skill").execute({ name, ...(reload !== undefined && { reload }) });

export const read = (skillset: Skillset, skill: string, path: string, more: object = {}): Promise<string> =>
  toolOf(skillset, "read_skill_file").execute({ skill, path, ...more });

/** Numbers between 0 and 1, the same at every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as Item, result[at] as Item];
  }
  return result;
}

/** Names of tools, in order. */
export const toolNames = ({ tools }: Pick<Skillset, "tools">): string[] => tools.map(({ name }) => name);
