import { SKILL_TOOL_PRESETS, SkillError, type SkillTool } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { loadTool } from "../../../../src/mcp/serve/client/load-tool.ts";

const names = SKILL_TOOL_PRESETS.standard;
const { name, reload } = names.load.parameters;

function made(text: (id: string) => Promise<string>): { tool: SkillTool; asked: unknown[] } {
  const asked: unknown[] = [];
  const own: SkillTool = {
    name: names.load.name,
    description: "Loads.",
    inputSchema: {
      type: "object",
      properties: { [name]: { type: "string" }, [reload]: { type: "boolean" } },
      required: [name],
      additionalProperties: false,
    },
    execute: async (input) => {
      asked.push(input);
      return "own";
    },
  };
  return { tool: loadTool(own, { names, text, isPlain: (id) => id === "plain", own: async () => own }), asked };
}

describe("loadTool", () => {
  it("gives what all clients get, and asks the client's own tool for the rest", async () => {
    const { tool, asked } = made(async (id) => `text of ${id}`);
    expect(await tool.execute({ [name]: "plain" })).toBe("text of plain");
    expect(asked).toEqual([]);
    for (const input of [{ [name]: "code" }, {}, undefined]) expect(await tool.execute(input)).toBe("own");
    expect(asked[0]).toEqual({ [name]: "code", [reload]: true });
  });

  it("lets the client's own tool say what is wrong", async () => {
    const { tool } = made(() => Promise.reject(new SkillError("file-unreadable", "no")));
    expect(await tool.execute({ [name]: "plain" })).toBe("own");
    const broken = made(() => Promise.reject(new Error("bug")));
    await expect(broken.tool.execute({ [name]: "plain" })).rejects.toThrow("bug");
  });

  it("does not offer to load again: it always does", () => {
    expect(Object.keys(made(async () => "").tool.inputSchema.properties)).toEqual([name]);
  });
});
