import { expect, it } from "vitest";
import type { SkillSource } from "../../src/core/source/skill-source.ts";
import { skillSourceContract } from "../../src/testing/index.ts";
import { changingStatic } from "./places/static-place.ts";

type Sound = Required<
  Omit<
    SkillSource,
    "indexStore" | "directory" | "definitions" | "generation" | "pinned" | "frontmatter" | "isOfProgram"
  >
>;

/** Sources with one fault each, and a case that must notice. */
const faults: readonly [fault: string, noticed: string, spoil: (source: Sound) => Partial<SkillSource>][] = [
  ["leaves one out", "lists the id", ({ list }) => ({ list: async (o) => (await list(o)).slice(1) })],
  [
    "forgets descriptions",
    "lists the id",
    ({ list }) => ({ list: async (o) => (await list(o)).map((e) => ({ ...e, description: "" })) }),
  ],
  [
    "shuffles",
    "same order",
    ({ list }) => {
      let turn = 0;
      return { list: async (o) => (turn++ % 2 === 0 ? await list(o) : (await list(o)).toReversed()) };
    },
  ],
  [
    "ignores the parser it is given",
    "with the parser",
    ({ list }) => ({ list: async ({ parse: _parse, ...o } = {}) => list(o) }),
  ],
  [
    "tells nobody what it left out",
    "says what it leaves out",
    ({ list }) => ({ list: async ({ onDiagnostic: _tell, ...o } = {}) => list(o) }),
  ],
  [
    "gives up when one skill is bad",
    "says what it leaves out",
    ({ list }) => ({
      list: async (o) => {
        let bad = false;
        const entries = await list({ ...o, onDiagnostic: () => (bad = true) });
        if (bad) throw new Error("a bad skill");
        return entries;
      },
    }),
  ],
  [
    "lists a skill without a description",
    "says what it leaves out",
    ({ list }) => ({
      list: async (o) => {
        const entries = await list(o);
        const there = entries.some(({ id }) => id === "neighbour");
        return there ? entries : [...entries, { id: "neighbour", name: "neighbour", description: "" }];
      },
    }),
  ],
  [
    "gives every skill one revision",
    "a revision of its own",
    ({ list }) => ({ list: async (o) => (await list(o)).map((entry) => ({ ...entry, revision: "1" })) }),
  ],
  ["trims the text", "to the letter", ({ read }) => ({ read: async (id, o) => (await read(id, o)).trimEnd() })],
  [
    "changes line ends",
    "to the letter",
    ({ read }) => ({ read: async (id, o) => (await read(id, o)).replaceAll("\r\n", "\n") }),
  ],
  [
    "answers unknown ids with nothing",
    "does not know ids",
    ({ read }) => ({ read: async (id, o) => read(id, o).catch(() => "") }),
  ],
  [
    "throws bare errors",
    "does not know ids",
    ({ read }) => ({ read: async (id, o) => read(id, o).catch(() => Promise.reject(new Error("no"))) }),
  ],
  [
    "looks ids up in an object",
    "however they are spelled",
    ({ read }) => ({
      read: async (id, o) => (id in {} ? String(({} as Record<string, unknown>)[id]) : read(id, o)),
    }),
  ],
  ["trims ids", "however they are spelled", ({ read }) => ({ read: async (id, o) => read(id.trim(), o) })],
  [
    "lists SKILL.md as a file",
    "without SKILL.md",
    ({ listResources }) => ({
      listResources: async (id, o) => [{ path: "SKILL.md" }, ...(await listResources(id, o))],
    }),
  ],
  [
    "sorts as a dictionary does",
    "flat, sorted",
    ({ listResources }) => ({
      listResources: async (id, o) =>
        [...(await listResources(id, o))].sort((a, b) => a.path.localeCompare(b.path, "en")),
    }),
  ],
  [
    "sorts folder by folder",
    "flat, sorted",
    ({ listResources }) => ({
      listResources: async (id, o) =>
        [...(await listResources(id, o))].sort((a, b) =>
          a.path.replaceAll("/", "\0") < b.path.replaceAll("/", "\0") ? -1 : 1,
        ),
    }),
  ],
  [
    "tells wrong sizes",
    "the size",
    ({ listResources }) => ({
      listResources: async (id, o) => (await listResources(id, o)).map((file) => ({ ...file, size: 1 })),
    }),
  ],
  [
    "reads bytes as text",
    "to the byte",
    ({ readResource }) => ({
      readResource: async (id, path, o) => {
        const content = await readResource(id, path, o);
        return typeof content === "string" ? content : new TextDecoder().decode(content);
      },
    }),
  ],
  [
    "takes an empty file for a missing one",
    "to the byte",
    ({ readResource }) => ({
      readResource: async (id, path, o) => {
        const content = await readResource(id, path, o);
        if (content === "") throw new Error("missing");
        return content;
      },
    }),
  ],
  [
    "does not know backslashes",
    "backslashes",
    ({ readResource }) => ({
      readResource: async (id, path, o) =>
        path.includes("\\") ? Promise.reject(new Error("no")) : readResource(id, path, o),
    }),
  ],
  [
    "gives SKILL.md as a file",
    "SKILL.md as a file",
    ({ read, readResource }) => ({
      readResource: async (id, path, o) => (path === "SKILL.md" ? read(id, o) : readResource(id, path, o)),
    }),
  ],
  [
    "calls a missing file an unknown skill",
    "missing file",
    ({ readResource, read }) => ({
      readResource: async (id, path, o) => readResource(id, path, o).catch(() => read("unknown")),
    }),
  ],
  [
    "decodes addresses",
    "could leave",
    ({ readResource }) => ({
      readResource: async (id, path, o) => readResource(id, path.replace("%2e%2e/", ""), o),
    }),
  ],
  [
    "shares its memory",
    "changes to an answer",
    ({ readResource }) => {
      const kept = new Map<string, Uint8Array | string>();
      return {
        readResource: async (id, path, o) => {
          const content = kept.get(path) ?? (await readResource(id, path, o));
          kept.set(path, content);
          return content;
        },
      };
    },
  ],
  ["does not look at the signal", "aborted already", ({ read }) => ({ read: async (id) => read(id) })],
  [
    "rejects with its own abort error",
    "aborted already",
    ({ list }) => ({
      list: async (o) => list(o).catch(() => Promise.reject(new Error("AbortError"))),
    }),
  ],
  [
    "shares one caller's abort",
    "abort away",
    ({ read }) => {
      let flight: Promise<string> | undefined;
      return {
        read: (id, o) =>
          (flight ??= (async () => {
            o?.signal?.throwIfAborted();
            await new Promise((resolve) => setTimeout(resolve, 1));
            o?.signal?.throwIfAborted();
            return read(id, o);
          })().finally(() => (flight = undefined))),
      };
    },
  ],
  [
    "keeps its revision",
    "another revision",
    ({ list }) => ({
      list: async (o) => (await list(o)).map((entry) => ({ ...entry, revision: "1" })),
    }),
  ],
  [
    "caches for ever",
    "another revision",
    ({ read }) => {
      const kept = new Map<string, Promise<string>>();
      return {
        read: async (id, o) => {
          const text = kept.get(id) ?? read(id, o);
          kept.set(id, text);
          return text;
        },
      };
    },
  ],
  ["never reports a change", "calls back", () => ({ watch: async () => () => {} })],
  [
    "does not stop",
    "calls back",
    ({ watch }) => ({
      watch: async (onChange, o) => {
        await watch(onChange, o);
        return () => {};
      },
    }),
  ],
  [
    "mixes up answers",
    "many calls at once",
    ({ read }) => {
      let last = "";
      return {
        read: async (id, o) => {
          last = id;
          await Promise.resolve();
          return read(last, o);
        },
      };
    },
  ],
];

