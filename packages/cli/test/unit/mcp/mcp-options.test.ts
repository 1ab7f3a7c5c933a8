import { describe, expect, it } from "vitest";
import { parseCommandArgs } from "../../../src/args/parse-command-args.ts";
import { COMMANDS } from "../../../src/commands.ts";
import { allowMatcher, unmatched } from "../../../src/mcp/allow-matcher.ts";
import { type McpOptions, readMcpOptions } from "../../../src/mcp/mcp-options.ts";
import { localUrl, parseListen } from "../../../src/mcp/parse-listen.ts";

const spec = COMMANDS.find(({ name }) => name === "mcp") ?? expect.fail("there is no mcp command");

function read(args: readonly string[], env: Record<string, string> = {}): McpOptions {
  return readMcpOptions(parseCommandArgs(spec, args), { argv: ["mcp", ...args], env });
}

describe("parseListen", () => {
  it.each([
    ["8808", "127.0.0.1", true],
    ["localhost:8808", "localhost", true],
    ["127.9.9.9:8808", "127.9.9.9", true],
    ["[::1]:8808", "::1", true],
    ["0.0.0.0:8808", "0.0.0.0", false],
    ["[::]:8808", "::", false],
    ["skills.example.com:8808", "skills.example.com", false],
    // A name that only begins like this machine's.
    ["127.0.0.1.example.com:8808", "127.0.0.1.example.com", false],
    ["localhost.example.com:8808", "localhost.example.com", false],
  ])("reads %s", (text, host, isLoopback) => {
    const urlHost = host.includes(":") ? `[${host}]` : host;
    expect(parseListen(text)).toEqual({ host, urlHost, port: 8808, isLoopback });
  });

  it.each(["", ":8808", "65536", "host", "host:", "::1:8808", "http://host:8808", "a b:1", "-1"])(
    "refuses %j",
    (text) => {
      expect(() => parseListen(text)).toThrow("--http must be a port or host:port");
    },
  );

  it.each([
    ["0.0.0.0:1", "http://127.0.0.1:1/mcp"],
    ["[::]:1", "http://[::1]:1/mcp"],
    ["localhost:1", "http://localhost:1/mcp"],
  ])("knows how a program of this machine calls %s", (text, url) => {
    expect(localUrl(parseListen(text))).toBe(url);
  });
});

describe("readMcpOptions", () => {
  it("reads what may be given several times", () => {
    const options = read(["a", "--allow", "x", "b", "--allow=y-*", "--scripts", "--tools", "--index", "--watch"]);
    expect(options).toMatchObject({
      paths: ["a", "b"],
      allow: ["x", "y-*"],
      scripts: true,
      tools: true,
      index: true,
      watch: true,
    });
    expect(options.http).toBeUndefined();
    const origins = ["https://a.example", "http://localhost:3000", "vscode-webview://abc"];
    expect(read(["--http", "1", ...origins.flatMap((origin) => ["--origin", origin])]).origins).toEqual(origins);
  });

  it("takes the token from the command line, else from the environment", () => {
    const env = { TRADECRAFT_MCP_TOKEN: "env" };
    expect(read(["--http", "0.0.0.0:1"], env).token).toBe("env");
    expect(read(["--http", "1", "--token", "own"], env).token).toBe("own");
    expect(read(["--http", "1"], { TRADECRAFT_MCP_TOKEN: "" }).token).toBeUndefined();
    expect(read([], env).token).toBeUndefined();
  });

  it.each([
    [["--http", "0.0.0.0:1"], "Others can call 0.0.0.0: set TRADECRAFT_MCP_TOKEN or give --token <text>"],
    [["--http", "[::]:1"], "Others can call ::"],
    [["--token", "x"], "--token goes with --http"],
    [["--origin", "https://a.example"], "--origin goes with --http"],
    [["--http", "1", "--origin", "*"], "--origin must be as https://app.example.com"],
    [["--http", "1", "--origin", "https://a.example/app"], 'did you mean "https://a.example"?'],
    [["--json", "--print-config", "zed"], "do not go together"],
    [["--print-config", "cursr"], 'did you mean "cursor"?'],
  ])("refuses %j", (args, message) => {
    expect(() => read(args)).toThrow(message);
  });

  it("does not repeat a token that nobody could send", () => {
    const refusal = (): unknown => read(["--http", "1", "--token", "my secret"]);
    expect(refusal).toThrow("--token must be made of ASCII");
    expect(refusal).not.toThrow("my secret");
  });
});

describe("allow", () => {
  it("knows ids and patterns, and nothing else", () => {
    const isAllowed = allowMatcher(["pdf", "git-*", "a.c", "*/tea"]);
    const ids = ["pdf", "pdfs", "git-", "git-log", "abc", "a.c", "acme/tea", "tea"];
    expect(ids.filter(isAllowed)).toEqual(["pdf", "git-", "git-log", "a.c", "acme/tea"]);
    expect(["pdf", ""].map(allowMatcher([]))).toEqual([true, true]);
    expect(unmatched(["pdf", "pfd", "x*"], ids)).toEqual(["pfd", "x*"]);
  });
});
