import type { TextEdit } from "../diagnostic.ts";
import { SkillError } from "../errors.ts";

/** The text with all edits applied. Identical edits count once; edits that overlap throw `edit-overlap`. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let copied = 0;
  let previous: TextEdit | undefined;
  for (const edit of ordered) {
    if (previous !== undefined && isSameEdit(previous, edit)) continue;
    if (edit.start < copied || edit.end < edit.start || edit.end > text.length) {
      throw new SkillError("edit-overlap", "Two edits overlap, or one lies outside the text.", {
        facts: { start: edit.start, end: edit.end },
      });
    }
    parts.push(text.slice(copied, edit.start), edit.text);
    copied = edit.end;
    previous = edit;
  }
  parts.push(text.slice(copied));
  return parts.join("");
}

/** True if two edits put the same text in the same place. */
export function isSameEdit(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}
