import { describe, expect, it } from "vitest";
import { parseSkill } from "@tradecraft/sdk";
import { levelOneOf, readLevelOne } from "../../../../src/core/format/read-level-one.ts";
import { skillText } from "./skill-text.ts";

const none = { compatibility: undefined, disableModelInvocation: undefined, userInvocable: undefined };

describe("the short way to a name and a description", () => {
  it.each([
    ["as most are written", "name: demo\ndescription: Draws charts.", "demo", "Draws charts."],
    ["in the other order", "description: Draws charts.\nname: demo", "demo", "Draws charts."],
    [
      "in double quotes",
      'name: "demo"\ndescription: "Use this: it draws # charts."',
      "demo",
      "Use this: it draws # charts.",
    ],
    ["in single quotes", "name: 'demo'\ndescription: 'Say \"hi\".'", "demo", 'Say "hi".'],
    ["with spaces at the end", "name: demo  \ndescription:   Draws.   ", "demo", "Draws."],
    [
      "with other fields",
      "license: MIT\nname: demo\nmetadata:\n  name: inner\n  a: b\nallowed-tools:\n- Read\n- Write\ndescription: D.",
      "demo",
      "D.",
    ],
    ["in another script", "name: навык\ndescription: Рисует диаграммы.", "навык", "Рисует диаграммы."],
    [
      "with a colon in a word",
      "name: a:b\ndescription: See https://example.com/x.",
      "a:b",
      "See https://example.com/x.",
    ],
  ])("%s", (_, frontmatter, name, description) => {
    const raw = skillText(frontmatter);
    expect(readLevelOne(raw)).toEqual({ name, description, ...none });
    expect(levelOneOf(parseSkill(raw).manifest)).toEqual({ name, description, ...none });
  });

  it("stops at the closing fence", () => {
    expect(readLevelOne("---\nname: a\ndescription: b\n---\nname: c\ndescription: d\n---\n")?.name).toBe("a");
  });

  it.each([
    ["no frontmatter", "# Hello\n"],
    ["an empty text", ""],
    ["CRLF", "---\r\nname: a\r\ndescription: b\r\n---\r\n"],
    ["a byte order mark", "\uFEFF---\nname: a\ndescription: b\n---\n"],
    ["a missing fence", "---\nname: a\ndescription: b\n"],
    ["a fence with a space", "---\nname: a\ndescription: b\n--- \n"],
    ["four hyphens", "---\nname: a\ndescription: b\n----\n---\n"],
    ["no name", "---\ndescription: b\n---\n"],
    ["no description", "---\nname: a\n---\n"],
    ["a name twice", "---\nname: a\nname: b\ndescription: c\n---\n"],
    ["a folded description", "---\nname: a\ndescription: >\n  b\n---\n"],
    ["a description that goes on", "---\nname: a\ndescription: b\n  c\n---\n"],
    ["a description that goes on after a blank line", "---\nname: a\ndescription: b\n\n  c\n---\n"],
    ["a colon in the description", "---\nname: a\ndescription: b: c\n---\n"],
    ["a colon at its end", "---\nname: a\ndescription: b:\n---\n"],
    ["a comment", "---\nname: a # comment\ndescription: c\n---\n"],
    ["a comment of its own line", "---\n# comment\nname: a\ndescription: c\n---\n"],
    ["an escape", '---\nname: a\ndescription: "b\\nc"\n---\n'],
    ["a quote in quotes", "---\nname: a\ndescription: 'it''s'\n---\n"],
    ["words after quotes", '---\nname: a\ndescription: "b" c\n---\n'],
    ["an open quote", '---\nname: a\ndescription: "b\n---\n'],
    ["a truth", "---\nname: true\ndescription: c\n---\n"],
    ["nothing", "---\nname: null\ndescription: c\n---\n"],
    ["a number", "---\nname: 5\ndescription: c\n---\n"],
    ["a list", "---\nname: a\ndescription: [b]\n---\n"],
    ["an anchor", "---\nname: &a b\ndescription: *a\n---\n"],
    ["a tab", "---\nname: a\ndescription: b\tc\n---\n"],
    ["no space after the colon", "---\nname:a\ndescription: b\n---\n"],
    ["compatibility", "---\nname: a\ndescription: b\ncompatibility: c\n---\n"],
    ["a flag", "---\nname: a\ndescription: b\nuser-invocable: false\n---\n"],
    ["the other flag", "---\nname: a\ndescription: b\ndisable-model-invocation: true\n---\n"],
    ["a quoted key", '---\n"name": a\ndescription: b\n---\n'],
    ["capitals in a key", "---\nName: a\ndescription: b\n---\n"],
  ])("with %s is left to the long way, or read as there", (_, raw) => {
    expect([undefined, levelOneOf(parseSkill(raw).manifest)]).toContainEqual(readLevelOne(raw));
  });
});

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const lines = [
  "name: demo",
  "description: Draws charts.",
  "name: 'demo'",
  'description: "Draws: charts"',
  "license: MIT",
  "name: Yes",
  "metadata:",
  "  name: inner",
  "  version: 1",
  "- item",
  "- name: x",
  "-- x",
  "-x",
  "",
  " ",
  "  continued",
  "\tx: y",
  "# comment",
  'license: "open',
  "license: 'open",
  'license: closed"',
  "tools: [a,",
  "name: b,",
  "description: c]",
  "x: {a: b,",
  "}",
  "]",
  "x: |",
  "x: >-",
  "x: &a b",
  "y: *a",
  "y: *b",
  "x: !!binary abc",
  "x: @bad",
  "x: `bad`",
  "x: %bad",
  "? key",
  ": value",
  "x: - y",
  "x: a: b",
  "description: a\u00a0",
  "description: \u3000wide\u3000",
  "name: a\r",
  "description: a\rname: b",
  "name: e\u0301",
  "name: \u00c9t\u00e9",
  "description: a\u2028b",
  "description: a\u0085b",
  "description: .inf",
  "name: nAn",
  "name: inf",
  "description: ~",
  "name: On",
  "description: x #y",
  "description: x# y",
  "description: a -- b",
  "description: a ---",
  'description: ""',
  "name: ''",
  "description: '  spaces  '",
  "description: a, b & c * d ! e % f @ g ` h",
  "name: a]",
  "name: a}",
  "description: a,b",
  "key-only:",
  "key-only",
  "...",
  "%YAML 1.2",
  "<<: *a",
  "a: b",
  "a: c",
  "allowed-tools: Read",
  "when-to-use: Now.",
  "description: x\u0007y",
  "description: \ud83c\udf89 party",
  "name: \ud800",
  "license: 2024-01-01",
  'x: "a\\qb"',
  "x: 'a'b",
  "description: >\n  One\n  two",
  "description: |\n  One\n  two",
  "description: >-\n  One\n   more\n  two",
  "description: |-\n    One\n  two",
  "description: >\n  One \n  two",
  "description: >\n  # no comment\n  two: three",
  "description: |\n  - one\n  - two",
  "description: >\n  - one\n  - two",
  "description: >+\n  One",
  "description: |2\n  One",
  "description: >\n",
  "description: >\nOne",
  "description: >\n  One\n\n  two",
  "description: >\n\n  One",
  "description: >\n  \tOne\n  two",
  "description: >\n  One\r\n  two",
  "description: >\n  \u00a0One",
  "description: |\n  One\n ",
  "description: > # comment\n  One",
  "name: >\n  demo",
  "compatibility: Needs git.",
  "compatibility: 5",
  "compatibility: true",
  "compatibility: ''",
  "compatibility: >\n  Needs\n  git",
  "disable-model-invocation: true",
  "disable-model-invocation: 'true'",
  "disable-model-invocation: yes",
  "disable-model-invocation: |\n  true",
  "user-invocable: false",
  "user-invocable: no",
  'user-invocable: ""',
  "user-invocable: False",
  "disable_model_invocation: true",
];

