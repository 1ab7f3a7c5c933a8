import type { HostDefinition } from "../../workflow/hosts/host.ts";
import { HOST_REGISTRY } from "../../workflow/hosts/host-registry.ts";

/** Names that clients give themselves and that do not begin with their host's. */
const aliases: Readonly<Record<string, string>> = {
  kilo: "kilo-code",
  kilocode: "kilo-code",
  roo: "roo-code",
  "roo-cline": "roo-code",
  roocode: "roo-code",
};

/**
 * The host that an MCP client belongs to, by the name it gives itself: `codex-mcp-client` is codex, `cursor-vscode` is
 * cursor. `generic` for one that nobody knows.
 */
export function hostOfClient(client: string | undefined, own: readonly HostDefinition[] = []): string {
  const name = (client ?? "").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const hosts = [...own, ...HOST_REGISTRY].map((host) => host.name);
  const known = hosts
    .filter((host) => name === host || name.startsWith(`${host}-`))
    .toSorted((one, other) => other.length - one.length)[0];
  return known ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? "generic";
}
