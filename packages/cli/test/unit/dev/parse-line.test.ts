import { describe, expect, it } from "vitest";
import { parseLine } from "../../../src/dev/parse-line.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const words = new Set(["back", "status"]);

describe("parseLine", () => {
  it.each([
    ["", { kind: "empty" }],
    ["  ", { kind: "empty" }],
    ["back", { kind: "command", name: "back", rest: "" }],
    [" back  two force ", { kind: "command", name: "back", rest: "two force" }],
    ['{"a":1}', { kind: "value", value: { a: 1 } }],
    ['"back"', { kind: "value", value: "back" }],
    ["-3", { kind: "value", value: -3 }],
    ["true", { kind: "value", value: true }],
    ["null", { kind: "value", value: null }],
    ["bakc", { kind: "problem", message: 'There is no command "bakc"; did you mean "back"?' }],
    ["constructor", { kind: "problem" }],
    ["{a:1}", { kind: "problem" }],
  ])("understands %j", async (line, wanted) => {
    expect(await parseLine(line, words, "/")).toMatchObject(wanted);
  });

  it("reads a file, and says what is wrong with one", async () => {
    const cwd = tempFolder({ "a.json": '{\n  "a": [1]\n}\n', "b.json": "{" });
    expect(await parseLine("@a.json", words, cwd)).toEqual({ kind: "value", value: { a: [1] } });
    expect(await parseLine("@b.json", words, cwd)).toMatchObject({
      message: expect.stringMatching(/^b\.json is not JSON/),
    });
    expect(await parseLine("@c.json", words, cwd)).toMatchObject({
      message: expect.stringMatching(/^c\.json cannot be read/),
    });
  });
});
