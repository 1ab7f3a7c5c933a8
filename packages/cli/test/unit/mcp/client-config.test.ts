import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/commands.ts";
import { clientConfig } from "../../../src/mcp/client-config.ts";
import { toToml } from "../../../src/mcp/to-toml.ts";

const clients = COMMANDS.find(({ name }) => name === "mcp")?.options["print-config"]?.choices ?? [];
const launch = { command: "C:\\node.exe", args: ['/a "b"/bin.js', "mcp", "/skills/敬語"] };
const url = "http://127.0.0.1:8808/mcp";

/** Tables of texts and lists of texts: of these, each value that TOML allows is JSON too. */
function parseToml(text: string): Record<string, unknown> {
  const [table = "", ...lines] = text.trimEnd().split("\n");
  expect(table).toMatch(/^\[[\w.]+\]$/);
  const entries = lines.map((line): [string, unknown] => {
    const [, key = "", value = ""] = /^(\w+) = (.+)$/.exec(line) ?? expect.fail(`no TOML: ${line}`);
    return [key, JSON.parse(value)];
  });
  return { [table.slice(1, -1)]: Object.fromEntries(entries) };
}

const parse = (client: string, text: string): Record<string, unknown> =>
  client === "codex" ? parseToml(text) : (JSON.parse(text) as Record<string, unknown>);

describe("clientConfig", () => {
  it("knows eight clients", () => expect(clients).toHaveLength(8));

  it.each(clients)("starts a server for %s", (client) => {
    const { text, where, notes } = clientConfig(client, launch);
    expect(JSON.stringify(parse(client, text))).toContain(JSON.stringify(launch).slice(1, -1));
    expect(where).toMatch(/\.(json|toml)/);
    expect(notes).toEqual([]);
  });

  it.each([
    ["claude-code", { mcpServers: { tradecraft: { type: "http", url } } }],
    ["cursor", { mcpServers: { tradecraft: { url } } }],
    ["vscode", { servers: { tradecraft: { type: "http", url } } }],
    ["codex", { "mcp_servers.tradecraft": { url } }],
    ["gemini", { mcpServers: { tradecraft: { httpUrl: url } } }],
    ["windsurf", { mcpServers: { tradecraft: { serverUrl: url } } }],
    ["zed", { context_servers: { tradecraft: { url } } }],
  ])("calls a server for %s", (client, config) => {
    expect(parse(client, clientConfig(client, { url, token: undefined }).text)).toEqual(config);
  });

  it.each(clients.filter((client) => client !== "claude-desktop"))("keeps a token out of the file of %s", (client) => {
    const { text, notes } = clientConfig(client, { url, token: "s3cret" });
    parse(client, text);
    // Zed cannot take it from elsewhere, and its note says so.
    expect(text.includes("s3cret")).toBe(client === "zed");
    expect(notes).toHaveLength(1);
    expect(text).toContain(
      { vscode: "${input:tradecraft-token}", zed: "Bearer s3cret" }[client] ?? "TRADECRAFT_MCP_TOKEN",
    );
  });

  it("refuses what a client cannot do", () => {
    expect(() => clientConfig("claude-desktop", { url, token: undefined })).toThrow("leave out --http");
  });
});

it("writes TOML as the specification has it", () => {
  const text = toToml("a.b", { text: 'a"b\\c\n\u007f\u{e0001}é', list: ["", "x"] });
  expect(text).toBe('[a.b]\ntext = "a\\"b\\\\c\\u000a\\u007f\\U000e0001é"\nlist = ["", "x"]\n');
});
