import { SkillError } from "../../../core/errors.ts";
import { closestWord } from "../../../core/format/rules/closest-word.ts";
import type { LockedSkill } from "../../lock/lock.ts";
import type { GitSource, MarketplaceSource, NpmSource } from "../../project/project.ts";
import { withoutCredentials } from "../git/git-url.ts";
import type { FetchContext, FetchedSource, SkillFetcher, SkillOrigins } from "../skill-fetcher.ts";
import type { SourceTree } from "../source-tree.ts";
import { joinedTree, type PlacedFolder } from "./joined-tree.ts";
import { noMarketplace, parseMarketplace, type PluginEntry } from "./parse-marketplace.ts";
import { cacheIn, fetchPlugin, isLocked } from "./fetch-plugin.ts";
import { join, pluginSkills, readText } from "./plugin-skills.ts";

/** What the places of plugins are fetched with. */
export interface MarketplaceFetcherOptions {
  readonly git: SkillFetcher<GitSource>;
  readonly npm: SkillFetcher<NpmSource>;
}

const manifestPath = ".claude-plugin/marketplace.json";

/**
 * Skills of the plugins of a Claude marketplace, each at `<plugin>/<skill>`. Plugins from other places are fetched from
 * there, at their `sha` where the marketplace gives one, and at the point that a lock has for them when it is restored.
 * Nothing else of a plugin is taken: no commands, agents, hooks or servers.
 */
export function marketplaceFetcher(options: MarketplaceFetcherOptions): SkillFetcher<MarketplaceSource> {
  const { git } = options;
  const gitContext = (context: FetchContext): FetchContext => cacheIn(context, "git");
  return {
    type: "claude-marketplace",
    resolve: async (source, context) =>
      openedLater(await git.resolve(gitSource(source), gitContext(context)), source, context, options),
    restore: async (source, resolved, context, origins) =>
      openedLater(
        await git.restore(gitSource(source), resolved, gitContext(context)),
        source,
        context,
        options,
        origins,
      ),
    latest: async (source, context) => git.latest?.(gitSource(source), gitContext(context)),
  };
}

/** Of the marketplace's repository everything is looked at: what is a skill, its manifest says. */
function gitSource(source: MarketplaceSource): GitSource {
  const pin =
    "version" in source ? { version: source.version } : "sha" in source ? { sha: source.sha } : { ref: source.ref };
  return { type: "git", url: source.url, ...pin };
}

function openedLater(
  repository: FetchedSource,
  source: MarketplaceSource,
  context: FetchContext,
  options: MarketplaceFetcherOptions,
  locked?: SkillOrigins,
): FetchedSource {
  const origins = new Map<string, NonNullable<LockedSkill["from"]>>();
  return {
    resolved: repository.resolved,
    originOf: (folder) => origins.get(folder),
    open: async () => {
      const where = `The marketplace ${withoutCredentials(source.url)}`;
      const tree = await repository.open();
      if (!tree.entries.some(({ path, kind }) => path === manifestPath && kind === "file")) throw noMarketplace(where);
      const plugins = parseMarketplace(
        await readText(tree, manifestPath),
        `${withoutCredentials(source.url)}/${manifestPath}`,
      );
      const placed: PlacedFolder[] = [];
      for (const plugin of wantedPlugins(plugins, source.plugins, where)) {
        context.signal?.throwIfAborted();
        const opened = await openPlugin(plugin, tree, source, context, options, locked);
        if (opened === undefined) continue;
        if (opened.folders.length === 0 && source.plugins !== undefined) {
          throw new SkillError("skill-unknown", `The plugin "${plugin.name}" of ${where} has no skills.`);
        }
        for (const folder of placeSkills(plugin.name, opened)) {
          placed.push({ tree: opened.tree, ...folder });
          if (opened.from !== undefined) origins.set(folder.target, opened.from);
        }
      }
      return joinedTree(placed);
    },
  };
}

function wantedPlugins(
  plugins: readonly PluginEntry[],
  wanted: readonly string[] | undefined,
  where: string,
): readonly PluginEntry[] {
  const names = plugins.map(({ name }) => name);
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = closestWord(unknown, names, 3);
    const hint = near === undefined ? `it has ${names.slice(0, 20).join(", ") || "none"}` : `did you mean "${near}"?`;
    const message = `${where} has no plugin "${unknown.slice(0, 100)}"; ${hint}`;
    throw new SkillError("skill-unknown", message, { facts: { plugin: unknown.slice(0, 200) } });
  }
  const chosen = plugins.filter(({ name }) => wanted === undefined || wanted.includes(name));
  const twice = chosen.find(({ name }) => names.indexOf(name) !== names.lastIndexOf(name));
  return twice === undefined ? chosen : twice.fail(["name"], "is the name of two plugins");
}

interface OpenedPlugin {
  readonly tree: SourceTree;
  /** Its folder in the tree. */
  readonly root: string;
  readonly folders: readonly string[];
  readonly from?: NonNullable<LockedSkill["from"]>;
}

async function openPlugin(
  plugin: PluginEntry,
  marketplace: SourceTree,
  source: MarketplaceSource,
  context: FetchContext,
  options: MarketplaceFetcherOptions,
  locked: SkillOrigins | undefined,
): Promise<OpenedPlugin | undefined> {
  const place = plugin.place();
  if (place.kind === "inside") {
    const has = (folder: string): boolean =>
      folder === "." || marketplace.entries.some(({ path }) => path.startsWith(`${folder}/`));
    const root = place.folders.find(has);
    if (root === undefined) return plugin.fail(["source"], `names ${place.folders[0]}, which is not there`);
    const where = withoutCredentials(source.url);
    const folders = await pluginSkills(plugin, marketplace, { root, isShared: root === ".", where });
    return { tree: marketplace, root, folders };
  }
  if (locked !== undefined && !isLocked(plugin.name, locked)) return undefined;
  context.onProgress?.(`plugin ${plugin.name}`);
  const shown = withoutCredentials(place.shown);
  const fetched = await fetchPlugin(plugin, place, { marketplace: source.url, context, locked, ...options });
  const tree = await fetched.open();
  const root = place.kind === "git" ? place.folder : ".";
  const folders = await pluginSkills(plugin, tree, { root, isShared: false, where: shown });
  return { tree, root, folders, from: { source: shown, resolved: fetched.resolved } };
}

/** `<plugin>/<skill>`, or the whole path in the plugin where two skills have the same folder's name. */
function placeSkills(
  plugin: string,
  { root, folders }: OpenedPlugin,
): readonly { readonly folder: string; readonly target: string }[] {
  const last = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1);
  const names = folders.map(last);
  return folders.map((folder) => {
    if (folder === root) return { folder, target: plugin };
    const isOnly = names.filter((name) => name === last(folder)).length === 1;
    const inPlugin = root === "." ? folder : folder.slice(root.length + 1);
    return { folder, target: join(plugin, isOnly ? last(folder) : inPlugin) };
  });
}
