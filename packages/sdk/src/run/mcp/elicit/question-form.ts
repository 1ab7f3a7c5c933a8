import type { JsonSchema } from "../../../core/code/code-tool.ts";
import type { PromptPiece } from "../../../workflow/prompt/prompt-piece.ts";
import { slotsOf } from "./answer-slot.ts";
import { answerOf, fieldOf, type FormField, isGiven } from "./form-field.ts";
import { type MatchedQuestion, matchQuestions } from "./match-questions.ts";
import { questionsOf, type UserQuestion } from "./user-question.ts";

/** A step's questions as a form for the user, and the way back to the step's answer. */
export interface QuestionForm {
  readonly message: string;
  /** In the restricted JSON Schema of MCP: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
  readonly requestedSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, FormField>>;
    readonly required: readonly string[];
  };
  /** The prompt also gives the agent something to do. */
  readonly hasWork: boolean;
  /** The step's answer; undefined for content that the form does not allow. */
  read(content: Readonly<Record<string, unknown>>): { readonly output: unknown } | undefined;
}

/** Where the whole answer is one value, its field needs a name. */
const wholeAnswer = "answer";
const longestMessage = 20_000;

/** The form that stands for a prompt; undefined unless its questions give the whole answer. */
export function questionForm(pieces: readonly PromptPiece[], schema: JsonSchema | null): QuestionForm | undefined {
  const asked = questionsOf(pieces);
  const matched = asked && schema ? matchQuestions(asked.questions, slotsOf(schema)) : undefined;
  if (!asked || !matched) return undefined;
  const fields = matched.map((match) => ({ match, name: match.slot.name ?? wholeAnswer }));
  return {
    message: messageOf(asked.questions, asked.views),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, match }) => [name, fieldOf(match)])),
      required: fields.filter(({ match: { slot } }) => slot.isRequired).map(({ name }) => name),
    },
    hasWork: asked.hasWork,
    read: (content) => readContent(fields, content),
  };
}

function readContent(
  fields: readonly { readonly name: string; readonly match: MatchedQuestion }[],
  content: Readonly<Record<string, unknown>>,
): { readonly output: unknown } | undefined {
  const output: Record<string, unknown> = {};
  for (const { name, match } of fields) {
    const given = Object.hasOwn(content, name) ? content[name] : undefined;
    if (given === undefined && !match.slot.isRequired) continue;
    if (!isGiven(match, given)) return undefined;
    if (match.slot.name === undefined) return { output: answerOf(match, given) };
    output[name] = answerOf(match, given);
  }
  return { output };
}

function messageOf(questions: readonly UserQuestion[], views: readonly string[]): string {
  const [only, ...others] = questions;
  const warning = questions.some(({ destructive }) => destructive === true) ? ["This cannot be undone."] : [];
  const question = only && others.length === 0 ? only.question : "Please answer these questions.";
  const shown = views.join("\n\n");
  const cut = shown.length <= longestMessage ? shown : `${shown.slice(0, longestMessage)}…`;
  return [...(cut === "" ? [] : [cut]), ...warning, question].join("\n\n");
}
