import type { Diagnostic } from "../diagnostic.ts";
import type { SkillManifest } from "./types.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";

/** Where the parts of a manifest lie in its file, and what reading it reported. */
export interface SkillLayout {
  readonly entries: readonly FrontmatterEntry[];
  /** Start of the YAML text. */
  readonly frontmatterStart: number;
  /** Start of the text after the closing fence. */
  readonly bodyStart: number;
  /** False if there was no frontmatter to speak of, so that missing fields are not worth a word. */
  readonly readable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const layouts = new WeakMap<SkillManifest, SkillLayout>();

/** Keeps the layout beside the manifest, so that the manifest itself stays plain data. */
export function rememberLayout(manifest: SkillManifest, layout: SkillLayout): void {
  layouts.set(manifest, layout);
}

/** The layout of a manifest that `parseSkill` made. */
export function recallLayout(manifest: SkillManifest): SkillLayout | undefined {
  return layouts.get(manifest);
}
