import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, runNode } from "../../../../../tools/run.mjs";

// As a user runs them: a process of its own, and the built package by its name.
describe("examples", () => {
  it.each([
    ["ai-sdk-agent", "answer: There are 4 orders."],
    ["skills-with-code", "subagent It is 3."],
    ["ag-ui-server", "the client's state is the server's"],
    ["workflows", 'Interrupted at "migrate", taken up by a second engine'],
    ["openai-tools", "Responses: There are 4 orders."],
    ["anthropic-tools", "Messages: There are 4 orders."],
  ])("%s runs, and finds nothing wrong", (name, line) => {
    const { code, output } = runNode(join(root, "examples", name, "run.mjs"));
    expect(output).toContain(line);
    expect(code).toBe(0);
  });
});