it.each(faults)("a source that %s", async (_fault, noticed, spoil) => {
  const cases = skillSourceContract({
    create: (skills) => {
      const { source, change } = changingStatic(skills);
      return { source: { ...source, ...spoil(source) }, change, putBroken: change };
    },
    watchTimeout: 50,
  });
  const named = cases.filter(({ name }) => name.includes(noticed));
  expect(named).toHaveLength(1);
  for (const { run } of named) await expect(run()).rejects.toThrow(/\S/);
});

it("fails when a method is missing that must be there", async () => {
  const cases = skillSourceContract({
    create: (skills) => {
      const { source } = changingStatic(skills);
      return { source: { list: (o) => source.list(o), read: (id, o) => source.read(id, o) } };
    },
    requires: ["readResource"],
  });
  const results = await Promise.allSettled(cases.map(({ run }) => run()));
  const failed = cases.filter((_case, index) => results[index]?.status === "rejected").map(({ name }) => name);
  expect(failed).toEqual(["has the methods it is said to have"]);
});

it("asks for no parser of a source whose list is not made from SKILL.md", async () => {
  const cases = skillSourceContract({
    create: (skills) => {
      const { source } = changingStatic(skills);
      return { source: { ...source, list: async ({ parse: _parse, ...o } = {}) => source.list(o) } };
    },
    parses: false,
  });
  for (const { run } of cases) await run();
});

it("cleans up after a case that failed", async () => {
  let disposed = 0;
  const cases = skillSourceContract({
    create: () => ({
      source: { list: () => Promise.reject(new Error("broken")), read: () => Promise.reject(new Error("broken")) },
      dispose: () => void disposed++,
    }),
  });
  await Promise.allSettled(cases.map(({ run }) => run()));
  expect(disposed).toBe(cases.length);
});

it("gives every case a name of its own", () => {
  const names = skillSourceContract({ create: (skills) => changingStatic(skills) }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
