import type { SkillDefinition } from "../../code/skill-definition.ts";
import { normalizeResourcePath } from "../normalize-resource-path.ts";
import { assertSkillId, missingResource, unknownSkill } from "../skill-id.ts";
import type {
  DefinitionsOptions,
  SkillEntry,
  SkillListOptions,
  SkillSource,
  SourceCallOptions,
} from "../skill-source.ts";
import { abortable } from "./abortable.ts";
import type { SkillRoute } from "./claim-id.ts";
import { describeFailure } from "./describe-failure.ts";
import { createRouteTable, type RouteTable } from "./route-tables.ts";

/** What makes a view on other sources. */
export interface RoutedSkillSourceParts {
  readonly label: string;
  readonly sources: readonly SkillSource[];
  /** Every id with the one source that answers for it. */
  readonly route: (options: SkillListOptions) => Promise<Map<string, SkillRoute>>;
  /** Asked anew on each call: the answer may depend on who calls. */
  readonly allows?: (entry: SkillEntry) => boolean;
  /** The table of whoever calls now; a new one for each call makes each call list. Default: one for all. */
  readonly tableOf?: () => RouteTable;
}

/**
 * A source that answers from others. One listing decides who owns an id, and that holds for every method. An unknown id
 * makes it list again, but such a listing only adds ids: nobody loses a skill that a caller was told about.
 */
export function routedSkillSource(parts: RoutedSkillSourceParts): SkillSource {
  const { allows = () => true, sources } = parts;
  const shared = createRouteTable();
  const { tableOf = () => shared } = parts;
  let parse: SkillListOptions["parse"];

  async function list(options: SkillListOptions = {}): Promise<SkillEntry[]> {
    const table = tableOf();
    const turn = ++table.started;
    parse = options.parse;
    const found = await abortable(options.signal, () => parts.route(options));
    if (turn > table.newest) {
      table.newest = turn;
      table.routes = found;
    }
    return [...found.values()].map(({ entry }) => entry).filter((entry) => allows(entry));
  }

  async function routeOf(id: string, { signal }: SourceCallOptions = {}): Promise<SkillRoute> {
    assertSkillId(id);
    const table = tableOf();
    if (table.routes?.has(id) !== true) {
      const found = await parts.route({ ...(signal && { signal }), ...(parse && { parse }) });
      table.routes = new Map([...found, ...(table.routes ?? [])]);
    }
    const route = table.routes?.get(id);
    if (route === undefined || !allows(route.entry)) throw unknownSkill(id);
    return route;
  }

  async function definitions(options: DefinitionsOptions = {}): Promise<ReadonlyMap<string, SkillDefinition>> {
    const table = tableOf();
    const { signal } = options;
    table.routes ??= await parts.route({ ...(signal && { signal }), ...(parse && { parse }) });
    const ofSource = new Map<SkillSource, ReadonlyMap<string, SkillDefinition>>();
    for (const source of sources) ofSource.set(source, await definitionsOf(source, options));
    const found = new Map<string, SkillDefinition>();
    for (const [id, route] of table.routes) {
      const definition = ofSource.get(route.source)?.get(route.id);
      if (definition !== undefined && allows(route.entry)) found.set(id, definition);
    }
    return found;
  }

  const call = <Value>(
    id: string,
    options: SourceCallOptions | undefined,
    use: (route: SkillRoute) => Promise<Value>,
  ): Promise<Value> => abortable(options?.signal, async () => use(await routeOf(id, options)));

  return {
    label: parts.label,
    list,
    read: (id, options) => call(id, options, ({ source, id: own }) => source.read(own, options)),
    ...(sources.some((source) => source.directory !== undefined) && {
      directory: (id, options) => call(id, options, async ({ source, id: own }) => source.directory?.(own, options)),
    }),
    ...(sources.some((source) => source.pinned !== undefined) && {
      pinned: (id, options) => call(id, options, async ({ source, id: own }) => source.pinned?.(own, options)),
    }),
    ...(sources.some((source) => source.frontmatter !== undefined) && {
      frontmatter: (id, options) =>
        call(id, options, async ({ source, id: own }) => source.frontmatter?.(own, options)),
    }),
    ...(sources.some((source) => source.isOfProgram !== undefined) && {
      isOfProgram: (id, options) =>
        call(id, options, async ({ source, id: own }) => (await source.isOfProgram?.(own, options)) === true),
    }),
    ...(sources.some((source) => source.listResources !== undefined) && {
      listResources: (id, options) =>
        call(id, options, async ({ source, id: own }) => (await source.listResources?.(own, options)) ?? []),
    }),
    ...(sources.some((source) => source.readResource !== undefined) && {
      readResource: (id, path, options) =>
        call(id, options, async ({ source, id: own }) => {
          const normalized = normalizeResourcePath(path);
          if (source.readResource === undefined) throw missingResource(id, normalized);
          return source.readResource(own, normalized, options);
        }),
    }),
    ...(sources.some((source) => source.definitions !== undefined) && {
      definitions: (options) => abortable(options?.signal, () => definitions(options)),
    }),
    ...(sources.some((source) => source.generation !== undefined) && {
      generation: () => sources.reduce((sum, source) => sum + (source.generation?.() ?? 0), 0),
    }),
  };
}

/** A source whose code cannot be had costs its own skills their code. */
async function definitionsOf(
  source: SkillSource,
  options: DefinitionsOptions,
): Promise<ReadonlyMap<string, SkillDefinition>> {
  try {
    return (await source.definitions?.(options)) ?? new Map();
  } catch (error) {
    options.signal?.throwIfAborted();
    const label = source.label ?? "source";
    const message = `The code of the skills of ${label} could not be had. ${describeFailure(error)}`;
    options.onDiagnostic?.({ code: "source-unavailable", severity: "error", message, source: label });
    return new Map();
  }
}
