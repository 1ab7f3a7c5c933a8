import { parseSkill } from "../../core/format/parse-skill.ts";
import type { ParseSkillResult } from "../../core/format/types.ts";
import type { CaseBody, OptionalMethod } from "./contract-case.ts";
import { brokenSkill } from "./contract-skill.ts";
import { expectCode, expectEqual, expectThat } from "./expect.ts";

/** Levels 1 and 2: what is listed can be read, and nothing else can. */
export const listCases: readonly CaseBody[] = [
  [
    "has the methods it is said to have",
    async ({ source, options }) => {
      const has: Record<OptionalMethod, boolean> = {
        listResources: source.listResources !== undefined,
        readResource: source.readResource !== undefined,
        watch: source.watch !== undefined,
      };
      for (const method of options.requires ?? []) expectThat(has[method], `The source must have ${method}.`);
    },
  ],
  [
    "lists the id, name and description of each skill",
    async ({ source, skills, idOf }) => {
      const listed = (await source.list()).map(({ id, name, description }) => ({ id, name, description }));
      const expected = skills.map((skill) => ({ id: idOf(skill), name: skill.name, description: skill.description }));
      expectEqual(byId(listed), byId(expected), "The list must have every skill once, and no other.");
    },
  ],
  [
    "lists the same in the same order each time",
    async ({ source }) => {
      expectEqual(await source.list(), await source.list(), "Two listings without a change must be equal.");
    },
  ],
  [
    "reports nothing wrong with sound skills",
    async ({ source }) => {
      const found: unknown[] = [];
      await source.list({ onDiagnostic: (diagnostic) => void found.push(diagnostic) });
      expectEqual(found, [], "Sound skills must give no diagnostics.");
    },
  ],
  [
    "lists with the parser it is given",
    async ({ source, skills, idOf, options }) => {
      if (options.parses === false) return;
      const parse = (raw: string): ParseSkillResult => {
        const result = parseSkill(raw);
        return { ...result, manifest: { ...result.manifest, description: mark(result.manifest.description) } };
      };
      const expected = skills.map((skill) => ({ id: idOf(skill), description: mark(skill.description) }));
      const listed = (await source.list({ parse })).map(({ id, description }) => ({ id, description }));
      expectEqual(byId(listed), byId(expected), "Entries must come from `parse`, if there is one.");
      const plain = (await source.list()).map(({ description }) => description);
      expectThat(!plain.some((text) => text === mark(text)), "A parser must not stay for the next listing.");
    },
  ],
  [
    "gives each skill a revision of its own, if it gives any",
    async ({ source }) => {
      const revisions = (await source.list()).flatMap(({ revision }) => (revision === undefined ? [] : [revision]));
      expectEqual(new Set(revisions).size, revisions.length, "Another SKILL.md must have another revision.");
    },
  ],
  [
    "says what it leaves out, and lists the rest",
    async ({ source, skills, idOf, putBroken }) => {
      if (putBroken === undefined) return;
      const bad = skills.find(({ name }) => name === "neighbour");
      expectThat(bad !== undefined, "The fixture lacks its neighbour.");
      await putBroken(brokenSkill(bad));
      const found: unknown[] = [];
      const entries = await source.list({ onDiagnostic: (diagnostic) => void found.push(diagnostic) });
      const others = skills.filter((skill) => skill !== bad).map(idOf);
      expectEqual(entries.map(({ id }) => id).sort(), others.sort(), "Only the skill without description is left out.");
      expectThat(found.length > 0, "`onDiagnostic` must be told of the skill that was left out.");
    },
  ],
  [
    "reads each SKILL.md to the letter",
    async ({ source, skills, idOf }) => {
      await source.list();
      for (const skill of skills) {
        expectEqual(
          await source.read(idOf(skill)),
          skill.raw,
          `read("${idOf(skill)}") must give the SKILL.md as it is.`,
        );
      }
    },
  ],
  [
    "reads a skill without having been listed first",
    async ({ source, good, idOf }) => {
      expectEqual(await source.read(idOf(good)), good.raw, "read() must not depend on an earlier list().");
    },
  ],
  [
    "does not know ids that were never listed",
    async ({ source }) => {
      for (const id of ["not-there", "good-", "goo", "good2"]) {
        await expectCode(() => source.read(id), ["skill-unknown"], `read("${id}")`);
        if (source.listResources !== undefined) {
          await expectCode(async () => source.listResources?.(id), ["skill-unknown"], `listResources("${id}")`);
        }
        if (source.readResource !== undefined) {
          const call = async (): Promise<unknown> => source.readResource?.(id, "notes.txt");
          await expectCode(call, ["skill-unknown"], `readResource("${id}", "notes.txt")`);
        }
      }
    },
  ],
  [
    "answers many calls at once",
    async ({ source, skills, idOf }) => {
      const rounds = Array.from({ length: 10 }, () => skills).flat();
      const [lists, texts] = await Promise.all([
        Promise.all(rounds.map(() => source.list())),
        Promise.all(rounds.map((skill) => source.read(idOf(skill)))),
      ]);
      expectEqual(
        texts,
        rounds.map(({ raw }) => raw),
        "Calls at the same time must not mix up their answers.",
      );
      for (const list of lists) expectEqual(list, lists[0], "Listings at the same time must be equal.");
    },
  ],
];

const mark = (text: string): string => (text.startsWith("parsed: ") ? text : `parsed: ${text}`);

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
}
