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

/** A constructor that gives back what it is given, so that a class can put a private field on it. */
const Given = class {
  constructor(manifest: SkillManifest) {
    return manifest;
  }
} as new (manifest: SkillManifest) => object;

/** Keeps layouts in a private field of the manifest: as a weak map would, unseen and for as long, and much faster. */
class LayoutKeeper extends Given {
  #layout: SkillLayout;

  constructor(manifest: SkillManifest, layout: SkillLayout) {
    super(manifest);
    this.#layout = layout;
  }

  static of(manifest: SkillManifest): SkillLayout | undefined {
    return #layout in manifest ? (manifest as LayoutKeeper).#layout : undefined;
  }
}

/** Keeps the layout with the manifest, which stays plain data: nothing of it shows, and copies do not have it. */
export function rememberLayout(manifest: SkillManifest, layout: SkillLayout): void {
  // oxlint-disable-next-line no-new -- the manifest itself is what is made
  new LayoutKeeper(manifest, layout);
}

/** The layout of a manifest that `parseSkill` made. */
export function recallLayout(manifest: SkillManifest): SkillLayout | undefined {
  return LayoutKeeper.of(manifest);
}
