// `@tradecraft/sdk/mcp` in a folder where neither package of MCP is installed.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const missing = {
  code: "package-missing",
  message: expect.stringContaining("npm install @modelcontextprotocol/server") as string,
  facts: { package: "@modelcontextprotocol/server" },
};

let folder: string;
let entry: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tradecraft-peers-"));
  entry = join(folder, "mcp.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../../../src/mcp/index.ts", import.meta.url))],
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["@modelcontextprotocol/*"],
    outfile: entry,
    logLevel: "silent",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a program there prints, in a process of its own. */
async function run(program: string): Promise<unknown> {
  const file = join(folder, "program.mjs");
  await writeFile(file, `import * as mcp from "./mcp.mjs";\n${program}`);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return JSON.parse(stdout);
}

describe("without the packages of MCP", () => {
  it("a host lists the skills of a server", async () => {
    const listed = await run(`
      const client = {
        getServerCapabilities: () => ({ resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } }),
        request: async () => ({ skills: [] }),
      };
      console.log(JSON.stringify(await mcp.mcpSkillSource(client, { label: "hub" }).list()));
    `);
    expect(listed).toEqual([]);
  });

  it("a server is made, and says what it lacks when a client comes", async () => {
    const said = await run(`
      const server = mcp.createMcpSkillServer([{ name: "tea", description: "Makes tea.", body: "Boil water." }]);
      const handle = server.handler();
      const said = (work) => work.then(() => "served", (error) => error);
      const call = () => said(handle(new Request("http://localhost/mcp", { method: "POST", body: "{}" })));
      const answers = [await call(), await call(), await said(server.connect({}))];
      const { added } = await server.reload();
      await server.close();
      console.log(JSON.stringify({ answers, added, unpublished: await server.unpublished() }));
    `);
    expect(said).toMatchObject({ answers: [missing, missing, missing], added: [], unpublished: [] });
  });

  it("a bundler takes the entry, and leaves the import for when it is needed", async () => {
    const { errors, outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      platform: "neutral",
      write: false,
      logLevel: "silent",
    });
    expect(errors).toEqual([]);
    expect(outputFiles[0]?.text).toContain('import("@modelcontextprotocol/server")');
  });
});
