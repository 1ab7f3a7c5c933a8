import { act, prompt, reference, skill, system, terminal, type, view } from "@tradecraft/sdk/workflow";

const named = type({ name: "string" });

/** Two steps; the second one takes any of several kinds of JSON. */
export const hello = skill({
  name: "hello",
  version: "1.2.3",
  description: "Greets.",
  entry: "greet",
  system: "Be kind.",
})
  .step("greet", { prompt: "Greet", response: named, next: "list" })
  .step("list", { prompt: "List", response: type("string[]"), next: "word" })
  .step("word", { prompt: "Say a word", response: type("string"), next: "any" })
  .step("any", { prompt: "Do it", next: "count" })
  .step("count", { prompt: "Count", response: type("number"), next: terminal })
  .build();

/** Questions with nothing else to do, one that also has work, and one whose answer needs more. */
export const questions = skill({ name: "questions", entry: "begin" })
  .step("begin", { prompt: "Begin", response: named, next: "color" })
  .step("color", {
    prompt: [
      view("Colours", "red and blue"),
      act.askUser({
        question: "Which colour?",
        options: [
          { value: "red", label: "Red", description: "Warm" },
          { value: "blue", label: "Blue" },
        ],
      }),
    ],
    response: type({ color: "'red' | 'blue'", "note?": "string" }),
    next: "sure",
  })
  .step("sure", {
    prompt: act.confirm({ message: "Sure?", destructive: true }),
    response: type("boolean"),
    next: "check",
  })
  .step("check", {
    prompt: [prompt`Look whether the tests are green; if not, the answer is no.`, act.confirm({ message: "Deploy?" })],
    response: type({ deploy: "boolean" }),
    next: "address",
  })
  .step("address", {
    prompt: act.askUser({ question: "Where do you read mail?" }),
    response: type({ email: "string.email" }),
    next: "why",
  })
  .step("why", {
    prompt: act.confirm({ message: "Again?" }),
    response: type({ again: "boolean", because: "string" }),
    next: terminal,
  })
  .build();

/** Fails in ways that know this machine. */
export const failing = skill({ name: "failing", entry: "act" })
  .step("act", {
    prompt: "Go",
    action: () => Promise.reject(new Error("ENOENT: open '/home/somebody/secret/key.pem' (see https://a.example/b/c)")),
    next: terminal,
  })
  .build();

/** A prompt that cannot be told, in a sub-skill with instructions of its own. */
const sub = skill({ name: "sub", entry: "gate", system: "You are the sub." })
  .step("gate", { next: "load" })
  .step("load", { prompt: ({ refs }) => [system`Read.`, refs.load("missing.md")], response: named, next: terminal })
  .build();

export const composite = skill({ name: "composite", entry: "gate", system: "You are the main one." })
  .step("gate", { next: "choose" })
  .step("choose", { prompt: "Choose", response: named, next: "subskill:sub" })
  .subskill("sub", sub)
  .build();

export const patterns = reference({ name: "patterns", description: "Patterns." })
  .topic("one", { label: "The first", content: "Text of one." })
  .topic("lost", { label: "Lost", content: ({ refs }) => refs.load("lost.md") })
  .build();
