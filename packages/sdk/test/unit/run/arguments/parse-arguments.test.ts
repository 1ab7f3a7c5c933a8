import { describe, expect, it } from "vitest";
import { parseArguments, parseFlags } from "../../../../src/run/arguments/parse-arguments.ts";
import { CommandFault } from "../../../../src/run/output/failure.ts";

const workflow = { kind: "skill", isSubskill: (name: string) => name === "doctor" } as const;
const topics = { kind: "reference", isSubskill: () => false } as const;

function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof CommandFault) return error.failure.message;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("parseArguments", () => {
  it.each([
    [["--params", "{}"], { command: "start", flags: { params: "{}" } }],
    [["start", "--params={}"], { command: "start", flags: { params: "{}" } }],
    [["advance", "--step", "a", "--output", "-5"], { command: "advance", flags: { step: "a", output: "-5" } }],
    [["advance", "--output=a=b"], { command: "advance", flags: { output: "a=b" } }],
    [["advance", "--output="], { command: "advance", flags: { output: "" } }],
    [["--subagent", "--host", "codex"], { command: "start", flags: { subagent: true, host: "codex" } }],
    [["--output-mode=flag"], { command: "start", flags: { "output-mode": "flag" } }],
    [["doctor"], { command: "start", subskill: "doctor", flags: {} }],
    [["doctor", "--params", "{}"], { command: "start", subskill: "doctor", flags: { params: "{}" } }],
    [["doctor", "advance", "--step", "a"], { command: "advance", subskill: "doctor", flags: { step: "a" } }],
    [["topics"], { command: "topics", flags: {} }],
    [["topic", "one"], { command: "topic", topic: "one" }],
    [["mcp", "--any", "thing"], { command: "mcp", args: ["--any", "thing"] }],
    [["advance", "--output", "x", "-h"], { command: "help" }],
    [[], { command: "help" }],
  ])("%j", (argv, call) => {
    expect(parseArguments(argv, workflow)).toEqual(call);
  });

  it("lists topics where there is nothing else", () => {
    expect(parseArguments([], topics)).toEqual({ command: "topics", flags: {} });
    expect(refusal(() => parseArguments(["advance"], topics))).toBe('There is no command "advance".');
  });

  it.each(["toString", "__proto__", "constructor"])("knows no command %s", (name) => {
    expect(refusal(() => parseArguments([name], workflow))).toBe(`There is no command "${name}".`);
    expect(refusal(() => parseFlags("start", [`--${name}`, "x"]))).toBe(`\`start\` has no flag --${name}.`);
  });

  it.each([
    [["--params"], "--params needs a value."],
    [["--params", "{}", "--host"], "--host needs a value."],
    [["-x"], '"-x" is not expected here.'],
    [["--force"], "`start` has no flag --force."],
    [["list", "--session", "a"], "`list` has no flag --session."],
    [["topic", "a", "b"], '"b" is not expected here.'],
    [["doctor", "back"], '"doctor" has no command "back".'],
  ])("%j is refused", (argv, message) => {
    expect(refusal(() => parseArguments(argv, workflow))).toBe(message);
  });
});
