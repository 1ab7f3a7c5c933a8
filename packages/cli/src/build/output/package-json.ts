import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Buildable } from "@tradecraft/sdk/workflow";
import { BuildFailure } from "../build-failure.ts";

/** The package.json of a built skill: what is there already, with what the skill says. */
export async function packageJson(definition: Buildable, version: string, outDir: string): Promise<string> {
  const { name: own, ...config } = definition.package ?? {};
  const merged = {
    ...(await existing(join(outDir, "package.json"))),
    ...config,
    name: own ?? definition.name,
    version,
  };
  const { name, version: shown, ...rest } = merged;
  return `${JSON.stringify({ name, version: shown, ...rest }, undefined, 2)}\n`;
}

async function existing(file: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new BuildFailure("package.json", `${file} is no JSON object, so nothing can be added to it.`);
}
