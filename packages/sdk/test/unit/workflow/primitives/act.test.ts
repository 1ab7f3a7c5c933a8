import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { assemblePrompt } from "../../../../src/workflow/prompt/assemble-prompt.ts";
import type { ActSegment } from "../../../../src/workflow/prompt/prompt-piece.ts";

function xml(segment: ActSegment, skillName = "deploy"): string {
  return assemblePrompt(segment, { skillName });
}

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B", description: "The second" },
];

describe("the XML of primitives, as agents know it", () => {
  it("ask-user, open", () => {
    expect(xml(act.askUser({ question: "Why?" }))).toBe('<ask-user type="open" question="Why?" />');
    expect(xml(act.askUser({ type: "open", question: "Why?" }))).toBe('<ask-user type="open" question="Why?" />');
  });

  it("ask-user, structured", () => {
    expect(xml(act.askUser({ type: "structured", question: "Which?", options }))).toBe(
      `<ask-user type="structured" question="Which?">
  <option value="a" label="A"></option>
  <option value="b" label="B">The second</option>
</ask-user>`,
    );
    const [first, second] = options;
    const withPreview = [{ ...first!, description: "First", preview: "┌─┐\n└─┘" }, second!];
    expect(xml(act.askUser({ header: "Target", question: "Which?", multiSelect: true, options: withPreview }))).toBe(
      `<ask-user type="structured" header="Target" question="Which?" multi-select="true">
  <option value="a" label="A">First
    <preview>┌─┐
└─┘</preview>
  </option>
  <option value="b" label="B">The second</option>
</ask-user>`,
    );
  });

  it("confirm", () => {
    expect(xml(act.confirm({ message: "Go?" }))).toBe('<confirm default="no">Go?</confirm>');
    expect(xml(act.confirm({ message: "Delete?", destructive: true, defaultAnswer: "yes" }))).toBe(
      '<confirm default="yes" destructive="true">Delete?</confirm>',
    );
  });

  it("plan", () => {
    expect(xml(act.plan({ summary: "Move", steps: ["One", "Two"] }))).toBe(
      '<plan summary="Move">\n  <step>One</step>\n  <step>Two</step>\n</plan>',
    );
  });

  it("checklist, made and brought up to date", () => {
    expect(xml(act.checklist({ create: [{ title: "Build", status: "pending" }] }))).toBe(
      '<checklist>\n  <item status="pending">Build</item>\n</checklist>',
    );
    expect(xml(act.checklist({ update: [{ title: "Build", status: "done" }] }))).toBe(
      '<checklist update="true">\n  <item status="done">Build</item>\n</checklist>',
    );
  });

  it("subagent", () => {
    expect(xml(act.subagent({ prompt: "Look." }))).toBe('<subagent no-recurse="deploy">Look.</subagent>');
    expect(xml(act.subagent({ prompt: "Look.", allowRecursion: true }))).toBe("<subagent>Look.</subagent>");
    expect(assemblePrompt(act.subagent({ prompt: "Look." }))).toBe("<subagent>Look.</subagent>");
  });

  it("subagent with the schema of its answer", () => {
    const text = xml(act.subagent({ prompt: "Look.", output: type({ files: "string[]" }) }));
    const [, json = ""] = /<output-schema>(.*)<\/output-schema>/.exec(text) ?? [];
    expect(text).toBe(`<subagent no-recurse="deploy">Look.\n  <output-schema>${json}</output-schema>\n</subagent>`);
    expect(JSON.parse(json)).toEqual({
      type: "object",
      properties: { files: { type: "array", items: { type: "string" } } },
      required: ["files"],
    });
  });

  it("a schema whose library cannot say is left out, and one with tags in it stays JSON", () => {
    const silent = { "~standard": { version: 1, vendor: "x", validate: () => ({ value: 1 }) } } as const;
    expect(xml(act.subagent({ prompt: "Look.", output: silent }))).toBe(
      '<subagent no-recurse="deploy">Look.</subagent>',
    );
    const text = xml(act.subagent({ prompt: "x", output: type.enumerated("</output-schema>", "a&b") }));
    const [, json = ""] = /<output-schema>([^<]*)<\/output-schema>/.exec(text) ?? [];
    expect(json).not.toMatch(/[<>&]/);
    expect(JSON.parse(json)).toEqual({ enum: ["</output-schema>", "a&b"] });
  });

  it("survey, with options and open", () => {
    expect(
      xml(
        act.survey([
          { header: "H", question: "Which?", multiSelect: true, options },
          { header: "N", question: "Name?" },
          { question: "Why?" },
        ]),
      ),
    ).toBe(
      `<survey>
  <question header="H" text="Which?" multi-select="true">
    <option value="a" label="A"></option>
    <option value="b" label="B">The second</option>
  </question>
  <question header="N" text="Name?" type="open" />
  <question text="Why?" type="open" />
</survey>`,
    );
  });

  it("survey in blocks of four", () => {
    const questions = Array.from({ length: 9 }, (_, index) => ({ question: `Q${index}?` }));
    const blocks = xml(act.survey(questions)).split("\n\n");
    expect(blocks.map((block) => block.match(/<question /g)?.length)).toEqual([4, 4, 1]);
    for (const block of blocks) expect(block).toMatch(/^<survey>\n[^]*\n<\/survey>$/);
  });

  it("escapes", () => {
    expect(xml(act.confirm({ message: 'Is "a < b & c"?\nYes' }))).toBe(
      '<confirm default="no">Is "a &lt; b &amp; c"?\nYes</confirm>',
    );
    expect(xml(act.askUser({ question: 'Is "a < b & c"?\r\n\tYes' }))).toBe(
      '<ask-user type="open" question="Is &quot;a &lt; b &amp; c&quot;?&#10;&#9;Yes" />',
    );
    expect(xml(act.confirm({ message: "a\u202eb\u200b\u{e0041}\u0000c" }))).toBe(
      '<confirm default="no">ab c</confirm>',
    );
  });
});

