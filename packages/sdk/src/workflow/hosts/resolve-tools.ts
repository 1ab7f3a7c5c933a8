import { mergePrimitives } from "../primitives/merge-primitives.ts";
import type { Primitive } from "../primitives/primitive.ts";
import type { Handshake, HostDefinition } from "./host.ts";
import { knownHost } from "./known-host.ts";

/** What tools are resolved with. */
export interface ResolveToolsOptions {
  /** Hosts beside those of the registry, or in place of one. */
  readonly hosts?: readonly HostDefinition[];
  /** Primitives beside the six, or in place of one. */
  readonly primitives?: readonly Primitive[];
}

/** The tools an agent has, and the one that serves each tag. */
export interface ResolvedTools {
  readonly toolsAvailable: readonly string[];
  /** The tool for a primitive's tag; undefined if the agent has none. */
  readonly toolFor: (tag: string) => string | undefined;
}

/**
 * Finds out which tools an agent has. Agents tend to report few of them: what one reports is added to what its host is known
 * to have. Without a report the host's list is taken; a sub-agent's report, if there is one, is complete.
 */
export function resolveTools(handshake: Handshake, options: ResolveToolsOptions = {}): ResolvedTools {
  const host = options.hosts?.find(({ name }) => name === handshake.host) ?? knownHost(handshake.host);
  const known = host?.tools ?? [];
  const reported = (handshake.tools ?? []).filter((tool) => typeof tool === "string" && tool.trim() !== "");
  const complete = handshake.isSubagent === true && reported.length > 0;
  const toolsAvailable = Object.freeze([...new Set(complete ? reported : [...reported, ...known])]);

  const has = new Set(toolsAvailable);
  const byTag = new Map<string, string>();
  for (const { tag, tools } of mergePrimitives(options.primitives ?? [])) {
    const preferred = host?.prefer && Object.hasOwn(host.prefer, tag) ? host.prefer[tag] : undefined;
    const tool = [...(preferred === undefined ? [] : [preferred]), ...tools].find((name) => has.has(name));
    if (tool !== undefined) byTag.set(tag, tool);
  }
  return Object.freeze({ toolsAvailable, toolFor: (tag: string) => byTag.get(tag) });
}
