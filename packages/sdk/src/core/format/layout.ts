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

/** Offset past the last character of a value that stands on its key's line, without blanks and comments. */
export function endOfLineValue(raw: string, entry: FrontmatterEntry): number {
  const lineEnd = raw.indexOf("\n", entry.valueStart);
  let end = entry.commentAt >= 0 ? entry.commentAt : lineEnd < 0 ? raw.length : lineEnd;
  end = Math.min(end, Math.max(entry.end, entry.valueStart));
  while (end > entry.valueStart && raw.charCodeAt(end - 1) <= 32) end--;
  return end;
}

/** Offset past the last line of an entry: blank lines and comments before the next entry are not its own. */
export function endOfEntry(raw: string, entry: FrontmatterEntry): number {
  let end = Math.max(entry.end, entry.keyEnd);
  for (;;) {
    if (end <= entry.keyEnd) return end;
    const lineStart = raw.lastIndexOf("\n", end - 2) + 1;
    if (lineStart <= entry.keyEnd || !/^\s*(?:#|$)/.test(raw.slice(lineStart, end))) return end;
    end = lineStart;
  }
}
