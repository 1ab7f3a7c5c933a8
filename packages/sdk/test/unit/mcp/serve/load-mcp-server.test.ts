import { CLIENT_CAPABILITIES_META_KEY, McpServer, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DIRECTORY_MIME_TYPE, SKILLS_EXTENSION_ID, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { expect, it } from "vitest";
import { SKILLS_EXTENSION } from "../../../../src/mcp/host/mcp-client.ts";
import { clientCapabilitiesKey } from "../../../../src/mcp/serve/client/declares-skills.ts";
import { loadMcpServer, loadSkillsExtension, throwMissingServer } from "../../../../src/mcp/serve/load-mcp-server.ts";
import { folderMediaType } from "../../../../src/mcp/serve/publish/list-published-folder.ts";
import { rpcCodes } from "../../../../src/mcp/serve/rpc-error.ts";

it("loads the official server", async () => {
  expect((await loadMcpServer()).McpServer).toBe(McpServer);
  expect((await loadSkillsExtension()).SkillsExtension).toBe(SkillsExtension);
});

it("says what to install where it is absent", () => {
  const cause = new Error("Cannot find package");
  let thrown: unknown;
  try {
    throwMissingServer(cause);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    code: "package-missing",
    message: expect.stringContaining("npm install @modelcontextprotocol/server") as string,
    facts: { package: "@modelcontextprotocol/server" },
    cause,
  });
});

it("what is written down here is what the official package says", () => {
  expect(SKILLS_EXTENSION).toBe(SKILLS_EXTENSION_ID);
  expect(clientCapabilitiesKey).toBe(CLIENT_CAPABILITIES_META_KEY);
  expect(folderMediaType).toBe(DIRECTORY_MIME_TYPE);
  expect(rpcCodes.invalidParams).toBe(ProtocolErrorCode.InvalidParams);
  expect(rpcCodes.internalError).toBe(ProtocolErrorCode.InternalError);
});
