import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { SkillError } from "../../core/errors.ts";
import { createSkillRegistry } from "../../core/registry/create-skill-registry.ts";
import type { SkillRegistry } from "../../core/registry/skill-registry.ts";
import { refusedSkillId } from "../../core/source/skill-id.ts";
import type { SkillSource } from "../../core/source/skill-source.ts";
import type { StaticSkills } from "../../core/source/static-skill-source.ts";
import { announceChanges } from "./client/announce-changes.ts";
import { buildServer, type ServerParts } from "./client/build-server.ts";
import { type ConnectedClient, connectTransport } from "./client/connect-transport.ts";
import { declaresSkills } from "./client/declares-skills.ts";
import { discreetApprovals } from "./client/discreet-approvals.ts";
import { SkillsetPool } from "./client/skillset-pool.ts";
import { createHttpHandler, type HttpEndpoint } from "./http/create-http-handler.ts";
import { resolveHandlerOptions } from "./http/handler-options.ts";
import { loadSkillsExtension } from "./load-mcp-server.ts";
import type { McpSkillServer, McpSkillServerOptions } from "./mcp-skill-server.ts";
import { extensionSource } from "./publish/extension-source.ts";
import { type PublishedChanges, SkillPublisher } from "./publish/skill-publisher.ts";
import { truthfulRegistry } from "./publish/truthful-registry.ts";

