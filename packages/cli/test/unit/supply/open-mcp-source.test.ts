import type { FetchContext } from "@tradecraft/sdk/supply";
import { expect, it, onTestFinished, vi } from "vitest";
import { openMcpSource } from "../../../src/supply/open-mcp-source.ts";

it("says what to install where the client of MCP is absent", async () => {
  const name = "@modelcontextprotocol/client";
  vi.doMock(name, () => {
    throw new Error("Cannot find package");
  });
  onTestFinished(() => vi.doUnmock(name));
  const context = { limits: { timeout: 5_000 } } as FetchContext;
  await expect(openMcpSource({ type: "mcp", url: "http://127.0.0.1:1/mcp" }, context)).rejects.toMatchObject({
    code: "package-missing",
    message: expect.stringContaining(`npm install ${name}`),
    facts: { package: name },
  });
});
