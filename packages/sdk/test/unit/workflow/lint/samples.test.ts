import { type } from "arktype";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../../src/core/code/code-tool.ts";
import { schemaFromJson } from "../../../../src/core/code/schema-from-json.ts";
import { recordingTools } from "../../../../src/workflow/lint/recording-tools.ts";
import { responseSlots } from "../../../../src/workflow/lint/response-slots.ts";
import { anything, choicePointsOf, SAMPLE_TEXT, sampleValue } from "../../../../src/workflow/lint/sample-value.ts";
import { toolMentions } from "../../../../src/workflow/lint/tool-mentions.ts";
import { HOST_REGISTRY } from "../../../../src/workflow/hosts/host-registry.ts";

const jsonOf = (schema: unknown): JsonSchema => (schema as { toJsonSchema(): JsonSchema }).toJsonSchema();

describe("sampleValue", () => {
  it.each([
    [
      "an object",
      type({ name: "string", "note?": "string >= 20", count: "1 <= number.integer <= 5", list: "string[] >= 2" }),
    ],
    ["a union", type({ at: "string | number", kind: "'a' | 'b' | null", pair: ["string", "boolean"] })],
    ["a record", type({ by: "Record<string, number>", mail: "string.email" })],
    ["nothing but a text", type("string <= 4")],
  ])("fits the schema: %s", (_, schema) => {
    for (const full of [true, false]) expect(schema.allows(sampleValue(jsonOf(schema), { full }))).toBe(true);
  });

  it("takes schemas that contain themselves", () => {
    const tree: JsonSchema = {
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };
    expect(sampleValue(tree, { full: true })).toHaveProperty("next.next.next");
    expect(sampleValue(tree, { full: false })).toEqual({});
    expect(schemaFromJson(tree)["~standard"].validate({})).toEqual({ value: {} });
  });

  it("tries each value", () => {
    const schema = jsonOf(type({ kind: "'a' | 'b' | 'c'", flag: "boolean" }));
    expect(choicePointsOf(schema, "params")).toEqual([
      { path: "params.flag", count: 2 },
      { path: "params.kind", count: 3 },
    ]);
    const picks = new Map([["params.kind", 2]]);
    expect(sampleValue(schema, { full: true, picks }, "params")).toEqual({ kind: "c", flag: true });
  });

  it("has something for what nobody can foresee", () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- that is the point
    const value = anything() as any;
    expect(`${value.a.b(1).c[0]}`).toBe(SAMPLE_TEXT);
    expect([...value.list]).toEqual([]);
    expect(JSON.stringify({ value })).toBe(`{"value":"${SAMPLE_TEXT}"}`);
    expect(value.then).toBeUndefined();
  });
});

describe("recordingTools", () => {
  const known = ["Read", "WebFetch", "WebSearch"];

  it.each([true, false])("answers %s, and notes what it was asked", (answer) => {
    const { toolsAvailable: tools, asked } = recordingTools(answer, known);
    expect(tools.includes("A")).toBe(answer);
    expect(tools.indexOf("B") >= 0).toBe(answer);
    expect(tools.some((tool) => tool === "Read")).toBe(answer);
    expect(tools.find((tool) => tool.startsWith("Web"))).toBe(answer ? "WebFetch" : undefined);
    expect(tools.filter(() => true)).toEqual([]);
    expect([...asked]).toEqual(["A", "B", "Read", "WebFetch", "WebSearch"]);
    expect([tools.length, tools.join(), [...tools]]).toEqual([0, "", []]);
  });
});

describe("toolMentions", () => {
  const tools = [...new Set(HOST_REGISTRY.flatMap((host) => host.tools))];
  const find = (text: string, own: readonly string[] = []): readonly string[] =>
    toolMentions(text, tools, new Set(own)).map(({ name, isSure }) => (isSure ? name : `${name}?`));

  it.each([
    ["Ask a question, plan the task, edit the todo.", []],
    ["A web-search service; the memory; replace it; list its files.", []],
    ["Use the plan that was made, and call the agent by phone.", []],
    ["See src/apply_patch.ts and ./read_file for more.", []],
    ["Use the Bash tool.", ["Bash"]],
    ['Use the "plan" tool.', ["plan"]],
    ["call question(text)", ["question"]],
    ["`Agent`", ["Agent"]],
    ["`Agent` column", []],
    ["- `edit`: change it\n| `task` | what to do |\nThe state is `todo`, `question` or `done`.", []],
    ["Start an `Agent` for it.", ["Agent"]],
    ["```\nquestion(1); `task`\n```", []],
    ["```\napply_patch <<EOF\n```", []],
    ["Call web_search(text), then WebSearch.", ["WebSearch", "web_search"]],
    ["Load it:\n\n```python\ndef read_file(path):\n  return AskUserQuestion\n```\n", []],
    ["> ~~~~\n> ~~~\n> TodoWrite\n> ~~~~\n", []],
    ["Call SendMessage on the SQS queue.", []],
    ["The endpoint `delete_file` must return 204.", []],
    ["Add the columns read_file and write_file.", []],
    ["Change the TaskList component in React.", []],
    ["Rename `search_replace` to `replaceAll`.", []],
    ["Leave a `todo` comment.", []],
    ["Use `edit` mode.", []],
    ["Use the read_file tool, the `SendMessage` tool and the `edit` tool.", ["SendMessage", "edit", "read_file"]],
    ["Use `read_file` for each.", ["read_file?"]],
    [
      "EnterPlanMode ExitPlanMode request_user_input ask_followup_question TaskCreate TaskUpdate apply_patch spawn_agent",
      [
        "EnterPlanMode",
        "ExitPlanMode",
        "TaskCreate",
        "TaskUpdate",
        "apply_patch",
        "request_user_input",
        "spawn_agent",
        "ask_followup_question",
      ],
    ],
  ])("%j", (text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  it("leaves out names that mean something in the step", () => {
    expect(find("Fill in `task` and web_search; use TodoWrite.", ["task", "web_search", "TodoWrite"])).toEqual([
      "TodoWrite",
    ]);
  });
});

describe("responseSlots", () => {
  it("finds the places for answers", () => {
    const schema = type({
      "kind?": "'a' | 'b'",
      tags: "('x' | 'y')[]",
      ok: "boolean",
      deep: { text: "string | null" },
      rest: "unknown",
    });
    expect(
      responseSlots(jsonOf(schema)).map(({ path, kind, values, many }) => [path, kind, values.join(), many]),
    ).toEqual(
      expect.arrayContaining([
        ["kind", "choice", "a,b", false],
        ["tags", "choice", "x,y", true],
        ["ok", "flag", "", false],
        ["deep.text", "text", "", false],
        ["rest", "open", "", false],
      ]),
    );
  });
});
