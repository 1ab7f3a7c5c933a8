import { symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configurableSkill, createSkillRegistry, parseSkill, SkillError, staticSkillSource } from "@tradecraft/sdk";
import { processRunner, skillFromFolder } from "@tradecraft/sdk/node";
import { skillMd } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const full = `---
name: count-words
description: Counts words.
license: MIT
compatibility: Needs Node.js.
metadata:
  version: "1.2"
allowed-tools: count
disable-model-invocation: true
---
Call count.
`;
const files = { "SKILL.md": full, "references/a.md": "A", "scripts/hi.mjs": 'console.log("hi")', ".git/config": "x" };

const count = {
  description: "Counts.",
  input: z.object({ text: z.string() }),
  execute: ({ text }: { text: string }) => text.split(" ").length,
};

describe("skillFromFolder", () => {
  it("takes fields, body, files and folder from the SKILL.md's folder, and adds the code", async () => {
    const folder = tempFolder(files);
    const skill = skillFromFolder(pathToFileURL(`${folder}/`), { tools: { count }, extras: { x: 1 } });
    expect(skill).toMatchObject({
      name: "count-words",
      description: "Counts words.",
      body: "Call count.",
      license: "MIT",
      compatibility: "Needs Node.js.",
      metadata: { version: "1.2" },
      allowedTools: ["count"],
      directory: folder,
      extras: { x: 1 },
      tools: { count },
    });

    const registry = createSkillRegistry([skill]);
    expect(await registry.catalog()).toMatchObject([{ id: "count-words", disableModelInvocation: true }]);
    const { raw: _, ...fields } = await registry.trigger("count-words");
    const { raw: __, ...inFile } = parseSkill(full).manifest;
    expect(fields).toEqual(inFile);
    expect(await registry.listResources("count-words")).toMatchObject({
      references: ["references/a.md"],
      scripts: ["scripts/hi.mjs"],
      other: [],
    });
    expect(await registry.resource("count-words", "references/a.md")).toBe("A");
    expect(await registry.directory("count-words")).toBe(folder);
    expect((await registry.definitions()).get("count-words")?.tools).toHaveProperty("count");
    await expect(registry.resource("count-words", "../x")).rejects.toMatchObject({ code: "path-refused" });
  });

  it("takes a path, a URL and the text of a URL; the name need not be the folder's; code is optional", () => {
    const folder = tempFolder({ "SKILL.md": skillMd("any-name") });
    expect(basename(folder)).not.toBe("any-name");
    for (const from of [folder, `${folder}/`, pathToFileURL(folder), pathToFileURL(folder).href]) {
      expect(skillFromFolder(from)).toMatchObject({ name: "any-name", directory: folder });
    }
  });

  it("reads other files when somebody asks, as they are then, and none outside", async () => {
    const outside = tempFolder({ "secret.md": "secret" });
    const folder = tempFolder({ "SKILL.md": skillMd("lazy") });
    const source = staticSkillSource([skillFromFolder(folder)]);
    writeFileSync(join(folder, "late.md"), "late");
    symlinkSync(join(outside, "secret.md"), join(folder, "link.md"));
    expect((await source.listResources?.("lazy"))?.map(({ path }) => path)).toEqual(["late.md"]);
    expect(await source.readResource?.("lazy", "late.md")).toBe("late");
    await expect(source.readResource?.("lazy", "link.md")).rejects.toMatchObject({ code: "path-refused" });
  });

  it("has scripts that run", async () => {
    const registry = createSkillRegistry([skillFromFolder(tempFolder(files))]);
    const id = "count-words";
    const runner = processRunner({ sandbox: "off" });
    const result = await runner.run({
      skill: {
        id,
        name: id,
        directory: () => registry.directory(id),
        listResources: () => registry.files(id),
        readResource: (path) => registry.resource(id, path),
      },
      script: "scripts/hi.mjs",
      args: [],
    });
    expect(result).toMatchObject({ exitCode: 0, stdout: "hi\n" });
  });

  it("works in a factory, and stays a folder with files when it is reconfigured", async () => {
    const folder = tempFolder(files);
    const skill = configurableSkill(({ x = 1 }: { x?: number } = {}) => skillFromFolder(folder, { extras: { x } }));
    const registry = createSkillRegistry([skill]);
    await (await registry.skill("count-words")).reconfigure({ x: 2 });
    expect((await registry.skill("count-words")).extras).toEqual({ x: 2 });
    expect(await registry.directory("count-words")).toBe(folder);
    expect(await registry.resource("count-words", "references/a.md")).toBe("A");
    expect(await registry.catalog()).toMatchObject([{ disableModelInvocation: true }]);
  });
});

