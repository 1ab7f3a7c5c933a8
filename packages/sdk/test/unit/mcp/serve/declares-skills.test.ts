import { describe, expect, it } from "vitest";
import { declaresSkills } from "../../../../src/mcp/serve/client/declares-skills.ts";

const id = "io.modelcontextprotocol/skills";
const envelope = (capabilities: unknown) => ({
  method: "tools/list",
  params: { _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } },
});
const handshake = (capabilities: unknown) => ({ method: "initialize", params: { capabilities } });

describe("declaresSkills", () => {
  it.each([handshake, envelope])("reads what a client declares", (message) => {
    expect(declaresSkills(message({ extensions: { [id]: {} } }))).toBe(true);
    expect(declaresSkills(message({ extensions: { other: {} } }))).toBe(false);
    expect(declaresSkills(message({ extensions: { [id]: true } }))).toBe(false);
    expect(declaresSkills(message({}))).toBe(false);
  });

  it("knows nothing from other messages", () => {
    const others = [
      undefined,
      null,
      1,
      "x",
      [],
      {},
      handshake(1),
      { method: "tools/list", params: { capabilities: {} } },
    ];
    for (const message of others) expect(declaresSkills(message)).toBeUndefined();
  });
});
