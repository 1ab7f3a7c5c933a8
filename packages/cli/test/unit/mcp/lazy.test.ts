import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/commands.ts";

const src = fileURLToPath(new URL("../../../src", import.meta.url));
const imports = /^(?:import|export)\s(?!type\s)[^;]*?from\s+"([^"]+)"/gm;

/** Packages that a file needs as soon as it is loaded. */
function packagesOf(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(imports)) {
    const path = join(dirname(file), name);
    // A template may hold an import of the file that it becomes.
    if (!name.startsWith(".")) found.add(name);
    else if (existsSync(path)) packagesOf(path, seen, found);
  }
  return found;
}

const isHeavy = (name: string): boolean =>
  name.startsWith("@modelcontextprotocol/") || name === "@tradecraft/sdk/mcp" || name === "ai" || name === "node:http";

describe("what serving needs", () => {
  it.each(COMMANDS.map(({ name }) => name))("is not loaded by %s before it serves", (name) => {
    const found = [...packagesOf(join(src, `commands/${name}.ts`))].filter(isHeavy);
    expect(found.filter((each) => name !== "chat" || each !== "ai")).toEqual([]);
  });

  it("is loaded by what serves", () => {
    expect(packagesOf(join(src, "mcp/create-server.ts"))).toContain("@tradecraft/sdk/mcp");
    expect(packagesOf(join(src, "mcp/serve-stdio.ts"))).toContain("@modelcontextprotocol/server/stdio");
  });
});
