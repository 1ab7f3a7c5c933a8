import { hostOfClient } from "@tradecraft/sdk/workflow/mcp";
import { expect, it } from "vitest";
import { withoutPaths } from "../../../../src/run/mcp/without-paths.ts";

it.each([
  ["claude-code", "claude-code"],
  ["codex-mcp-client", "codex"],
  ["cursor-vscode", "cursor"],
  ["Cline", "cline"],
  ["Roo Code", "roo-code"],
  ["Kilo Code", "kilo-code"],
  ["gemini-cli-mcp-client", "gemini-cli"],
  ["opencode", "opencode"],
  ["amp-mcp-client", "amp"],
  ["claude-ai", "generic"],
  ["ample", "generic"],
  ["__proto__", "generic"],
  [undefined, "generic"],
])("the client %s belongs to %s", (client, host) => {
  expect(hostOfClient(client)).toBe(host);
});

it("an author's own hosts are known, too", () => {
  expect(hostOfClient("house-agent", [{ name: "house-agent", tools: [] }])).toBe("house-agent");
});

it.each([
  ["ENOENT: open '/home/me/skill/references/a.md'", "ENOENT: open 'a.md'"],
  ["It is in /var/lib/x/.", "It is in ."],
  [String.raw`open C:\Users\me\key.pem failed`, "open key.pem failed"],
  [
    "See https://a.example/b/c and src/run/a.ts, 1/2 or /start",
    "See https://a.example/b/c and src/run/a.ts, 1/2 or /start",
  ],
])("%s is told as %s", (message, told) => {
  expect(withoutPaths(message)).toBe(told);
});
