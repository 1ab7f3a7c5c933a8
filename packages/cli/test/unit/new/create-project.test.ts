import { readFileSync } from "node:fs";
import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { createProject } from "../../../src/new/create-project.ts";
import { PROJECT_KINDS } from "../../../src/new/project.ts";
import { TOOL_VERSIONS } from "../../../src/new/templates/typescript-files.ts";

const root = new URL("../../../../../package.json", import.meta.url);
const manifest = (text: string | undefined): Record<string, Record<string, string>> =>
  JSON.parse(text ?? "{}") as Record<string, Record<string, string>>;

describe("createProject", () => {
  it.each(PROJECT_KINDS)("gives the same bytes each time, and nothing is left to fill in: %s", (kind) => {
    const project = createProject(kind, { name: "tea-time", version: "1.2.3" });
    expect(createProject(kind, { name: "tea-time", version: "1.2.3" })).toEqual(project);
    for (const text of Object.values(project.files)) {
      expect(text).toMatch(/[^\n]\n$/);
      expect(text).not.toMatch(/(?<!== )undefined|\[object|TODO|\$\{(name|words|version)\}/);
    }
  });

  it("takes the version of this package for ours, and those of this repository for the tools", () => {
    for (const kind of ["workflow", "code"] as const) {
      const { files } = createProject(kind, { name: "tea", version: "1.2.3" });
      const { devDependencies = {}, peerDependencies = {} } = manifest(files["package.json"]);
      expect({ ...devDependencies, ...peerDependencies }).toMatchObject({ "@tradecraft/sdk": "^1.2.3" });
      expect(devDependencies["tradecraft"]).toBe(kind === "workflow" ? "^1.2.3" : undefined);
      expect(devDependencies["typescript"]).toBe(`^${TOOL_VERSIONS.typescript}`);
    }
    const { devDependencies = {} } = manifest(readFileSync(root, "utf8"));
    const ours = Object.keys(TOOL_VERSIONS).map((name) => [name, devDependencies[name]?.replace("^", "")]);
    expect(Object.fromEntries(ours)).toEqual(TOOL_VERSIONS);
  });

  it.each(["tea", "123", "null", "yes", "on", "0x1f", "敬語-確認", "constructor", "a".repeat(64)])(
    "writes a SKILL.md without fault for the name %s",
    (name) => {
      const text = createProject("prose", { name, version: "1.2.3" }).files["SKILL.md"] ?? "";
      const { manifest: read, diagnostics } = lintSkill(text, { directory: name });
      expect(read.name).toBe(name);
      expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    },
  );
});
