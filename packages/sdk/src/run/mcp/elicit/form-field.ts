import type { AskUserOption } from "../../../workflow/primitives/act-configs.ts";
import type { MatchedQuestion } from "./match-questions.ts";

/** A field of a form, in the restricted JSON Schema of MCP. */
export type FormField = Readonly<Record<string, unknown>>;

const formats = ["email", "uri", "date", "date-time"];

/** The field for a question. */
export function fieldOf({ question: asked, slot }: MatchedQuestion): FormField {
  const { kind, header, question, options, suggested } = asked;
  const about = { title: header ?? slot.name ?? "Answer", description: describe(question, options) };
  switch (kind) {
    case "yes-no":
      return { type: "boolean", ...about, default: suggested === true };
    case "choice":
      return { type: "string", ...about, oneOf: options.map(titled) };
    case "choices": {
      const { minItems, maxItems } = slot.schema;
      const limits = { ...(isCount(minItems) && { minItems }), ...(isCount(maxItems) && { maxItems }) };
      return { type: "array", ...about, ...limits, items: { anyOf: options.map(titled) } };
    }
    case "text":
      return { ...about, ...(slot.kind === "number" ? numberField(slot.schema) : textField(slot.schema)) };
  }
}

/** Whether what came back is what the field allows. */
export function isGiven({ question: { kind, options }, slot }: MatchedQuestion, given: unknown): boolean {
  const isOption = (value: unknown): boolean => options.some((option) => option.value === value);
  switch (kind) {
    case "yes-no":
      return typeof given === "boolean";
    case "choice":
      return isOption(given);
    case "choices":
      return Array.isArray(given) && given.every(isOption);
    case "text":
      return typeof given === (slot.kind === "number" ? "number" : "string");
  }
}

/** What the step's answer holds for it. */
export function answerOf({ question: { kind }, slot }: MatchedQuestion, given: unknown): unknown {
  if (kind === "yes-no" && slot.kind === "enum") return given === true ? "yes" : "no";
  if (kind === "choice" && slot.kind === "boolean") return given === "yes" || given === "true";
  return given;
}

function describe(question: string, options: readonly AskUserOption[]): string {
  const lines = options.flatMap(({ label, description }) => (description ? [`${label}: ${description}`] : []));
  return [question, ...lines].join("\n");
}

function titled({ value, label }: AskUserOption): { readonly const: string; readonly title: string } {
  return { const: value, title: label };
}

function textField({ minLength, maxLength, format }: FormField): FormField {
  return {
    type: "string",
    ...(isCount(minLength) && { minLength }),
    ...(isCount(maxLength) && { maxLength }),
    ...(typeof format === "string" && formats.includes(format) && { format }),
  };
}

function numberField({ type, minimum, maximum }: FormField): FormField {
  return {
    type: type === "integer" ? "integer" : "number",
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
