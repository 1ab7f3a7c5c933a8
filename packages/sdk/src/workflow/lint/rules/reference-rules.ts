import { lintDiagnostic, type LintDiagnostic } from "../lint-diagnostic.ts";
import type { RecordingRefs, ReferenceFiles } from "../recording-refs.ts";
import { SAMPLE_TEXT } from "../sample-value.ts";

/** Files that a prompt or a topic loads, and that are not there. */
export function missingReferences(
  refs: RecordingRefs,
  where: string,
  step: string | undefined,
): readonly LintDiagnostic[] {
  return [...refs.missing].map((file) =>
    lintDiagnostic("missing-reference", `${where} loads "${file}", which is not in references/.`, {
      file,
      ...(step !== undefined && { step }),
    }),
  );
}

/** Files that nothing uses: no prompt, no topic, no text of the skill, and no file that is used itself. */
export function orphanReferences(
  { references, read }: ReferenceFiles,
  used: { readonly loaded: ReadonlySet<string>; readonly variable: ReadonlySet<string>; readonly text: string },
): readonly LintDiagnostic[] {
  const patterns = [...used.variable].map(
    (name) => new RegExp(`^${name.split(SAMPLE_TEXT).map(escapePattern).join(".+")}$`, "u"),
  );
  const alive = new Set(
    references.filter((file) => used.loaded.has(file) || patterns.some((pattern) => pattern.test(file))),
  );
  const texts = [used.text, ...[...alive].map((file) => textOf(file, read))];
  for (const text of texts) {
    for (const file of references) {
      if (alive.has(file) || !names(text, file)) continue;
      alive.add(file);
      texts.push(textOf(file, read));
    }
  }
  return references
    .filter((file) => !alive.has(file))
    .map((file) =>
      lintDiagnostic("orphan-references", `references/${file} is used by no prompt and no topic.`, { file }),
    );
}

/** With its folder, or the last part alone where the whole is not written out. */
function names(text: string, file: string): boolean {
  return text.includes(file) || text.includes(file.slice(file.lastIndexOf("/") + 1));
}

function textOf(file: string, read: ReferenceFiles["read"]): string {
  try {
    return read?.(file) ?? "";
  } catch {
    return "";
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
