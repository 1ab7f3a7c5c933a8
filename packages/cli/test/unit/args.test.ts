import { describe, expect, it } from "vitest";
import { closest } from "../../src/args/closest.ts";
import { parseCommandArgs } from "../../src/args/parse-command-args.ts";
import { COMMANDS } from "../../src/commands.ts";

const check = COMMANDS.find(({ name }) => name === "check") ?? expect.fail("there is no check command");
const parse = (...args: string[]) => parseCommandArgs(check, args);

describe("parseCommandArgs", () => {
  it("reads flags, values and paths in any order", () => {
    const args = parse(
      "a",
      "--fix",
      "--profile",
      "lenient",
      "-q",
      "--format=json",
      "--max-warnings=0",
      "b",
      "--",
      "--c",
    );
    expect([...args.flags]).toEqual(["fix", "quiet"]);
    expect(Object.fromEntries(args.values)).toEqual({ profile: "lenient", format: "json", "max-warnings": "0" });
    expect(args.positionals).toEqual(["a", "b", "--c"]);
  });

  it.each([
    [["--profil", "spec"], "option-unknown", 'Unknown option --profil; did you mean "--profile"?'],
    [["--no-colour"], "option-unknown", 'did you mean "--no-color"?'],
    [["-x"], "option-unknown", "Unknown option -x"],
    [["--constructor"], "option-unknown", "Unknown option --constructor"],
    [["--profile"], "option-value", "--profile needs a value: <name>"],
    [["--profile", "--fix"], "option-value", "--profile needs a value"],
    [["--profile="], "option-value", "--profile needs a value"],
    [["--fix=yes"], "option-value", "--fix takes no value"],
    [["--profile", "strict"], "option-value", '--profile must be one of spec, reference, lenient, not "strict"'],
    [["--format", "jsn"], "option-value", 'did you mean "json"?'],
    [[""], "argument-unexpected", "An argument of check is empty"],
  ])("refuses %j", (args, code, message) => {
    expect(() => parse(...args)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error,
    );
  });
});

describe("arguments and numbers", () => {
  const find = (name: string) => COMMANDS.find((command) => command.name === name) ?? expect.fail(`no ${name}`);

  it.each([
    ["search", [], "argument-missing", "search needs an argument: <query…>"],
    ["show", ["a", "b", "c"], "argument-unexpected", 'Unexpected argument "c" for show'],
    ["search", ["x", "--top", "0"], "option-value", '--top must be a whole number, 1 or more, not "0"'],
    ["cost", ["--window", "1e5"], "option-value", '--window must be a whole number, 1 or more, not "1e5"'],
    ["cost", ["--sort", "file"], "option-value", 'did you mean "files"?'],
  ])("%s refuses %j", (name, args, code, message) => {
    expect(() => parseCommandArgs(find(name), args)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error,
    );
  });
});

describe("closest", () => {
  it("finds typos and nothing far", () => {
    const words = ["check", "rules", "completion"];
    expect(closest("chekc", words)).toBe("check");
    expect(closest("rule", words)).toBe("rules");
    expect(closest("deploy", words)).toBeUndefined();
    expect(closest("x".repeat(100_000), words)).toBeUndefined();
  });
});
