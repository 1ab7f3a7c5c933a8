import type { CaseBody } from "./contract-case.ts";
import { expectCode, expectEqual, expectThat, toBytes } from "./expect.ts";

/** Level 3: the files of a skill, all of them, exactly. */
export const resourceCases: readonly CaseBody[] = [
  [
    "lists the files of each skill flat, sorted and without SKILL.md",
    async ({ source, skills, idOf }) => {
      if (source.listResources === undefined) return;
      for (const skill of skills) {
        const paths = (await source.listResources(idOf(skill))).map(({ path }) => path);
        expectEqual(
          paths,
          Object.keys(skill.files).sort(),
          `listResources("${idOf(skill)}") must list every file by path.`,
        );
      }
    },
  ],
  [
    "tells the size of files rightly, if it does",
    async ({ source, good, idOf }) => {
      for (const { path, size } of (await source.listResources?.(idOf(good))) ?? []) {
        if (size !== undefined) expectEqual(size, toBytes(good.files[path]).length, `The size of ${path} is wrong.`);
      }
    },
  ],
  [
    "reads each file to the byte",
    async ({ source, skills, idOf }) => {
      if (source.readResource === undefined) return;
      for (const skill of skills) {
        for (const [path, content] of Object.entries(skill.files)) {
          const read = toBytes(await source.readResource(idOf(skill), path));
          expectEqual(read, toBytes(content), `readResource("${idOf(skill)}", "${path}") must give the file as it is.`);
        }
      }
    },
  ],
  [
    "reads the files that it lists, as it lists them",
    async ({ source, good, idOf }) => {
      for (const { path } of (await source.listResources?.(idOf(good))) ?? []) {
        await source.readResource?.(idOf(good), path);
      }
    },
  ],
  [
    "takes backslashes and a leading ./",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      for (const path of ["refs\\b.md", "./refs/b.md", ".\\refs\\b.md"]) {
        const read = toBytes(await source.readResource(idOf(good), path));
        expectEqual(read, toBytes(good.files["refs/b.md"]), `readResource(…, "${path}") must give refs/b.md.`);
      }
    },
  ],
  [
    "says that a missing file is missing",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      // Another skill's file is missing here; a name's beginning or end is no name.
      for (const path of [
        "not-there.txt",
        "refs/not-there.md",
        "no/such/folder.md",
        "secret.txt",
        "notes",
        "otes.txt",
      ]) {
        const call = async (): Promise<unknown> => source.readResource?.(idOf(good), path);
        await expectCode(call, ["resource-missing"], `readResource("${idOf(good)}", "${path}")`);
      }
    },
  ],
  [
    "does not give SKILL.md as a file",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      const call = async (): Promise<unknown> => source.readResource?.(idOf(good), "SKILL.md");
      await expectCode(call, ["resource-missing"], `readResource("${idOf(good)}", "SKILL.md")`);
    },
  ],
  [
    "keeps callers' changes to an answer away from other callers",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      const path = "assets/every-byte.bin";
      const [first, second] = await Promise.all([
        source.readResource(idOf(good), path),
        source.readResource(idOf(good), path),
      ]);
      if (typeof first !== "string") first.fill(0);
      const expected = toBytes(good.files[path]);
      expectEqual(toBytes(second), expected, "Callers at the same time must not share memory.");
      expectEqual(toBytes(await source.readResource(idOf(good), path)), expected, "A later caller got changed bytes.");
    },
  ],
  [
    "reads many files at once",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      const files = Object.entries(good.files);
      const rounds = Array.from({ length: 5 }, () => files).flat();
      const read = await Promise.all(rounds.map(async ([path]) => source.readResource?.(idOf(good), path)));
      for (const [index, [path, content]] of rounds.entries()) {
        expectEqual(toBytes(read[index]), toBytes(content), `${path} got the answer of another call.`);
      }
      expectThat(read.length === rounds.length, "Every call must be answered.");
    },
  ],
];
