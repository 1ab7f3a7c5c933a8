// Every TypeScript block in the pages that users read compiles against the built package.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { binPath, root, runNode } from "../../tools/run.mjs";

const guide = join(root, "docs/guide");
const guidePages = existsSync(guide) ? readdirSync(guide).filter((name) => name.endsWith(".md")) : [];
const pages = [
  "README.md",
  "packages/sdk/README.md",
  "packages/cli/README.md",
  ...guidePages.map((name) => `docs/guide/${name}`),
];

/** TypeScript blocks of a page, each preceded by the line it starts on. */
function snippets(page: string): { line: number; code: string }[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    code: match[1] ?? "",
  }));
}

describe("snippets", () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  // Inside the repository, so that the packages resolve by name.
  const folder = mkdtempSync(join(root, ".cache/snippets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("compile", () => {
    const files = pages.flatMap((page) =>
      snippets(page).map(({ line, code }) => {
        const name = `${page.replaceAll("/", "-")}-line-${line}.ts`;
        writeFileSync(join(folder, name), `${code}\nexport {};\n`);
        return name;
      }),
    );
    expect(files).not.toEqual([]);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../test/tsconfig.json", files, include: [] }),
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    expect(runNode(binPath("typescript", "tsc"), ["-p", folder, "--pretty", "false"]).output).toBe("");
  });
});
