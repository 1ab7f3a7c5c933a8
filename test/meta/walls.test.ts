// Plants each forbidden thing in a copy of the repository and expects red from the tool that guards it. A guard that was
// never seen red guards nothing.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeConfigs } from "../../tools/layers.mjs";
import { createTempCopy } from "../support/temp-copy.ts";
import type { TempCopy } from "../support/temp-copy.ts";

interface Plant {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** Project folder for the compiler, or files for the linter. */
  readonly tsc?: string;
  readonly oxlint?: string;
  readonly message: RegExp;
}

const core = "packages/sdk/src/core";
const node = "packages/sdk/src/node";
const cli = "packages/cli/src";

const plants: Plant[] = [
  {
    title: "upward import: core imports node",
    files: {
      [`${core}/planted.ts`]: 'export { planted } from "../node/planted.ts";\n',
      [`${node}/planted.ts`]: "export const planted = 1;\n",
    },
    tsc: core,
    message: /core[/\\]planted\.ts.*TS6307.*node[/\\]planted\.ts/,
  },
  {
    title: "upward import by the package's own name",
    files: { [`${core}/planted.ts`]: 'export * from "@tradecraft/sdk/node";\n' },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-restricted-imports/,
  },
  {
    title: "node:fs in core (compiler)",
    files: { [`${core}/planted.ts`]: 'export { existsSync } from "node:fs";\n' },
    tsc: core,
    message: /planted\.ts.*TS(2307|2591).*node:fs/,
  },
  {
    title: "node:fs in core (linter)",
    files: { [`${core}/planted.ts`]: 'export { existsSync } from "node:fs";\n' },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-nodejs-modules/,
  },
  {
    title: "node:fs/promises in core (compiler)",
    files: { [`${core}/planted.ts`]: 'export { readFile } from "node:fs/promises";\n' },
    tsc: core,
    message: /planted\.ts.*TS(2307|2591).*node:fs\/promises/,
  },
  {
    title: "node:fs/promises in core (linter)",
    files: { [`${core}/planted.ts`]: 'export { readFile } from "node:fs/promises";\n' },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-nodejs-modules/,
  },
  {
    title: "fs without its scheme in core (linter)",
    files: { [`${core}/planted.ts`]: 'export { readFile } from "fs/promises";\n' },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-nodejs-modules/,
  },
  {
    title: "process in core",
    files: { [`${core}/planted.ts`]: "export const planted: string = process.platform;\n" },
    tsc: core,
    message: /planted\.ts.*TS(2591|2580).*'process'/,
  },
  {
    title: "Buffer in core",
    files: { [`${core}/planted.ts`]: 'export const planted: unknown = Buffer.from("x");\n' },
    tsc: core,
    message: /planted\.ts.*TS(2591|2580).*'Buffer'/,
  },
  {
    title: "import cycle",
    files: {
      [`${core}/planted.ts`]:
        'import { other } from "./planted-other.ts";\nexport const planted = (): number => other();\n',
      [`${core}/planted-other.ts`]:
        'import { planted } from "./planted.ts";\nexport const other = (): number => planted();\n',
    },
    oxlint: core,
    message: /planted\.ts.*no-cycle/,
  },
  {
    title: "deep import past exports (compiler)",
    files: { [`${cli}/planted.ts`]: 'export { SkillError } from "@tradecraft/sdk/dist/core/errors.js";\n' },
    tsc: "packages/cli",
    message: /planted\.ts.*TS2307.*@tradecraft\/sdk\/dist/,
  },
  {
    title: "deep import past exports (linter)",
    files: { [`${cli}/planted.ts`]: 'export { SkillError } from "@tradecraft/sdk/dist/core/errors.js";\n' },
    oxlint: `${cli}/planted.ts`,
    message: /planted\.ts.*no-restricted-imports/,
  },
  {
    title: "relative path into the SDK's sources (compiler)",
    files: { [`${cli}/planted.ts`]: 'export { SkillError } from "../../sdk/src/core/errors.ts";\n' },
    tsc: "packages/cli",
    message: /planted\.ts.*TS2878/,
  },
  {
    title: "relative path into the SDK's sources (linter)",
    files: { [`${cli}/planted.ts`]: 'export { SkillError } from "../../sdk/src/core/errors.ts";\n' },
    oxlint: `${cli}/planted.ts`,
    message: /planted\.ts.*no-restricted-imports/,
  },
  {
    title: "relative path into the SDK's output (linter)",
    files: { [`${cli}/planted.ts`]: 'export { SkillError } from "../../sdk/dist/core/errors.js";\n' },
    oxlint: `${cli}/planted.ts`,
    message: /planted\.ts.*no-restricted-imports/,
  },
  {
    title: "floating promise",
    files: {
      [`${core}/planted.ts`]:
        "async function later(): Promise<void> {}\nexport function planted(): void {\n  later();\n}\n",
    },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-floating-promises/,
  },
  {
    title: "misused promise",
    files: {
      [`${core}/planted.ts`]: "export const planted = (list: string[]): void => list.forEach(async () => {});\n",
    },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-misused-promises/,
  },
  {
    title: "any",
    files: { [`${core}/planted.ts`]: "export const planted = (value: any): unknown => value;\n" },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-explicit-any/,
  },
  {
    title: "default export",
    files: { [`${core}/planted.ts`]: "export default 1;\n" },
    oxlint: `${core}/planted.ts`,
    message: /planted\.ts.*no-default-export/,
  },
  {
    title: "console in the SDK",
    files: { [`${node}/planted.ts`]: 'export const planted = (): void => console.log("x");\n' },
    oxlint: `${node}/planted.ts`,
    message: /planted\.ts.*no-console/,
  },
];

describe("the walls", () => {
  let copy: TempCopy;
  beforeAll(() => {
    copy = createTempCopy();
  });
  afterAll(() => copy.remove());

  it("control: the copy without a plant is green", () => {
    const built = copy.tsc("packages/cli");
    expect(built.output).toBe("");
    expect(built.code).toBe(0);
    const linted = copy.oxlint("packages");
    expect(linted.code, linted.output).toBe(0);
  });

  it.each(plants.map((plant) => [plant.title, plant] as const))("%s", (_, { files, tsc, oxlint, message }) => {
    const { code, output } = copy.withFiles(files, () =>
      tsc === undefined ? copy.oxlint(oxlint ?? "packages") : copy.tsc(tsc),
    );
    expect(output).toMatch(message);
    expect(code).not.toBe(0);
  });

  it("sideways import: mcp imports adapters", () => {
    const mcp = "packages/sdk/src/mcp";
    const adapters = "packages/sdk/src/adapters";
    const files = {
      [`${mcp}/planted.ts`]: 'export { planted } from "../adapters/planted.ts";\n',
      [`${adapters}/planted.ts`]: "export const planted = 1;\n",
    };
    const { code, output } = copy.withFiles(files, () => {
      writeConfigs(copy.folder);
      return copy.tsc(mcp);
    });
    expect(output).toMatch(/mcp[/\\]planted\.ts.*TS6307.*adapters[/\\]planted\.ts/);
    expect(code).not.toBe(0);
  });

  it("a failed compilation writes nothing", () => {
    const files = { [`${core}/planted.ts`]: 'export const planted: number = "x";\n' };
    const { output } = copy.withFiles(files, () => copy.tsc(core));
    expect(output).toMatch(/planted\.ts.*TS2322/);
    expect(copy.exists("packages/sdk/dist/core/planted.js")).toBe(false);
  });
});
