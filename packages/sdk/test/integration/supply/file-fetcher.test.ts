import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileFetcher } from "../../../src/supply/fetch/file/file-fetcher.ts";
import { findSkills } from "../../../src/supply/fetch/find-skills.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { fetchContext } from "./support/fetch-context.ts";
import { skillText } from "./support/git-repo.ts";

const fetcher = fileFetcher();
const posix = test.skipIf(process.platform === "win32");

test("everything in a folder but .git, and node_modules of skills only", async () => {
  const root = tempFolder({
    "skills/a/SKILL.md": skillText("a"),
    "skills/a/.hidden": "x",
    "skills/a/run.sh": "x",
    "skills/a/node_modules/p/i.js": "x",
    "skills/a/.git/config": "x",
    "skills/node_modules/q/i.js": "x",
    "skills/README.md": "x",
  });
  chmodSync(join(root, "skills/a/run.sh"), 0o755);
  const source = { type: "file", path: "skills" } as const;
  const fetched = await fetcher.resolve(source, fetchContext(root, { offline: true }));
  const tree = await fetched.open();
  expect(tree.entries.map(({ path }) => path)).toEqual([
    "README.md",
    "a/.hidden",
    "a/SKILL.md",
    "a/node_modules/p/i.js",
    "a/run.sh",
  ]);
  expect(tree.entries.at(-1)?.executable).toBe(process.platform !== "win32");
  expect((await findSkills(tree))[0]?.files).toHaveLength(4);
  expect(new TextDecoder().decode((await tree.read(["a/.hidden"])).get("a/.hidden"))).toBe("x");
  expect(fetched.resolved).toEqual({ digest: expect.stringMatching(/^sha256:/) });
});

test("restore takes the folder as it was locked, and no other", async () => {
  const root = tempFolder({ "s/a/SKILL.md": skillText("a"), "s/b/SKILL.md": skillText("b") });
  const context = fetchContext(root);
  const source = { type: "file", path: "./s", include: ["a"] } as const;
  const { resolved } = await fetcher.resolve(source, context);
  writeFileSync(join(root, "s/b/SKILL.md"), skillText("b", "changed"));
  writeFileSync(join(root, "s/README.md"), "what is in no wanted skill does not count");
  expect((await fetcher.restore(source, resolved, context)).resolved).toEqual(resolved);
  for (const change of [
    () => writeFileSync(join(root, "s/a/new"), ""),
    () => writeFileSync(join(root, "s/a/SKILL.md"), skillText("a", "changed")),
    ...(process.platform === "win32" ? [] : [() => chmodSync(join(root, "s/a/SKILL.md"), 0o755)]),
  ]) {
    change();
    await expect(fetcher.restore(source, resolved, context)).rejects.toMatchObject({ code: "digest-mismatch" });
    writeFileSync(join(root, "s/a/SKILL.md"), skillText("a"));
    chmodSync(join(root, "s/a/SKILL.md"), 0o644);
    rmSync(join(root, "s/a/new"), { force: true });
    expect((await fetcher.restore(source, resolved, context)).resolved).toEqual(resolved);
  }
  rmSync(join(root, "s"), { recursive: true });
  await expect(fetcher.restore(source, resolved, context)).rejects.toMatchObject({ code: "source-unavailable" });
  await expect(fetcher.restore(source, { commit: "x" }, context)).rejects.toMatchObject({ code: "source-unavailable" });
});

posix("links are listed, never followed; a fifo stops nobody", async () => {
  const root = tempFolder({
    "secret/key": "secret",
    "s/good/SKILL.md": skillText("good"),
    "s/linked/SKILL.md": skillText("linked"),
    "s/piped/SKILL.md": skillText("piped"),
  });
  symlinkSync("../../secret/key", join(root, "s/linked/key"));
  symlinkSync("../secret", join(root, "s/secret"));
  symlinkSync("loop", join(root, "s/loop"));
  execFileSync("mkfifo", [join(root, "s/piped/fifo")]);
  const context = fetchContext(root);
  const tree = await (await fetcher.resolve({ type: "file", path: "s", include: ["good"] }, context)).open();
  expect(tree.entries.filter(({ kind }) => kind !== "file")).toMatchObject([
    { path: "linked/key", kind: "link" },
    { path: "loop", kind: "link" },
    { path: "piped/fifo", kind: "other" },
    { path: "secret", kind: "link" },
  ]);
  await expect(tree.read(["linked/key"])).rejects.toMatchObject({ code: "path-refused" });
  for (const name of ["linked", "piped"]) {
    await expect(fetcher.resolve({ type: "file", path: "s", include: [name] }, context)).rejects.toMatchObject({
      code: "archive-refused",
    });
  }
});