describe("skillFromFolder refuses", () => {
  const codeOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return SkillError.is(error) ? error.code : error;
    }
    return "nothing";
  };

  it("a folder that is missing, empty, or a file", () => {
    const folder = tempFolder({ file: "" });
    for (const path of [join(folder, "gone"), folder, join(folder, "file")]) {
      expect(codeOf(() => skillFromFolder(path))).toBe("file-missing");
    }
  });

  it("a SKILL.md with errors, with file, line and column", () => {
    const folder = tempFolder({ "SKILL.md": "---\nname: Bad_Name\ndescription: d\nmetadata: 5\n---\nText.\n" });
    const file = join(folder, "SKILL.md");
    expect(() => skillFromFolder(folder)).toThrow(`${file}:2:7: `);
    expect(() => skillFromFolder(folder)).toThrow(/and \d more/);
    try {
      skillFromFolder(folder);
    } catch (error) {
      expect(error).toMatchObject({ code: "skill-invalid", facts: { file, line: 2, column: 7 } });
    }
  });

  it.each([
    ["without frontmatter", "Just text."],
    ["without description", "---\nname: a\n---\nText."],
    ["without instructions", skillMd("a", "About a.", "")],
  ])("a SKILL.md %s", (_, text) => {
    expect(codeOf(() => skillFromFolder(tempFolder({ "SKILL.md": text })))).toBe("skill-invalid");
  });

  it("a SKILL.md that is no text, a folder, or a link out of its folder", () => {
    expect(codeOf(() => skillFromFolder(tempFolder({ "SKILL.md": new Uint8Array([0, 1]) })))).toBe("file-not-text");
    expect(codeOf(() => skillFromFolder(tempFolder({ "SKILL.md/x": "" })))).toBe("file-unreadable");
    const folder = tempFolder();
    symlinkSync(join(tempFolder({ "SKILL.md": skillMd("away") }), "SKILL.md"), join(folder, "SKILL.md"));
    expect(codeOf(() => skillFromFolder(folder))).toBe("path-refused");
  });

  it("addresses, and tools that are none", () => {
    expect(() => skillFromFolder(new URL("https://example.com/"))).toThrow(TypeError);
    const folder = tempFolder({ "SKILL.md": skillMd("a") });
    expect(codeOf(() => skillFromFolder(folder, { tools: { x: {} } } as never))).toBe("skill-invalid");
  });
});

it("knows the types of state, input and deps in its tools", () => {
  const folder = tempFolder({ "SKILL.md": skillMd("typed") });
  const skill = skillFromFolder(folder, {
    state: { namespace: "typed", schema: z.object({ total: z.number().default(0) }) },
    deps: { base: 1 },
    tools: {
      add: {
        description: "Adds.",
        input: z.object({ by: z.number() }),
        execute: ({ by }, { state, deps }) => {
          state.total += by + deps.base;
          // @ts-expect-error there is no such state
          void state.other;
          // @ts-expect-error the input is a number
          void by.length;
          return state.total;
        },
      },
    },
    extras: { version: 3 },
  });
  const version: number = skill.extras.version;
  expect([version, Object.keys(skill.tools)]).toEqual([3, ["add"]]);
  // @ts-expect-error the folder says so
  void (() => skillFromFolder(folder, { name: "other" }));
});
