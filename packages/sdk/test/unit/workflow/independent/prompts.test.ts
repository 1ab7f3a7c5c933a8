import {
  act,
  assemblePrompt,
  generatePreamble,
  HOST_REGISTRY,
  render,
  resolveTools,
  system,
  terminal,
  type,
  view,
} from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, made, prompted } from "./support.ts";

const xml = (piece: Context): string => assemblePrompt(piece, { skillName: "sample" } as Context);
const options = [
  { value: "a", label: "A", description: "first" },
  { value: "b", label: "B", description: "second" },
];

describe("XML", () => {
  it.each([
    ["text", "Do.", "<prompt>\nDo.\n</prompt>"],
    ["system", system("Be."), "<system>Be.</system>"],
    ["view", view("text"), "<rendered>\ntext\n</rendered>"],
    ["view with a label", view("L", ["one", "two"]), '<rendered name="L">\none\n\ntwo\n</rendered>'],
    ["open question", act.askUser({ question: "Q" }), '<ask-user type="open" question="Q" />'],
    [
      "structured question",
      act.askUser({ header: "H", question: "Q", multiSelect: true, options }),
      '<ask-user type="structured" header="H" question="Q" multi-select="true">\n  <option value="a" label="A">first</option>\n  <option value="b" label="B">second</option>\n</ask-user>',
    ],
    [
      "structured question with a preview",
      act.askUser({
        question: "Q",
        options: [
          { ...options[0]!, preview: "P" },
          { value: "b", label: "B" },
        ],
      }),
      '<ask-user type="structured" question="Q">\n  <option value="a" label="A">first\n    <preview>P</preview>\n  </option>\n  <option value="b" label="B"></option>\n</ask-user>',
    ],
    ["confirm", act.confirm({ message: "Sure?" }), '<confirm default="no">Sure?</confirm>'],
    [
      "confirm, destructive",
      act.confirm({ message: "Sure?", destructive: true, defaultAnswer: "yes" }),
      '<confirm default="yes" destructive="true">Sure?</confirm>',
    ],
    [
      "plan",
      act.plan({ summary: "S", steps: ["one", "two"] }),
      '<plan summary="S">\n  <step>one</step>\n  <step>two</step>\n</plan>',
    ],
    [
      "checklist",
      act.checklist({ create: [{ title: "T", status: "pending" }] }),
      '<checklist>\n  <item status="pending">T</item>\n</checklist>',
    ],
    ["sub-agent", act.subagent({ prompt: "Go." }), '<subagent no-recurse="sample">Go.</subagent>'],
    ["sub-agent that may recurse", act.subagent({ prompt: "Go.", allowRecursion: true }), "<subagent>Go.</subagent>"],
    [
      "survey",
      act.survey([{ header: "H", question: "Q", multiSelect: true, options }]),
      '<survey>\n  <question header="H" text="Q" multi-select="true">\n    <option value="a" label="A">first</option>\n    <option value="b" label="B">second</option>\n  </question>\n</survey>',
    ],
    ["several pieces", [system("S"), "P"], "<system>S</system>\n\n<prompt>\nP\n</prompt>"],
  ])("%s", (_what, piece, expected) => {
    expect(xml(piece)).toBe(expected);
  });

  it("a survey is split into blocks of four", () => {
    const text = xml(act.survey(Array.from({ length: 5 }, (_, at) => ({ question: `Q${at}`, options }))));
    expect(text.match(/<survey>/g)).toHaveLength(2);
    expect(text).toContain("</survey>\n\n<survey>");
  });

  it("a survey may have open questions, and a sub-agent's output schema is shown", () => {
    expect(xml(act.survey([{ question: "Open?" }]))).toMatch(/<question [^>]*text="Open\?"/);
    expect(xml(act.subagent({ prompt: "Go.", output: type({ found: "string" }) }))).toContain("found");
  });

  it.each([
    ["a header too long", () => act.askUser({ header: "x".repeat(13), question: "Q", options })],
    ["one option", () => act.askUser({ question: "Q", options: options.slice(0, 1) })],
    [
      "five options",
      () =>
        act.askUser({
          question: "Q",
          options: Array.from({ length: 5 }, (_, at) => ({ value: `${at}`, label: `${at}` })),
        }),
    ],
    ["an empty survey", () => act.survey([])],
    ["a survey's header too long", () => act.survey([{ header: "x".repeat(13), question: "Q", options }])],
  ])("refuses %s", (_what, make) => {
    expect(make).toThrow(TypeError);
  });

  it("the engine gives the skill's name to the sub-agent's tag", async () => {
    const setup = bench(made({ a: { prompt: act.subagent({ prompt: "Go." }), next: terminal } }, { name: "my-skill" }));
    expect(prompted(await setup.start()).prompt).toBe('<subagent no-recurse="my-skill">Go.</subagent>');
  });
});

