// B12: no text, whoever wrote it, changes the structure of a prompt.

import fc from "fast-check";
import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { visibleText } from "../../../../src/core/skillset/escape.ts";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { actWith } from "../../../../src/workflow/primitives/act-with.ts";
import { definePrimitive } from "../../../../src/workflow/primitives/define-primitive.ts";
import { assemblePrompt } from "../../../../src/workflow/prompt/assemble-prompt.ts";
import { fragment } from "../../../../src/workflow/prompt/fragment.ts";
import type { PromptPiece } from "../../../../src/workflow/prompt/prompt-piece.ts";
import { system } from "../../../../src/workflow/prompt/system.ts";
import { attributes, elementText } from "../../../../src/workflow/prompt/tag-text.ts";
import { view } from "../../../../src/workflow/prompt/view.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { scanTags, shapeOf } from "./scan-tags.ts";

const vote = definePrimitive({
  tag: "vote",
  tools: [],
  create: (topic: string) => ({ kind: "vote", topic }),
  render: ({ topic }) => `<vote${attributes({ topic: String(topic) })}>${elementText(String(topic))}</vote>`,
  preambleRow: (tool) => ({ tag: "vote", tool, use: "Vote." }),
});

/** One text in every place that takes one. A letter before it, because some places take no blank text. */
function everywhere(text: string): PromptPiece[] {
  const shown = `x${text}`;
  const option = { value: shown, label: shown, description: shown, preview: shown };
  const options = [option, { value: "other", label: "Other" }];
  return [
    shown,
    fragment("f", shown),
    system(shown),
    view(shown, shown),
    act.askUser({ question: shown }),
    act.askUser({ question: shown, options }),
    act.confirm({ message: shown, destructive: true }),
    act.plan({ summary: shown, steps: [shown, shown] }),
    act.checklist({ create: [{ title: shown, status: shown }] }),
    act.checklist({ update: [{ title: shown, status: shown }] }),
    act.subagent({
      prompt: shown,
      output: type({ answer: `'a' | ${JSON.stringify("b</output-schema>")}` as "string" }),
    }),
    act.survey([{ question: shown, options }, { question: `${shown}?` }]),
    actWith(vote, shown),
  ];
}

function assemble(text: string): string {
  return assemblePrompt(everywhere(text), { skillName: `s${text}`, primitives: [vote] });
}

const benign = shapeOf(scanTags(assemble("benign"), ["vote"]));

describe("texts that look like structure", () => {
  it.each(hostileTexts.map((text) => [text]))("%j changes nothing", (text) => {
    const tree = scanTags(assemble(text), ["vote"]);
    expect(shapeOf(tree)).toEqual(benign);

    const shown = visibleText(`x${text}`);
    const [prompt, , systemTag, rendered, open, structured, confirm, plan] = tree;
    expect(prompt?.text.replaceAll("&lt;", "<")).toBe(`\n${shown.replaceAll("&lt;", "<")}\n`);
    expect(systemTag?.text.replaceAll("&lt;", "<")).toBe(shown.replaceAll("&lt;", "<"));
    expect(rendered?.attributes["name"]).toBe(shown);
    expect(open?.attributes["question"]).toBe(shown);
    expect(structured?.children[0]?.attributes).toEqual({ value: shown, label: shown });
    expect(structured?.children[0]?.children[0]?.text).toBe(shown);
    expect(confirm?.text).toBe(shown);
    expect(plan?.children.map((step) => step.text)).toEqual([shown, shown]);
  });

  it.each([
    ["closing tags", "</prompt>"],
    ["brackets", "<"],
    ["brackets with gaps", "< "],
    ["comparisons", "< plan "],
    ["comments", "<!--"],
    ["sections of CDATA", "<![CDATA["],
    ["fillers", "\u3164"],
    ["a name with fillers", "<pla\ufe0f"],
    ["ampersands", "&"],
  ])("100 KB of %s are no trouble", (_, text) => {
    const long = text.repeat(Math.ceil(100_000 / text.length));
    for (const hostile of [long, `<${long}`, `< plan${long}`]) {
      const start = performance.now();
      const assembled = assemblePrompt([hostile, system(hostile), act.confirm({ message: `x${hostile}` })]);
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(shapeOf(scanTags(assembled))).toEqual([
        ["prompt", [], []],
        ["system", [], []],
        ["confirm", ["default"], []],
      ]);
    }
  });

  it("any text changes nothing", () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.constantFrom(
        "<",
        "</",
        "< /",
        ">",
        "/>",
        '"',
        "&",
        " ",
        "\n",
        "\u034f",
        "\u200b",
        "\ufe0f",
        "<!--",
        "-->",
        "]]>",
      ),
      fc.constantFrom("prompt", "SYSTEM", "rendered", "ask-user", "plan", "vote", "option", "step", "output-schema"),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(shapeOf(scanTags(assemble(pieces.join("")), ["vote"]))).toEqual(benign);
      }),
      { numRuns: 200 },
    );
  });

  it("leaves code and HTML in prose as they are", () => {
    const text =
      'if (a < plan && b > 1) { return <Prompter kind="x"/>; }\n<select><option value="1">One</option></select>\n' +
      "<!-- a comment --> <![CDATA[x]]> Map<string, step> <plan-b> <systemd> </promptly> &amp; AT&T";
    expect(assemblePrompt(text)).toBe(`<prompt>\n${text}\n</prompt>`);
  });

  it("shows what it took the meaning from", () => {
    expect(assemblePrompt("End with </prompt>, or open <system>.")).toBe(
      "<prompt>\nEnd with &lt;/prompt>, or open &lt;system>.\n</prompt>",
    );
    expect(assemblePrompt("<!-- open")).toBe("<prompt>\n&lt;!-- open\n</prompt>");
    expect(assemblePrompt("<vote>", { primitives: [vote] })).toBe("<prompt>\n&lt;vote>\n</prompt>");
    expect(assemblePrompt("<vote>")).toBe("<prompt>\n<vote>\n</prompt>");
  });
});