posix("what is swapped for a link after it was listed is not read", async () => {
  const root = tempFolder({ "secret/x.md": "secret", "s/a/SKILL.md": skillText("a"), "s/a/r/x.md": "plain" });
  const source = { type: "file", path: "s" } as const;
  const tree = await (await fetcher.resolve(source, fetchContext(root))).open();
  rmSync(join(root, "s/a/r"), { recursive: true });
  symlinkSync("../../secret", join(root, "s/a/r"));
  await expect(tree.read(["a/r/x.md"])).rejects.toMatchObject({ code: "path-refused" });
  rmSync(join(root, "s/a/r"));
  mkdirSync(join(root, "s/a/r"));
  writeFileSync(join(root, "s/a/r/x.md"), "other");
  await expect(tree.read(["a/r/x.md"])).rejects.toThrow(/changed while it was read/);
});

posix("names that are not safe refuse the skill that has them", async () => {
  const root = tempFolder({
    "s/a/SKILL.md": skillText("a"),
    "s/b/SKILL.md": skillText("b"),
    "s/a/con.txt": "x",
    "s/x:y": "",
  });
  writeFileSync(Buffer.concat([Buffer.from(join(root, "s/b/")), Buffer.from([0xff])]), "x");
  const context = fetchContext(root);
  for (const name of ["a", "b"]) {
    await expect(fetcher.resolve({ type: "file", path: "s", include: [name] }, context), name).rejects.toMatchObject({
      code: "archive-refused",
    });
  }
});

test("limits", async () => {
  const root = tempFolder({ "s/a/SKILL.md": skillText("a"), "s/a/1": "x".repeat(500), "s/a/2": "x".repeat(500) });
  const { limits, ...context } = fetchContext(root);
  const source = { type: "file", path: "s" } as const;
  for (const tight of [{ maxEntries: 3 }, { maxUnpackedBytes: 900 }]) {
    await expect(fetcher.resolve(source, { ...context, limits: { ...limits, ...tight } })).rejects.toMatchObject({
      code: "file-too-large",
    });
  }
});

test("what sync wrote into the project is no skill of the folder around it", async () => {
  const files = {
    "skills/pdf/SKILL.md": skillText("pdf", "new"),
    ".claude/skills/pdf/SKILL.md": skillText("pdf", "old"),
    ".agents/skills/pdf/SKILL.md": skillText("pdf", "old"),
    ".claude/agents/SKILL.md": skillText("own"),
    "tradecraft.json": "{}",
    "tradecraft.lock": "{}",
  };
  const root = tempFolder({
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])),
    "other/.claude/skills/other/SKILL.md": skillText("other"),
  });
  const context = fetchContext(join(root, "project"));
  const entriesOf = async (path: string): Promise<string[]> => {
    const tree = await (await fetcher.resolve({ type: "file", path }, context)).open();
    return tree.entries.map((entry) => entry.path);
  };
  expect(await entriesOf(".")).toEqual([".claude/agents/SKILL.md", "skills/pdf/SKILL.md"]);
  expect(await entriesOf("..")).toEqual([
    "other/.claude/skills/other/SKILL.md",
    "project/.claude/agents/SKILL.md",
    "project/skills/pdf/SKILL.md",
  ]);
  expect(await entriesOf("./.claude/skills")).toEqual(["pdf/SKILL.md"]);
  expect(await entriesOf("../other")).toEqual([".claude/skills/other/SKILL.md"]);
});

test("latest is the digest of what is there now", async () => {
  const root = tempFolder({ "s/a/SKILL.md": skillText("a") });
  const context = fetchContext(root);
  const source = { type: "file", path: "s" } as const;
  const { resolved } = await fetcher.resolve(source, context);
  expect({ digest: await fetcher.latest?.(source, context) }).toEqual(resolved);
  writeFileSync(join(root, "s/a/SKILL.md"), skillText("a", "changed"));
  expect({ digest: await fetcher.latest?.(source, context) }).not.toEqual(resolved);
});
