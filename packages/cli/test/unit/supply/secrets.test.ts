import type { FetchContext, ProjectSource } from "@tradecraft/sdk/supply";
import { expect, it } from "vitest";
import { openMcpSource } from "../../../src/supply/open-mcp-source.ts";
import { shownSource, shownSources } from "../../../src/supply/shown-source.ts";
import { shownText } from "../../../src/supply/source-text/source-text-error.ts";
import { runCli } from "../../helpers/run-cli.ts";

const context = { limits: { timeout: 5_000 } } as FetchContext;

it.each<[ProjectSource, object]>([
  [
    { type: "git", url: "https://tok:PW@git.example/x.git", ref: "main" },
    { type: "git", url: "https://git.example/x.git", ref: "main" },
  ],
  [
    { type: "mcp", url: "https://hub.example/mcp?key=PW" },
    { type: "mcp", url: "https://hub.example/mcp" },
  ],
  [
    { type: "npm", package: "p", version: "1.0.0", registry: "https://tok:PW@npm.example/" },
    { type: "npm", package: "p", version: "1.0.0", registry: "https://npm.example/" },
  ],
  [
    { type: "file", path: "./a" },
    { type: "file", path: "./a" },
  ],
])("%j is shown without secrets", (source, shown) => {
  expect(shownSource(source)).toEqual(shown);
  expect(shownSources({ x: source })).toEqual({ x: shown });
});

it.each([
  ["https://tok:PW@x.example/a", "https://…@x.example/a"],
  ["github:https://tok:PW@x.example/a", "github:https://…@x.example/a"],
  ["mcp+https://x.example/a?key=PW#main", "mcp+https://x.example/a?…#main"],
  ["owner/repo@skill#v1", "owner/repo@skill#v1"],
  [`https://${"PW".repeat(100)}@x.example/`, "https://…@x.example/"],
])("%s comes back as %s", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

it.each([
  ["https://tok:PW@127.0.0.1:1/mcp?key=PW", "https://127.0.0.1:1/mcp does not answer"],
  ["http://127.0.0.1:1/mcp?key=PW", "http://127.0.0.1:1/mcp does not answer"],
  ["http://hub.example/mcp?key=PW", "http://hub.example/mcp: only https"],
  ["https://tok:PW@", '"https://" is no address of an MCP server'],
  ["hub.example", '"hub.example" is no address of an MCP server'],
])("an MCP server at %s fails without its secrets", async (url, message) => {
  const error: unknown = await openMcpSource({ type: "mcp", url }, context).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "source-unavailable", message: expect.stringContaining(message) });
  expect(JSON.stringify(error)).not.toMatch(/PW|tok/);
});

it.each([
  ["add", "https://x.example/SKILL.md?key=PW", "--ref", "main"],
  ["add", "mcp+https://x.example/mcp?key=PW#main"],
  ["add", "github:https://tok:PW@x.example/a"],
  ["add", "npm:https://tok:PW@x.example/a"],
  ["add", "https://x.example/SKILL.md?key=PW"],
])("%s %s tells no secret", async (...argv) => {
  const { code, stdout, stderr } = await runCli(argv, { cwd: "/", env: {} });
  expect([code, `${stdout}${stderr}`]).toEqual([2, expect.not.stringContaining("PW")]);
});
