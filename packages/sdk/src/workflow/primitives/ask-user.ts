import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes } from "../prompt/tag-text.ts";
import type { AskUserConfig, AskUserOption } from "./act-configs.ts";
import { checkFlag, checkText } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";
import { checkHeader, checkOptions, optionTags } from "./question-parts.ts";
import { questionTools } from "./question-tools.ts";

/** A question, as checked. */
export type AskUserAct = PrimitiveConfig & { readonly kind: "ask-user"; readonly question: string } & (
    | { readonly type: "open" }
    | {
        readonly type: "structured";
        readonly header?: string;
        readonly multiSelect: boolean;
        readonly options: readonly AskUserOption[];
      }
  );

/** A question to the user: in words of their own, or with options. */
export const askUser: Primitive<AskUserConfig, AskUserAct> = definePrimitive<AskUserConfig, AskUserAct>({
  tag: "ask-user",
  tools: questionTools,
  create(input) {
    const question = checkText(input.question, "The question of askUser");
    const what = `the question "${question}"`;
    const { type = "options" in input ? "structured" : "open" } = input;
    if (type === "open") {
      if ("options" in input) throw new TypeError(`An open question has no options: ${what}.`);
      return { kind: "ask-user", type, question };
    }
    if (type !== "structured" || !("options" in input)) throw new TypeError(`The options of ${what} must be a list.`);
    const header = checkHeader(input.header, what);
    return {
      kind: "ask-user",
      type,
      ...(header !== undefined && { header }),
      question,
      multiSelect: checkFlag(input.multiSelect, `multiSelect of ${what}`),
      options: checkOptions(input.options, what),
    };
  },
  render(config) {
    const { type, question } = config;
    if (type === "open") return `<ask-user${attributes({ type, question })} />`;
    const { header, multiSelect, options } = config;
    const opening = `<ask-user${attributes({ type, header, question, "multi-select": multiSelect })}>`;
    return [opening, ...optionTags(options, "  "), "</ask-user>"].join("\n");
  },
  preambleRow: (tool) => ({
    tag: "ask-user",
    tool,
    use: tool
      ? 'type="open": ask in plain text. type="structured": call the tool with options, header and previews, then answer with exact values.'
      : 'type="open": ask in plain text. type="structured": show a numbered list, then answer with exact values.',
  }),
});
