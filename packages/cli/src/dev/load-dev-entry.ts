import type { Buildable, ReferenceLoader } from "@tradecraft/sdk/workflow";
import { resolveVersion } from "../build/output/resolve-version.ts";
import { loadEntry } from "../workflow/load-entry.ts";
import { skillRoot } from "../workflow/skill-root.ts";
import { loadSdk, type WorkflowSdk } from "./load-sdk.ts";

/** A workflow as it is now, with all that is needed to run it. */
export interface DevEntry {
  /** With the version that a build would give it. */
  readonly definition: Buildable;
  /** The folder with `references` and `assets`. */
  readonly skillDir: string;
  readonly refs: ReferenceLoader;
  /** Files it was made from. */
  readonly inputs: readonly string[];
  readonly sdk: WorkflowSdk;
}

/** Loads an entry from its source; throws an `EntryError` that says what is wrong with it. */
export async function loadDevEntry(named: string, cwd: string): Promise<DevEntry> {
  const { path, definition, inputs } = await loadEntry(named, cwd);
  const sdk = await loadSdk(path);
  const skillDir = await skillRoot(path);
  const version = await resolveVersion(definition, path);
  return { definition: { ...definition, version }, skillDir, refs: sdk.cli.fileReferences(skillDir), inputs, sdk };
}
