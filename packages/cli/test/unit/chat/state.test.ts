import { describe, expect, it } from "vitest";
import { assign, parseAssignment } from "../../../src/chat/state/assign-line.ts";
import { parseState, StateSyntaxError } from "../../../src/chat/state/parse-state.ts";

const read = (text: string) => parseState(text).value;

describe("a state in a file", () => {
  it("is JSON or YAML", () => {
    const value = { score: { total: 3, rounds: ["a", "b"] } };
    expect(read(JSON.stringify(value))).toEqual(value);
    expect(read("score:\n  total: 3\n  rounds:\n    - a\n    - b\n")).toEqual(value);
    expect(read("---\nscore: { total: 3, rounds: [a, b] }\n")).toEqual(value);
  });

  it("knows its lines", () => {
    const json = parseState('{\n  "score": {\n    "total": 3\n  }\n}');
    expect([["score"], ["score", "total"], ["score", "total", "x"], []].map((path) => json.lineOf(path))).toEqual([
      2, 3, 3, 1,
    ]);
    const yaml = parseState("# first\nother: 1\nscore:\n  total: 3\n  list:\n    - a\n");
    expect([["score"], ["score", "total"], ["score", "list", "0"]].map((path) => yaml.lineOf(path))).toEqual([3, 4, 5]);
    expect(parseState("---\na:\n  b: 1\n").lineOf(["a", "b"])).toBe(3);
  });

  it.each([
    ['{\n "a": 1,\n}', 3],
    ["a: 1\nb: [1, 2\n", 2],
  ])("says in which line %j is wrong", (text, line) => {
    const error = (() => {
      try {
        return read(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(StateSyntaxError);
    expect((error as StateSyntaxError).line).toBeGreaterThanOrEqual(line - 1);
    expect((error as StateSyntaxError).line).toBeLessThanOrEqual(line + 1);
  });
});

describe("the inline editor", () => {
  const state = { score: { total: 1, rounds: ["a"] } };
  const change = (line: string) => {
    const parsed = parseAssignment(line);
    return typeof parsed === "string" ? parsed : assign(state, parsed);
  };

  it.each([
    ["/score/total = 5", { score: { total: 5, rounds: ["a"] } }],
    ['/score/rounds/- = "b = c"', { score: { total: 1, rounds: ["a", "b = c"] } }],
    ["/score/rounds/0={}", { score: { total: 1, rounds: [{}] } }],
    ["- /score/rounds/0", { score: { total: 1, rounds: [] } }],
    ["-/score/total", { score: { rounds: ["a"] } }],
  ])("takes %s", (line, expected) => {
    expect(change(line)).toEqual({ state: expected });
    expect(state.score.total).toBe(1);
  });

  it.each([
    ["total 5", "Write /path = value"],
    ["/score/total = five", "is no JSON"],
    ["/game/total = 5", "There is nothing at /game"],
    ["/score/rounds/7 = 1", "no place in this list"],
    ["- /score/nothing", "There is nothing at"],
  ])("refuses %s", (line, message) => {
    expect(change(line)).toContain(message);
  });

  it("does not reach prototypes", () => {
    expect(change("/__proto__/polluted = 1")).toContain("There is nothing");
    change("/__proto__ = 1");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