/** Where the short way answers otherwise than the long one, in short. */
function difference(chosen: readonly string[]): string | undefined {
  const raw = `---\n${chosen.join("\n")}\n---\nBody.\n`;
  const quick = readLevelOne(raw);
  if (quick === undefined) return undefined;
  const [short, long] = [quick, levelOneOf(parseSkill(raw).manifest)].map((level) => JSON.stringify(level));
  return short === long ? undefined : `${JSON.stringify(raw)}: ${short}, not ${long}`;
}

describe("the short way and the long way", () => {
  const [name, description] = ["name: demo", "description: Draws charts."];

  it.each([...new Set(lines)])("say the same with a line of %j, wherever the short one answers", (line) => {
    const found = [
      [line, name, description],
      [name, line, description],
      [name, description, line],
      [line, description],
      [name, line],
    ].map(difference);
    expect(found.filter((each) => each !== undefined)).toEqual([]);
  });

  it("say the same, wherever the short one answers, on 40,000 frontmatters made of odd lines", () => {
    const pick = numbers(7);
    let wrong = 0;
    let answered = 0;
    let shortest = "";
    // Lines with which they differ all alone are seen above.
    const sound = lines.filter((line) =>
      [
        [line, name, description],
        [name, line, description],
        [name, description, line],
        [line, description],
        [name, line],
      ].every((chosen) => difference(chosen) === undefined),
    );
    for (let at = 0; at < 40_000; at++) {
      const chosen = Array.from({ length: pick(4) }, () => sound[pick(sound.length)] ?? "");
      for (const line of [name, description]) if (pick(8) > 0) chosen.splice(pick(chosen.length + 1), 0, line);
      if (readLevelOne(`---\n${chosen.join("\n")}\n---\nBody.\n`) !== undefined) answered++;
      const found = difference(chosen);
      if (found === undefined) continue;
      wrong++;
      if (shortest === "" || found.length < shortest.length) shortest = found;
    }
    expect(answered).toBeGreaterThan(1_000);
    expect({ wrong, shortest }).toEqual({ wrong: 0, shortest: "" });
  }, 60_000);
});
