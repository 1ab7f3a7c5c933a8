import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** Packages that end up in a bundle of an entry. */
async function packagesOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../../../src/run/${entry}`, import.meta.url))],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    metafile: true,
    logLevel: "silent",
    outdir: "nowhere",
  });
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: each }) => Object.entries(each));
  const used = inputs.flatMap(([path, { bytesInOutput }]) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return name === undefined || bytesInOutput === 0 ? [] : [name];
  });
  return [...new Set(used)].sort();
}

it("commands reach neither MCP nor what it needs", async () => {
  const packages = await packagesOf("cli.ts");
  expect(packages.filter((name) => /modelcontextprotocol|zod|ajv/.test(name))).toEqual([]);
});

it("MCP reaches no library for authors", async () => {
  const packages = await packagesOf("mcp.ts");
  expect(packages).toContain("@modelcontextprotocol/server");
  expect(packages.filter((name) => /arktype|@ark\//.test(name))).toEqual([]);
});