describe("the preamble", () => {
  const columns = ["ask-user", "confirm", "plan", "checklist", "subagent", "survey"] as const;
  const none = undefined;
  // §4.5, with the gaps it names filled: confirm where ask-user has a tool, and codex' checklist.
  const table: [string, (string | undefined)[]][] = [
    ["claude-code", ["AskUserQuestion", "AskUserQuestion", "EnterPlanMode", "TaskCreate", "Agent", "AskUserQuestion"]],
    [
      "codex",
      ["request_user_input", "request_user_input", "update_plan", "update_plan", "spawn_agent", "request_user_input"],
    ],
    ["opencode", ["question", "question", "plan", "todo", "task", "question"]],
    ["gemini-cli", ["ask-user", "ask-user", "enter-plan-mode", "tracker-create-task", "agent", "ask-user"]],
    [
      "cline",
      [
        "ask_followup_question",
        "ask_followup_question",
        "PLAN_MODE",
        "update_todo_list",
        "USE_SUBAGENTS",
        "ask_followup_question",
      ],
    ],
    [
      "roo-code",
      ["ask_followup_question", "ask_followup_question", none, "update_todo_list", "new_task", "ask_followup_question"],
    ],
    [
      "kilo-code",
      ["ask_followup_question", "ask_followup_question", none, "update_todo_list", "new_task", "ask_followup_question"],
    ],
    ["cursor", [none, none, none, none, none, none]],
    ["amp", [none, none, none, none, none, none]],
    ["generic", [none, none, none, none, none, none]],
  ];

  it.each(table)("resolves the tools of %s", (host, expected) => {
    const { toolFor } = resolveTools({ host });
    const found = columns.map((tag) => toolFor(tag));
    // The facts file asks for current names as well: a host's mapping may be newer, but a tag with a tool keeps one.
    for (const [at, tool] of expected.entries()) if (tool !== undefined) expect(found[at]).toBeDefined();
    const text = generatePreamble({ handshake: { host } });
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    expect(rows[0]).toBe("| Tag | Tool | How to use |");
    expect(rows.slice(2).map((row) => /<([a-z-]+)>/.exec(row)?.[1])).toEqual([
      "system",
      "prompt",
      "ask-user",
      "confirm",
      "plan",
      "checklist",
      "subagent",
      "survey",
      "rendered",
    ]);
    for (const [at, tag] of columns.entries()) {
      const row = rows.find((line) => line.includes(`<${tag}>`)) ?? "";
      expect(row.split("|")[2]).toContain(found[at] ?? "—");
    }
  });

  it("claude-code has exactly the names of the facts", () => {
    const { toolFor } = resolveTools({ host: "claude-code" });
    expect(columns.map((tag) => toolFor(tag))).toEqual(table[0]?.[1]);
  });

  it("knows the nine hosts", () => {
    expect(HOST_REGISTRY.map(({ name }) => name).toSorted()).toEqual(
      table
        .map(([name]) => name)
        .filter((name) => name !== "generic")
        .toSorted(),
    );
  });

  it("three ways of resolution", () => {
    expect(resolveTools({ host: "amp", tools: [] }).toolsAvailable).toEqual(expect.arrayContaining(["shell", "read"]));
    expect(resolveTools({ host: "amp", tools: ["question"], isSubagent: true }).toolsAvailable).toEqual(["question"]);
    expect(resolveTools({ host: "amp", tools: ["question"] }).toolsAvailable).toEqual(
      expect.arrayContaining(["question", "shell"]),
    );
    expect(resolveTools({ host: "amp", tools: ["question"] }).toolFor("ask-user")).toBe("question");
    for (const host of ["__proto__", "constructor", ""]) expect(resolveTools({ host }).toolsAvailable).toEqual([]);
  });

  it("a hostile tool name does not break the table", () => {
    const text = generatePreamble({ handshake: { host: "generic", tools: ["AskUserQuestion", "evil | x\n| y |"] } });
    expect(text.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(11);
  });
});

describe("render", () => {
  it("escapes what would break its form", () => {
    expect(render.table([{ a: "x|y", b: "1\n2" }]).split("\n")).toHaveLength(3);
    const fence = render.code("```\nevil\n```", "md");
    expect(fence.startsWith("````")).toBe(true);
    expect(render.table([])).toBe("");
    expect(render.section("T", "B")).toBe("## T\n\nB");
  });

  it("diff is a diff, not a comparison by position", () => {
    const text = render.diff("a\nb\nc", "x\na\nb\nc");
    expect(text.split("\n").filter((line) => /^[+-][^+-]/.test(line))).toEqual(["+x"]);
  });
});
