import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Buildable } from "@tradecraft/sdk/workflow";

/** The version of a skill: its own, or that of the nearest package.json above its entry which has one. */
export async function resolveVersion({ version, resolveVersion: looks }: Buildable, entry: string): Promise<string> {
  if (!looks) return version;
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const found = await versionIn(join(folder, "package.json"));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return version;
  }
}

async function versionIn(file: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(file, "utf8")) as { readonly version?: unknown };
    return typeof version === "string" && version !== "" ? version : undefined;
  } catch {
    return undefined;
  }
}
