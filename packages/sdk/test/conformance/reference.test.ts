import { readFileSync } from "node:fs";
import { parseSkill, validateSkill } from "@tradecraft/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { corpusFile } from "../../../../tools/corpus.mjs";

interface Vector {
  readonly id: string;
  readonly dir: string;
  readonly file: string;
  readonly content: string;
  readonly py_validate: readonly string[];
}

const file = corpusFile("vectors.json");
const vectors = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as Vector[]);

/** Where we differ on purpose; each is explained in docs/guide/reference-profile.md. */
const DEVIATIONS: { readonly [id: string]: string } = {
  "mixedcase-file": "the file's name is judged where files are found, by `tradecraft check`, not by `validateSkill`",
};

/** The text behind this prefix is the YAML library's own. */
function comparable(message: string): string {
  return message.startsWith("Invalid YAML in frontmatter: ") ? "Invalid YAML in frontmatter" : message;
}

// https://github.com/agentskills/agentskills/tree/main/skills-ref
describe("profile `reference` answers as the Python reference", () => {
  beforeEach((context) => {
    context.skip(file === undefined, "the corpus is not there");
  });

  it("has all 86 vectors", () => {
    expect(vectors.length).toBe(86);
  });

  it.each(vectors.map((vector) => [vector.id, vector] as const))("%s", (id, vector) => {
    const { manifest } = parseSkill(vector.content);
    const messages = validateSkill(manifest, { profile: "reference", directory: vector.dir }).map(
      ({ message }) => message,
    );
    const same = [messages.map(comparable), vector.py_validate.map(comparable)] as const;
    if (id in DEVIATIONS) expect(same[0]).not.toEqual(same[1]);
    else expect(same[0]).toEqual(same[1]);
  });
});
