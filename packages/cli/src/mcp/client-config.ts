import { stringifyJson } from "../report/stringify-json.ts";
import { UsageError } from "../usage-error.ts";
import type { Launch } from "./launch.ts";
import { toToml } from "./to-toml.ts";

/** A server to start, or one that listens already. */
export type ConfiguredServer =
  | Launch
  | { readonly url: string; /** Undefined where none is needed. */ readonly token: string | undefined };

/** What to put into the configuration of a client. */
export interface ClientConfig {
  readonly text: string;
  /** Where it goes. */
  readonly where: string;
  /** What else there is to do. */
  readonly notes: readonly string[];
}

interface ClientFormat {
  readonly where: string;
  /** The key under which servers stand. */
  readonly key: string;
  readonly stdio?: Readonly<Record<string, string>>;
  readonly http?: { readonly url: string; readonly more?: Readonly<Record<string, string>> };
  /** How the client takes a token from its environment, so that it stands in no file; undefined where it cannot. */
  readonly variable?: string;
}

const name = "tradecraft";
const variable = "TRADECRAFT_MCP_TOKEN";
const input = { type: "promptString", id: "tradecraft-token", description: "Token of tradecraft mcp", password: true };

/** Every client but Codex, whose configuration is TOML. */
const formats: Readonly<Record<string, ClientFormat>> = {
  "claude-code": {
    where: ".mcp.json in the project",
    key: "mcpServers",
    stdio: { type: "stdio" },
    http: { url: "url", more: { type: "http" } },
    variable: `\${${variable}}`,
  },
  "claude-desktop": {
    where:
      "claude_desktop_config.json: Settings, Developer, Edit Config (macOS: ~/Library/Application Support/Claude, Windows: %APPDATA%\\Claude)",
    key: "mcpServers",
  },
  cursor: {
    where: "~/.cursor/mcp.json, or .cursor/mcp.json in the project",
    key: "mcpServers",
    http: { url: "url" },
    variable: `\${env:${variable}}`,
  },
  vscode: {
    where: ".vscode/mcp.json in the project, or the command MCP: Open User Configuration",
    key: "servers",
    stdio: { type: "stdio" },
    http: { url: "url", more: { type: "http" } },
    variable: `\${input:${input.id}}`,
  },
  gemini: {
    where: "~/.gemini/settings.json, or .gemini/settings.json in the project",
    key: "mcpServers",
    http: { url: "httpUrl" },
    variable: `$${variable}`,
  },
  windsurf: {
    where: "~/.codeium/windsurf/mcp_config.json",
    key: "mcpServers",
    http: { url: "serverUrl" },
    variable: `\${env:${variable}}`,
  },
  zed: {
    where: "settings.json of Zed: the command zed: open settings",
    key: "context_servers",
    stdio: { source: "custom" },
    http: { url: "url" },
  },
};

/** The configuration of a client for this server. */
export function clientConfig(client: string, server: ConfiguredServer): ClientConfig {
  if (client === "codex") return codexConfig(server);
  const format = formats[client] as ClientFormat;
  const { where, key } = format;
  if ("command" in server) {
    const { command, args } = server;
    return { text: stringifyJson({ [key]: { [name]: { ...format.stdio, command, args } } }), where, notes: [] };
  }
  const { url, token } = server;
  if (format.http === undefined)
    throw new UsageError("option-value", `${client} starts its servers itself; leave out --http`);
  const value = format.variable ?? token;
  const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${value}` } };
  const entry = { ...format.http.more, [format.http.url]: url, ...headers };
  const inputs = client === "vscode" && token !== undefined ? { inputs: [input] } : {};
  return {
    text: stringifyJson({ ...inputs, [key]: { [name]: entry } }),
    where,
    notes: token === undefined ? [] : [tokenNote(client, format)],
  };
}

function codexConfig(server: ConfiguredServer): ClientConfig {
  const where = "~/.codex/config.toml";
  const table = `mcp_servers.${name}`;
  if ("command" in server) {
    const { command, args } = server;
    return { text: toToml(table, { command, args }), where, notes: [] };
  }
  const { url, token } = server;
  return token === undefined
    ? { text: toToml(table, { url }), where, notes: [] }
    : {
        text: toToml(table, { url, bearer_token_env_var: variable }),
        where,
        notes: [`Set ${variable} where codex runs`],
      };
}

function tokenNote(client: string, format: ClientFormat): string {
  if (format.variable === undefined) return "The token stands in it: keep the file to yourself";
  return client === "vscode" ? "VS Code asks for the token" : `Set ${variable} where ${client} runs`;
}
