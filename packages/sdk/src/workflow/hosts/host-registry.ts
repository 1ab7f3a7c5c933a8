import type { HostDefinition } from "./host.ts";
import { knownHost, knownHostNames } from "./known-host.ts";

/** The hosts that are known, with their tools. */
export const HOST_REGISTRY: readonly HostDefinition[] = Object.freeze(
  knownHostNames().flatMap((name) => knownHost(name) ?? []),
);