/** Serves skills over MCP: as the extension, and as tools, prompts and resources for clients without it. */
export function createMcpSkillServer(
  skills: SkillRegistry | SkillSource | StaticSkills,
  options: McpSkillServerOptions = {},
): McpSkillServer {
  const { registry, disproved } = truthfulRegistry(
    isRegistry(skills) ? skills : createSkillRegistry(skills),
    (problem) => {
      publisher.report(problem);
      announce();
    },
  );
  const { publisher, parts } = resolveParts(registry, options);
  const { onError } = options;
  const connections = new Set<ConnectedClient>();
  const endpoints = new Set<HttpEndpoint>();
  const stops = new Set<() => void>();
  let isClosed = false;

  const announce = (): void => {
    for (const connection of connections) {
      const mcp = connection.server();
      if (mcp !== undefined) announceChanges(mcp);
    }
    for (const endpoint of endpoints) endpoint.announce();
  };
  /** Takes the catalog as it is now, reads again what clients may know, and tells them what is another. */
  const renew = async (): Promise<PublishedChanges> => {
    const { added, removed, changed } = await publisher.renew();
    const differs = await publisher.reread();
    const isNew = new Set(added);
    const all = [...new Set([...changed, ...differs])].filter((uri) => !isNew.has(uri)).sort();
    const changes = { added, removed, changed: all };
    if (countOf(changes) > 0) announce();
    return changes;
  };
  const assertOpen = (): void => {
    if (isClosed) throw new SkillError("source-unavailable", "This server is closed.");
  };

  return {
    connect: async (transport) => {
      assertOpen();
      let declares: boolean | undefined;
      const connection = await connectTransport(
        {
          build: () => buildServer(parts, declares === true),
          hear: (message) => (declares = declaresSkills(message) ?? declares),
        },
        transport,
        onError,
      );
      if (isClosed) await connection.close({ graceMs: 0 });
      assertOpen();
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    handler: (handlerOptions = {}) => {
      assertOpen();
      const endpoint = createHttpHandler(
        (body) => buildServer(parts, declaresSkills(body) === true),
        resolveHandlerOptions(handlerOptions),
        onError,
      );
      endpoints.add(endpoint);
      return endpoint.handle;
    },
    reload: async () => {
      await publisher.begin();
      await registry.refresh();
      return renew();
    },
    watch: async (onChange) => {
      assertOpen();
      await publisher.begin();
      let last = Promise.resolve();
      let isWaiting = false;
      const update = async (): Promise<void> => {
        isWaiting = false;
        const changes = await renew();
        if (countOf(changes) > 0) onChange?.(changes);
      };
      const onReported = (): void => {
        // One after the other, and one for all that is reported in the meantime: it reads every skill that clients know.
        if (isWaiting) return;
        isWaiting = true;
        last = last.then(update).catch((error: unknown) => {
          onError?.(error instanceof Error ? error : new Error(String(error)));
        });
      };
      const stop = await registry.watch(onReported, { files: true });
      // It may have been closed in the meantime.
      if (isClosed) stop();
      else stops.add(stop);
      return () => {
        stops.delete(stop);
        stop();
      };
    },
    unpublished: async () => {
      const found = await publisher.unpublished();
      const told = new Set(found.map(({ id }) => id));
      return [...found, ...disproved().filter(({ id }) => !told.has(id))];
    },
    clients: () => connections.size + [...endpoints].reduce((sum, endpoint) => sum + endpoint.sessions(), 0),
    close: async ({ graceMs = 10_000 } = {}) => {
      isClosed = true;
      for (const stop of stops) stop();
      stops.clear();
      await Promise.all([
        ...[...connections].map((connection) => connection.close({ graceMs })),
        ...[...endpoints].map((endpoint) => endpoint.close(graceMs)),
      ]);
    },
  };
}

function countOf({ added, removed, changed }: PublishedChanges): number {
  return added.length + removed.length + changed.length;
}

function resolveParts(
  registry: SkillRegistry,
  options: McpSkillServerOptions,
): { readonly publisher: SkillPublisher; readonly parts: ServerParts } {
  const { name = "tradecraft", version = "0.0.0", tools = "auto", prompts = "auto", index = false } = options;
  const { allow, pageSize, cache = {}, onError, directoryRead = true, directories = false, budget = 4000 } = options;
  const { scripts, approve, approvals, ownTools = [], freshMs = 2000 } = options;
  if (pageSize !== undefined && !(Number.isSafeInteger(pageSize) && pageSize > 0))
    throw new TypeError("pageSize must be a positive whole number");
  const prefix = resolvePrefix(options.prefix);
  const publisher = new SkillPublisher(registry, { allow, prefix, pageSize, onReport: options.onReport });
  const { ttlMs = 0, scope: cacheScope = "private" } = cache;
  if (!(Number.isSafeInteger(ttlMs) && ttlMs >= 0))
    throw new TypeError("cache.ttlMs must be a whole number, 0 or more");
  if (cacheScope !== "private" && cacheScope !== "public")
    throw new TypeError('cache.scope must be "private" or "public"');
  const source = extensionSource(registry, publisher, { index, directoryRead, folderPageSize: pageSize ?? 200 });
  let made: SkillsExtension | undefined;
  const extension = async (): Promise<SkillsExtension> => {
    const official = await loadSkillsExtension();
    return (made ??= new official.SkillsExtension({
      source,
      cacheHint: { ttlMs, cacheScope },
      onWarning: ({ path, message }) => onError?.(new Error(`${path}: ${message}`)),
    }));
  };
  const pool = new SkillsetPool(registry, {
    allow,
    budget,
    directories,
    // What is approved must be what is there now.
    freshMs: scripts === undefined ? freshMs : 0,
    otherTools: ownTools.map((tool) => tool.name),
    ...(scripts !== undefined && { scripts }),
    ...(approve !== undefined && { approve }),
    ...(approvals !== undefined && { approvals: discreetApprovals(approvals, onError) }),
  });
  const info = { name, version };
  return { publisher, parts: { info, extension, publisher, pool, tools, prompts, ownTools, index, pageSize, onError } };
}

function resolvePrefix(prefix: string | undefined): string[] {
  if (prefix === undefined || prefix === "") return [];
  const problem = refusedSkillId(prefix);
  if (problem !== undefined) throw new TypeError(`prefix is refused: ${problem}`);
  return prefix.split("/");
}

function isRegistry(value: object): value is SkillRegistry {
  return "catalog" in value && typeof value.catalog === "function";
}
