import { describe, expect, it } from "vitest";
import { readChatOptions } from "../../../src/chat/chat-options.ts";
import { parseSlash } from "../../../src/chat/slash/parse-slash.ts";
import { parseCommandArgs } from "../../../src/args/parse-command-args.ts";
import { COMMANDS } from "../../../src/commands.ts";

const spec = COMMANDS.find(({ name }) => name === "chat") ?? expect.fail("there is no chat command");
const options = (...args: string[]) => readChatOptions(parseCommandArgs(spec, args), { argv: ["chat", ...args] });

describe("a line with a slash", () => {
  it("is a command, a skill, or nothing that is known", () => {
    expect(parseSlash("hello /state", [])).toBeUndefined();
    expect(parseSlash(" /state ", [])).toEqual({ kind: "command", name: "state", rest: "" });
    expect(parseSlash("/quit", [])).toEqual({ kind: "command", name: "exit", rest: "" });
    expect(parseSlash("/load  pdf now", [])).toEqual({ kind: "command", name: "load", rest: "pdf now" });
    expect(parseSlash("/pdf fill  it\nall", ["pdf"])).toEqual({ kind: "skill", id: "pdf", rest: "fill  it\nall" });
    expect(parseSlash("/stat", ["pdf"])).toEqual({ kind: "unknown", name: "stat", near: "state" });
    expect(parseSlash("/constructor", [])).toMatchObject({ kind: "unknown" });
  });
});

describe("options of chat", () => {
  it("may name several skills", () => {
    expect(options("a", "--skill", "x", "--model=m", "--skill=y", "b")).toMatchObject({
      folders: ["a", "b"],
      skills: ["x", "y"],
      model: "m",
      subagents: true,
    });
    expect(options("--no-subagents")).toMatchObject({ skills: [], subagents: false });
  });

  it.each([
    [["--json"], "--json goes with --message"],
    [["--demo", "--model", "m"], "leave out --model"],
  ])("refuses %j", (args, message) => {
    expect(() => options(...args)).toThrow(message);
  });
});
