import { describe, expect, it } from "vitest";
import { closest } from "../../src/args/closest.ts";
import { parseCommandArgs } from "../../src/args/parse-command-args.ts";
import { renderCommandHelp } from "../../src/args/render-help.ts";
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

describe("arguments that are passed on", () => {
  const dev = COMMANDS.find(({ name }) => name === "dev") ?? expect.fail("there is no dev command");
  const parsed = (...args: string[]) => {
    const { flags, values, positionals } = parseCommandArgs(dev, args);
    return { flags: [...flags], values: Object.fromEntries(values), positionals };
  };

  it("are everything behind the first one, as it is", () => {
    const rest = ["start", "--params", "{}", "--nonsense", "-x", "", "--help", "--", "--no-color"];
    expect(parsed("--no-color", "--host=a", "skill.ts", ...rest)).toEqual({
      flags: ["no-color"],
      values: { host: "a" },
      positionals: ["skill.ts", ...rest],
    });
  });

  it("may begin behind a `--`, which is not one of them", () => {
    expect(parsed("skill.ts", "--", "start", "--").positionals).toEqual(["skill.ts", "start", "--"]);
    expect(parsed("--", "-skill.ts", "start").positionals).toEqual(["-skill.ts", "start"]);
  });

  it.each([
    [["--parms=1", "skill.ts"], "option-unknown"],
    [["--help=1", "skill.ts"], "option-value"],
    [["", "start"], "argument-unexpected"],
    [[], "argument-missing"],
  ])("do not hide what is wrong before them: %j", (args, code) => {
    expect(() => parsed(...args)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it("stand last in the usage", () => {
    expect(renderCommandHelp(dev)).toContain("Usage: tradecraft dev [options] <entry> [arguments…]\n");
    expect(renderCommandHelp(check)).toMatch(/^Usage: tradecraft check .+ \[options\]$/m);
  });
});
