import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes } from "../prompt/tag-text.ts";
import type { SurveyConfig, SurveyQuestion } from "./act-configs.ts";
import { checkFlag, checkList, checkText, checkUnique } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";
import { checkHeader, checkOptions, optionTags } from "./question-parts.ts";

/** Questions, as checked. */
export interface SurveyAct extends PrimitiveConfig {
  readonly kind: "survey";
  readonly questions: readonly SurveyQuestion[];
}

/** As many as a host's tool asks at once. */
const blockSize = 4;

/** Asks one question a call. */
const singleTools: readonly string[] = ["ask_followup_question"];

/** Questions asked together. */
export const survey: Primitive<SurveyConfig, SurveyAct> = definePrimitive<SurveyConfig, SurveyAct>({
  tag: "survey",
  tools: [
    "AskUserQuestion",
    "request_user_input",
    "ToolRequestUserInput",
    "question",
    "ask-user",
    "ask_user",
    "AskQuestion",
    ...singleTools,
  ],
  create(questions) {
    const checked = checkList(questions, "The questions of survey").map(checkQuestion);
    const texts = checked.map(({ question }) => question);
    checkUnique(texts, "The questions of a survey");
    return { kind: "survey", questions: Object.freeze(checked) };
  },
  render({ questions }) {
    const blocks = Array.from({ length: Math.ceil(questions.length / blockSize) }, (_, index) =>
      questions.slice(index * blockSize, (index + 1) * blockSize),
    );
    return blocks.map((block) => ["<survey>", ...block.map(questionTag), "</survey>"].join("\n")).join("\n\n");
  },
  preambleRow: (tool) => ({ tag: "survey", tool, use: surveyUse(tool) }),
});

function checkQuestion(question: SurveyQuestion, index: number): SurveyQuestion {
  if (typeof question !== "object" || question === null)
    throw new TypeError(`Question ${index + 1} must be an object.`);
  const text = checkText(question.question, `The text of question ${index + 1} of survey`);
  const what = `the question "${text}"`;
  const header = checkHeader(question.header, what);
  const multiSelect = checkFlag(question.multiSelect, `multiSelect of ${what}`);
  if (question.options === undefined && multiSelect) throw new TypeError(`multiSelect needs options: ${what}.`);
  return Object.freeze({
    ...(header !== undefined && { header }),
    question: text,
    ...(multiSelect && { multiSelect }),
    ...(question.options !== undefined && { options: checkOptions(question.options, what) }),
  });
}

function questionTag({ header, question, multiSelect, options }: SurveyQuestion): string {
  if (!options) return `  <question${attributes({ header, text: question, type: "open" })} />`;
  const opening = `  <question${attributes({ header, text: question, "multi-select": multiSelect })}>`;
  return [opening, ...optionTags(options, "    "), "  </question>"].join("\n");
}

function surveyUse(tool: string | undefined): string {
  if (tool === undefined)
    return "Ask the questions one after the other, with numbered options. Each answer goes into the field of the schema that it is about.";
  if (singleTools.includes(tool))
    return "Ask the questions one after the other with the tool. Each answer goes into the field of the schema that it is about.";
  return 'Ask all questions of a block in one call; type="open" in plain text. Each answer goes into the field of the schema that it is about.';
}
