// Every TypeScript block in the pages that users read compiles against the built package, and runs.

import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The files that examples speak of. */
const world: Readonly<Record<string, string>> = {
  "flat/tea.md": skillText("tea"),
  "my-skill/SKILL.md": skillText("my-skill"),
  "pdf-forms/SKILL.md": skillText("pdf-forms"),
  "skills/incident-review/SKILL.md": skillText("incident-review"),
  "skills/incident-review/references/template.md": "# Template\n",
  "skills/pdf/SKILL.md": skillText("pdf"),
};

function skillText(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when somebody asks for ${name}.\n---\n\n# ${name}\n`;
}

/** Examples that need what is not here: a test runner around them, or somebody's server. */
function needsMore(code: string): boolean {
  return /from "vitest"|\.example\.com/.test(code);
}

describe("snippets", () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  // Inside the repository, so that the packages resolve by name.
  const folder = mkdtempSync(join(root, ".cache/snippets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const files = pages.flatMap((page) =>
    snippets(page).map(({ line, code }) => ({ name: `${page.replaceAll("/", "-")}-line-${line}`, code })),
  );

  it("compile", () => {
    expect(files.length).toBeGreaterThan(100);
    for (const { name, code } of files) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {};\n`);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../test/tsconfig.json",
        compilerOptions: { noEmit: false, outDir: ".", rewriteRelativeImportExtensions: true },
        files: files.map(({ name }) => `${name}.ts`),
        include: [],
      }),
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    expect(runNode(binPath("typescript", "tsc"), ["-p", folder, "--pretty", "false"]).output).toBe("");
  });

  it("run", { timeout: 120_000 }, () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const keys = {
      "skills.pem": privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      "skills.pem.pub": publicKey.export({ type: "spki", format: "pem" }).toString(),
    };
    for (const [path, text] of Object.entries({ ...world, ...keys })) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const runnable = files.filter(({ code }) => !needsMore(code)).map(({ name }) => join(folder, `${name}.js`));
    const { code, output } = runNode(join(root, "test/docs/run-snippets.mjs"), runnable, { cwd: folder });
    expect([code, output]).toEqual([0, ""]);
  });
});
