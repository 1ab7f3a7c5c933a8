import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Buildable } from "@tradecraft/sdk/workflow";
import { relativePath } from "../report/relative-path.ts";
import { bundleEntry } from "./bundle-entry.ts";
import { EntryError } from "./entry-error.ts";
import { entryFailure } from "./entry-failure.ts";
import { importBeside } from "./import-beside.ts";

/** A workflow, and the file it came from. */
export interface LoadedEntry {
  readonly path: string;
  readonly definition: Buildable;
  /** Absolute paths of the entry and of its own files. */
  readonly inputs: readonly string[];
}

/**
 * Loads the workflow that a TypeScript or JavaScript file has as its default export. The file is run, as any import is,
 * but what it writes to stdout goes to stderr, and it cannot end this process.
 * Throws an `EntryError` that says what is wrong with it.
 */
export async function loadEntry(named: string, cwd: string): Promise<LoadedEntry> {
  const path = resolve(cwd, named);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new EntryError("entry-missing", `${named}: There is no such file.`);
  if (!found.isFile())
    throw new EntryError("entry-missing", `${named}: This is not a file.${await didYouMean(path, cwd)}`);
  const { code, inputs } = await bundleEntry(path);
  let module = "";
  let exported: { readonly default?: unknown };
  try {
    process.setSourceMapsEnabled(true);
    exported = (await importBeside(path, code, (file) => void (module = file))) as typeof exported;
  } catch (error) {
    throw entryFailure(error, path, module);
  }
  return { path, definition: asBuildable(exported.default), inputs };
}

/** A file in a folder that is likely the workflow, said as a question. */
async function didYouMean(folder: string, cwd: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const likely = names.find((name) => /^skill\.[cm]?[jt]s$/.test(name));
  if (likely === undefined) return "";
  const file = join(folder, likely);
  return ` Did you mean ${relativePath(cwd, file) ?? file}?`;
}

function asBuildable(value: unknown): Buildable {
  if (value === undefined)
    throw new EntryError(
      "entry-not-workflow",
      "It has no default export; a workflow is what `skill(…)….build()` gives.",
    );
  const { kind, steps, topics, build } = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<"kind" | "steps" | "topics" | "build", unknown>
  >;
  if (typeof build === "function")
    throw new EntryError("entry-not-workflow", "Its default export is not built yet: add `.build()`.");
  const isSkill = kind === "skill" && typeof steps === "object" && steps !== null;
  const isReference = kind === "reference" && typeof topics === "object" && topics !== null;
  if (isSkill || isReference) return value as Buildable;
  throw new EntryError(
    "entry-not-workflow",
    "Its default export is no workflow, which is what `skill(…)….build()` gives.",
  );
}
