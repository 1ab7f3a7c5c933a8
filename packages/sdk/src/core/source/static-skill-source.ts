import { assertSkillDefinition } from "../code/assert-skill-definition.ts";
import { isConfigurable } from "../code/configurable-skill.ts";
import { codeFields } from "../code/definition-fields.ts";
import type { SkillDefinition } from "../code/skill-definition.ts";
import { SkillError } from "../errors.ts";
import { dialectFields } from "../format/dialect.ts";
import { formatSkill } from "../format/format-skill.ts";
import type { SkillManifest } from "../format/types.ts";
import { messageOf } from "../message-of.ts";
import { assertUnambiguous } from "./collisions.ts";
import { normalizeResourcePath } from "./normalize-resource-path.ts";
import { readEntry } from "./read-entry.ts";
import { assertSkillId, missingResource, unknownSkill } from "./skill-id.ts";
import type { SkillResource, SkillSource, SourceCallOptions } from "./skill-source.ts";
import { textRevision } from "./text-revision.ts";

/** A file of a skill in code: its content, or a function that brings it when somebody asks. */
export type StaticResource = string | Uint8Array | (() => string | Uint8Array | Promise<string | Uint8Array>);

/** Reads a skill's files from wherever they are. */
export interface SkillFiles {
  list(options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  read(path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
}

interface StaticSkillParts extends Partial<SkillManifest>, Partial<Pick<SkillDefinition, (typeof codeFields)[number]>> {
  /** Default: the name. */
  readonly id?: string;
  readonly resources?: Readonly<Record<string, StaticResource>> | ReadonlyMap<string, StaticResource>;
  /** In place of `resources`, for skills that were read from somewhere. */
  readonly files?: SkillFiles;
  /** Real path of the folder that they were read from. */
  readonly directory?: string;
}

/** A skill in code: its fields, from which a SKILL.md is written, or the text of its SKILL.md as `raw`. */
export type StaticSkill = StaticSkillParts &
  ({ readonly name: string; readonly description: string } | { readonly raw: string });

/** Skills as an array, or by id; each in code or as the text of a SKILL.md. */
export type StaticSkills =
  | readonly (string | StaticSkill)[]
  | Readonly<Record<string, string | StaticSkill>>
  | ReadonlyMap<string, string | StaticSkill>;

interface Held {
  readonly id: string | undefined;
  readonly raw: string;
  readonly files: SkillFiles;
  readonly directory: string | undefined;
  readonly definition: SkillDefinition | undefined;
  /** Not read from somewhere: whoever wrote the program wrote it. */
  readonly isOfProgram: boolean;
}

/** Skills that are part of the program: runs anywhere. */
export function staticSkillSource(skills: StaticSkills, options: { readonly label?: string } = {}): SkillSource {
  const label = options.label ?? "skills in code";
  const given = pairsOf(skills);
  let held = given.map(holdOne);
  const configurable = held.flatMap(({ definition }) => (definition && isConfigurable(definition) ? [definition] : []));
  const generation = (): number => configurable.reduce((sum, { revision }) => sum + revision, 0);
  let heldAt = generation();
  let byId: Map<string, Held> | undefined;

  /** A skill that was reconfigured since is another text, with other files. */
  const holdAgain = (): void => {
    const now = generation();
    if (now === heldAt) return;
    held = given.map(holdOne);
    heldAt = now;
    byId = undefined;
  };

  const list: SkillSource["list"] = async ({ signal, parse, onDiagnostic } = {}) => {
    signal?.throwIfAborted();
    holdAgain();
    const listed = new Map<string, Held>();
    const entries = held.flatMap((skill, index) => {
      const { entry, diagnostics } = readEntry(skill.raw, { parse, id: skill.id });
      const path = skill.id ?? `skill ${index + 1}`;
      for (const diagnostic of diagnostics) onDiagnostic?.({ ...diagnostic, source: label, path });
      if (entry === undefined) return [];
      if (listed.has(entry.id)) {
        const message = `There are two skills "${entry.id}"; the first one counts.`;
        onDiagnostic?.({ code: "skill-shadowed", severity: "warning", message, source: label, id: entry.id, path });
        return [];
      }
      listed.set(entry.id, skill);
      return [{ ...entry, revision: textRevision(skill.raw) }];
    });
    byId = listed;
    return entries;
  };

  const find = async (id: string, { signal }: SourceCallOptions): Promise<Held> => {
    signal?.throwIfAborted();
    assertSkillId(id);
    holdAgain();
    if (byId === undefined) await list();
    const skill = byId?.get(id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  };

  return {
    label,
    list,
    read: async (id, call = {}) => (await find(id, call)).raw,
    listResources: async (id, call = {}) => (await find(id, call)).files.list(call),
    readResource: async (id, path, call = {}) => {
      const { files } = await find(id, call);
      return files.read(normalizeResourcePath(path), call);
    },
    directory: async (id, call = {}) => (await find(id, call)).directory,
    isOfProgram: async (id, call = {}) => (await find(id, call)).isOfProgram,
    definitions: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      holdAgain();
      if (byId === undefined) await list();
      const listed = [...(byId ?? [])].flatMap(([id, { definition }]) =>
        definition ? [[id, definition] as const] : [],
      );
      return new Map(listed);
    },
    generation,
  };
}

type Pair = readonly [id: string | undefined, skill: string | StaticSkill];

function pairsOf(skills: StaticSkills): Pair[] {
  if (Array.isArray(skills)) return (skills as readonly (string | StaticSkill)[]).map((skill) => [undefined, skill]);
  return skills instanceof Map ? [...skills] : Object.entries(skills as Record<string, string | StaticSkill>);
}

function holdOne([key, skill]: Pair): Held {
  if (typeof skill === "string") {
    const rest = { directory: undefined, definition: undefined, isOfProgram: true };
    return { id: key, raw: skill, files: inCode(key ?? "", new Map()), ...rest };
  }
  const { resources = {}, files, directory } = skill;
  const contents = new Map(resources instanceof Map ? resources : Object.entries(resources));
  return {
    id: key ?? skill.id,
    raw: rawOf(skill),
    files: files ?? inCode(key ?? skill.id ?? skill.name ?? "", contents),
    directory,
    definition: definitionOf(skill),
    isOfProgram: files === undefined && directory === undefined,
  };
}

/** Code comes from whoever wrote the program, so a mistake in it is the program's. */
function definitionOf(skill: StaticSkill): SkillDefinition | undefined {
  if (codeFields.some((field) => skill[field] !== undefined)) assertSkillDefinition(skill);
  const { name, description, body } = skill;
  return name !== undefined && description !== undefined && body !== undefined ? (skill as SkillDefinition) : undefined;
}

/** The SKILL.md of a skill in code. */
function rawOf(skill: StaticSkill): string {
  if (skill.raw !== undefined && skill.raw !== "") return skill.raw;
  const {
    name = "",
    description = "",
    license,
    compatibility,
    metadata = {},
    allowedTools,
    extra = {},
    body = "",
  } = skill;
  const dialect = skill.dialect ?? {};
  const fields = { ...dialectFields(dialect), ...extra };
  return formatSkill({
    name,
    description,
    license,
    compatibility,
    metadata,
    allowedTools,
    extra: fields,
    dialect,
    body,
    raw: "",
  });
}

function inCode(name: string, given: ReadonlyMap<string, StaticResource>): SkillFiles {
  const contents = new Map([...given].map(([path, content]) => [normalizeResourcePath(path), content]));
  contents.delete("SKILL.md");
  return {
    list: async () =>
      [...contents]
        .map(([path, content]) => (typeof content === "function" ? { path } : { path, size: sizeOf(content) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (path) => {
      const content = contents.get(path);
      if (content === undefined) throw missingResource(name, path);
      assertUnambiguous(path, contents.keys());
      const value = typeof content === "function" ? await bring(name, path, content) : content;
      // A copy, even of a Node buffer, whose `slice` is none.
      return typeof value === "string" ? value : new Uint8Array(value);
    },
  };
}

async function bring(name: string, path: string, content: () => unknown): Promise<string | Uint8Array> {
  const refuse = (reason: string, cause?: unknown): SkillError =>
    new SkillError("file-unreadable", `The file "${path}" of the skill "${name}" cannot be read: ${reason}.`, {
      facts: { skill: name, path },
      cause,
    });
  let value: unknown;
  try {
    value = await content();
  } catch (error) {
    throw refuse(messageOf(error), error);
  }
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  throw refuse("its function gave neither a text nor bytes");
}

function sizeOf(content: string | Uint8Array): number {
  return typeof content === "string" ? new TextEncoder().encode(content).length : content.length;
}
