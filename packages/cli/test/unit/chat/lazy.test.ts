import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = fileURLToPath(new URL("../../../src", import.meta.url));
const imports = /^(?:import|export)\s(?!type\s)[^;]*?from\s+"([^"]+)"/gm;

/** Packages that a file needs as soon as it is loaded. */
function packagesOf(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(imports)) {
    if (name.startsWith(".")) packagesOf(join(dirname(file), name), seen, found);
    else found.add(name);
  }
  return found;
}

const isHeavy = (name: string): boolean =>
  name === "ai" || name.startsWith("@ai-sdk/") || name === "@tradecraft/sdk/ai-sdk";

describe("what a chat needs", () => {
  it.each(["bin", "commands", "commands/list", "commands/show", "commands/run", "commands/check", "commands/search"])(
    "is not loaded by %s",
    (file) => {
      expect([...packagesOf(join(src, `${file}.ts`))].filter(isHeavy)).toEqual([]);
    },
  );

  it("is loaded by chat; of the providers none", () => {
    expect([...packagesOf(join(src, "commands/chat.ts"))].filter(isHeavy)).toEqual(["@tradecraft/sdk/ai-sdk"]);
  });
});
