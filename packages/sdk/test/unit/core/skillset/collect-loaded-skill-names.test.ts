import { describe, expect, it } from "vitest";
import { collectLoadedSkillNames } from "@tradecraft/sdk";

describe("names of loaded skills come from", () => {
  const expected = ["a", "b"];
  it.each<[string, unknown[]]>([
    [
      "AI SDK v5 and v6 model messages",
      [
        { role: "system", content: "load_skill" },
        { role: "user", content: [{ type: "text", text: "load_skill a" }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "x" },
            { type: "tool-call", toolCallId: "1", toolName: "load_skill", input: { name: "a" } },
            { type: "tool-call", toolCallId: "2", toolName: "other", input: { name: "no" } },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "1", toolName: "load_skill", output: { type: "text", value: "x" } },
          ],
        },
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "3", toolName: "load_skill", input: { name: "b" } }],
        },
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "4", toolName: "load_skill", input: { name: "a" } }],
        },
      ],
    ],
    [
      "AI SDK v4 model messages",
      [
        {
          role: "assistant",
          content: ["a", "b"].map((name) => ({ type: "tool-call", toolName: "load_skill", args: { name } })),
        },
      ],
    ],
    [
      "AI SDK UI messages",
      [
        {
          id: "1",
          role: "assistant",
          parts: [
            { type: "step-start" },
            { type: "tool-load_skill", toolCallId: "1", state: "output-available", input: { name: "a" }, output: "x" },
            {
              type: "dynamic-tool",
              toolName: "load_skill",
              toolCallId: "2",
              state: "output-available",
              input: { name: "b" },
            },
            { type: "tool-load_skill_now", input: { name: "no" } },
          ],
        },
      ],
    ],
    [
      "OpenAI chat messages",
      [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "1", type: "function", function: { name: "load_skill", arguments: '{"name":"a"}' } },
            { id: "2", type: "function", function: { name: "load_skill", arguments: '{"name":' } },
            { id: "3", type: "function", function: { name: "load_skill", arguments: '{"name":"b","reload":true}' } },
          ],
        },
        { role: "tool", tool_call_id: "1", content: "x" },
      ],
    ],
    [
      "OpenAI response items",
      [
        { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
        { type: "function_call", call_id: "1", name: "load_skill", arguments: '{"name":"a"}' },
        { type: "function_call_output", call_id: "1", output: "x" },
        { type: "function_call", call_id: "2", name: "load_skill", arguments: '{"name":"b"}' },
      ],
    ],
    [
      "Anthropic messages",
      [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "x" },
            { type: "tool_use", id: "1", name: "load_skill", input: { name: "a" } },
            { type: "tool_use", id: "2", name: "load_skill", input: { name: "b" } },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] },
      ],
    ],
  ])("%s", (_, messages) => {
    expect(collectLoadedSkillNames(messages)).toEqual(expected);
  });

  it("tools of other names too", () => {
    const messages = [
      { role: "assistant", content: [{ type: "tool_use", name: "query_skill", input: { skill_name: "a" } }] },
    ];
    expect(collectLoadedSkillNames(messages, { tools: "haiku" })).toEqual(["a"]);
    expect(collectLoadedSkillNames(messages)).toEqual([]);
  });

  it("no garbage", () => {
    const call = (input: unknown): unknown => ({ content: [{ type: "tool_use", name: "load_skill", input }] });
    const garbage = [
      null,
      undefined,
      5,
      "load_skill",
      [],
      {},
      { content: 5 },
      { content: [null, 5, "x", [], { type: 5 }] },
      { parts: {} },
      { tool_calls: [null, {}, { function: null }, { function: { name: "load_skill" } }] },
      { tool_calls: [{ function: { name: "load_skill", arguments: "null" } }] },
      { type: "function_call", name: "load_skill", arguments: "[" },
      { type: "function_call", name: "load_skill", arguments: '{"name":5}' },
      call(null),
      call("a"),
      call({ name: "" }),
      call({ name: ["a"] }),
      call(JSON.parse('{"__proto__":{"name":"a"}}')),
      { parts: [{ type: "tool-", input: { name: "a" } }, { type: "tool-load_skill" }] },
    ];
    expect(collectLoadedSkillNames(garbage)).toEqual([]);
    expect(collectLoadedSkillNames([])).toEqual([]);
  });
});
