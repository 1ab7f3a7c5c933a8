import { act, type AnySchema, fragment, type PromptPiece, system, type, view } from "@tradecraft/sdk/workflow";
import { questionForm } from "@tradecraft/sdk/workflow/mcp";
import { describe, expect, it } from "vitest";
import { jsonSchemaOfAnswer } from "../../../../src/workflow/schema/json-schema-of-step.ts";

const form = (pieces: PromptPiece | readonly PromptPiece[], schema: AnySchema) =>
  questionForm(Array.isArray(pieces) ? pieces : [pieces as PromptPiece], jsonSchemaOfAnswer(schema));

const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const color = act.askUser({ question: "Which?", options: options("red", "blue") });
const open = act.askUser({ question: "What?" });
const confirm = act.confirm({ message: "Sure?", defaultAnswer: "yes" });

describe("questionForm: what maps onto the answer", () => {
  it("a choice, by the values of an enumeration", () => {
    const made = form(color, type({ name: "'red' | 'blue'" }));
    expect(made?.requestedSchema.required).toEqual(["name"]);
    expect(made?.read({ name: "red" })).toEqual({ output: { name: "red" } });
    expect(made?.read({ name: "green" })).toBeUndefined();
    expect(made?.read({})).toBeUndefined();
  });

  it("a confirmation, by a boolean, or by yes and no", () => {
    const made = form(confirm, type({ ok: "boolean" }));
    expect(made?.requestedSchema.properties["ok"]).toMatchObject({
      type: "boolean",
      default: true,
      description: "Sure?",
    });
    expect(made?.read({ ok: false })).toEqual({ output: { ok: false } });
    expect(form(confirm, type({ ok: "'yes' | 'no'" }))?.read({ ok: true })).toEqual({ output: { ok: "yes" } });
  });

  it("one open question, by the one text or number", () => {
    const mail = form(open, type({ mail: "string.email" }));
    expect(mail?.requestedSchema.properties["mail"]).toMatchObject({ type: "string", format: "email" });
    expect(mail?.read({ mail: "a@b.example" })).toEqual({ output: { mail: "a@b.example" } });
    const age = form(open, type({ age: "number.integer >= 0" }));
    expect(age?.requestedSchema.properties["age"]).toMatchObject({ type: "integer", minimum: 0 });
    expect(age?.read({ age: "3" })).toBeUndefined();
  });

  it("a survey, by headings and values", () => {
    const survey = act.survey([
      { header: "Time zone", question: "Where?" },
      { header: "Name", question: "Who?" },
      { question: "What?", multiSelect: true, options: options("a", "b") },
    ]);
    const made = form(survey, type({ name: "string", timeZone: "string", likes: "('a' | 'b' | 'c')[]" }));
    expect(made?.message).toBe("Please answer these questions.");
    const content = { timeZone: "UTC", name: "Ada", likes: ["b"] };
    expect(made?.read(content)).toEqual({ output: content });
    expect(made?.read({ ...content, likes: ["c"] })).toBeUndefined();
  });

  it("a question whose answer is the whole answer", () => {
    expect(form(confirm, type("boolean"))?.read({ answer: true })).toEqual({ output: true });
    expect(form(open, type("string"))?.read({ answer: "x" })).toEqual({ output: "x" });
    expect(form(color, type("'red' | 'blue'"))?.read({ answer: "red" })).toEqual({ output: "red" });
  });

  it("what need not be answered may be left out", () => {
    const made = form([confirm, open], type({ ok: "boolean", "why?": "string" }));
    expect(made?.requestedSchema.required).toEqual(["ok"]);
    expect(made?.read({ ok: true })).toEqual({ output: { ok: true } });
    expect(form(confirm, type({ ok: "boolean", note: "string = ''" }))?.read({ ok: true })).toEqual({
      output: { ok: true },
    });
  });
});

describe("questionForm: what does not", () => {
  it("a required property that no question asks for", () => {
    expect(form(color, type({ name: "'red' | 'blue'", because: "string" }))).toBeUndefined();
  });

  it("questions that could mean each other's property", () => {
    const two = act.survey([{ question: "First?" }, { question: "Second?" }]);
    expect(form(two, type({ one: "string", two: "string" }))).toBeUndefined();
    expect(form([confirm, act.confirm({ message: "Really?" })], type({ a: "boolean", b: "boolean" }))).toBeUndefined();
  });

  it("a question without a property, values that are not those of the answer, no schema, no question", () => {
    expect(form([color, confirm], type({ name: "'red' | 'blue'" }))).toBeUndefined();
    expect(form(color, type({ name: "'red' | 'green'" }))).toBeUndefined();
    expect(questionForm([confirm], null)).toBeUndefined();
    expect(form("Do it.", type({ ok: "boolean" }))).toBeUndefined();
  });

  it("a prompt with tasks for the agent's tools", () => {
    const plan = act.plan({ summary: "All", steps: ["one"] });
    expect(form([plan, confirm], type({ ok: "boolean" }))).toBeUndefined();
  });
});

describe("questionForm: what else there is to do", () => {
  it("is noted, and what is to be shown is shown", () => {
    const schema = type({ ok: "boolean" });
    expect(form([view("Notes", "All of it."), confirm], schema)).toMatchObject({
      hasWork: false,
      message: "Notes\nAll of it.\n\nSure?",
    });
    for (const piece of ["Look first.", system`Be strict.`, fragment("voice", "Be kind.")])
      expect(form([piece, confirm], schema)?.hasWork).toBe(true);
  });
});