describe("what primitives refuse", () => {
  const option = { value: "a", label: "A" };
  const other = { value: "b", label: "B" };
  const refused: [string, () => unknown, string][] = [
    ["an empty question", () => act.askUser({ question: " " }), "The question of askUser must not be empty."],
    ["an invisible question", () => act.askUser({ question: "\u200b" }), "must not be empty"],
    ["a question that is no text", () => act.askUser({ question: 1 as unknown as string }), "must be text"],
    [
      "one option",
      () => act.askUser({ question: "Q?", options: [option] }),
      'The question "Q?" needs 2 to 4 options; it has 1.',
    ],
    [
      "five options",
      () => act.askUser({ question: "Q?", options: [1, 2, 3, 4, 5].map((n) => ({ value: `${n}`, label: "x" })) }),
      "it has 5",
    ],
    ["one value twice", () => act.askUser({ question: "Q?", options: [option, option] }), '"a" occurs twice'],
    [
      "an option without a label",
      () => act.askUser({ question: "Q?", options: [option, { ...other, label: "" }] }),
      'The label of option 2 of the question "Q?" must not be empty.',
    ],
    [
      "an option that is none",
      () => act.askUser({ question: "Q?", options: [option, "b" as never] }),
      "must be an object",
    ],
    [
      "a long header",
      () => act.askUser({ header: "x".repeat(13), question: "Q?", options: [option, other] }),
      "has 13 characters; at most 12",
    ],
    [
      "an open question with options",
      () => act.askUser({ type: "open", question: "Q?", options: [option, other] } as never),
      "An open question has no options",
    ],
    [
      "a structured question without",
      () => act.askUser({ type: "structured", question: "Q?" } as never),
      "must be a list",
    ],
    ["an unknown type of question", () => act.askUser({ type: "other", question: "Q?" } as never), "must be a list"],
    ["an empty message", () => act.confirm({ message: "" }), "The message of confirm must not be empty."],
    ["another default", () => act.confirm({ message: "x", defaultAnswer: "maybe" as "yes" }), '"yes" or "no"'],
    [
      "a flag that is none",
      () => act.confirm({ message: "x", destructive: "no" as unknown as boolean }),
      "must be true or false",
    ],
    ["a plan without steps", () => act.plan({ summary: "x", steps: [] }), "The steps of plan must not be empty."],
    [
      "a plan with an empty step",
      () => act.plan({ summary: "x", steps: ["a", ""] }),
      "Step 2 of plan must not be empty.",
    ],
    ["a plan without a summary", () => act.plan({ summary: "", steps: ["a"] }), "The summary of plan"],
    ["a checklist of nothing", () => act.checklist({}), "either `create` or `update`"],
    [
      "a checklist of both",
      () => act.checklist({ create: [{ title: "a", status: "b" }], update: [{ title: "a", status: "b" }] }),
      "either",
    ],
    ["an empty checklist", () => act.checklist({ create: [] }), "must not be empty"],
    ["an item without a status", () => act.checklist({ create: [{ title: "a", status: "" }] }), "The status of item 1"],
    ["an empty task", () => act.subagent({ prompt: "" }), "The prompt of subagent"],
    ["a schema that is none", () => act.subagent({ prompt: "x", output: {} as never }), "must be a schema"],
    ["an empty survey", () => act.survey([]), "must not be empty"],
    ["a survey that is no list", () => act.survey({} as never), "must be a list"],
    ["one question twice", () => act.survey([{ question: "Q?" }, { question: "Q?" }]), '"Q?" occurs twice'],
    ["a survey's long header", () => act.survey([{ header: "x".repeat(13), question: "Q?" }]), "13 characters"],
    ["a survey's few options", () => act.survey([{ question: "Q?", options: [option] }]), "2 to 4 options"],
    [
      "an open question with multiSelect",
      () => act.survey([{ question: "Q?", multiSelect: true }]),
      "multiSelect needs options",
    ],
  ];

  it.each(refused)("%s", (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  it("but not a header of 12 characters outside of the first plane", () => {
    expect(() => act.askUser({ header: "🦀".repeat(12), question: "Q?", options: [option, other] })).not.toThrow();
  });
});

describe("act", () => {
  it("is frozen, and so is what it returns", () => {
    const given = [
      { value: "a", label: "A" },
      { value: "b", label: "B" },
    ];
    const segment = act.askUser({ question: "Q?", options: given });
    given[0]!.label = "changed";
    expect(segment.primitive).toMatchObject({ kind: "ask-user", type: "structured", multiSelect: false });
    expect(xml(segment)).toContain('label="A"');
    for (const value of [act, segment, segment.primitive, segment.primitive["options"]])
      expect(Object.isFrozen(value)).toBe(true);
  });
});
