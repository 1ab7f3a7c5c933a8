import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes, elementText } from "../prompt/tag-text.ts";
import type { ConfirmConfig } from "./act-configs.ts";
import { checkFlag, checkText } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";
import { questionTools } from "./question-tools.ts";

/** A yes or no, as checked. */
export interface ConfirmAct extends PrimitiveConfig {
  readonly kind: "confirm";
  readonly message: string;
  readonly destructive: boolean;
  readonly defaultAnswer: "yes" | "no";
}

/** A yes or no from the user. */
export const confirm: Primitive<ConfirmConfig, ConfirmAct> = definePrimitive<ConfirmConfig, ConfirmAct>({
  tag: "confirm",
  tools: questionTools,
  create({ message, destructive, defaultAnswer = "no" }) {
    if (defaultAnswer !== "yes" && defaultAnswer !== "no") {
      throw new TypeError(`The defaultAnswer of confirm must be "yes" or "no".`);
    }
    return {
      kind: "confirm",
      message: checkText(message, "The message of confirm"),
      destructive: checkFlag(destructive, "destructive of confirm"),
      defaultAnswer,
    };
  },
  render({ message, destructive, defaultAnswer }) {
    return `<confirm${attributes({ default: defaultAnswer, destructive })}>${elementText(message)}</confirm>`;
  },
  preambleRow: (tool) => ({
    tag: "confirm",
    tool,
    use: `${tool ? "Ask yes or no with the tool" : 'Ask in plain text, to be answered "yes" or "no"'}; \`default\` is the suggested answer. If destructive, say first what cannot be undone.`,
  }),
});
