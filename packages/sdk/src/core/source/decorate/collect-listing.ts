import { SkillError } from "../../errors.ts";
import { withDeadline } from "../http/with-deadline.ts";
import type { SkillEntry, SkillListOptions, SkillSource, SourceDiagnostic } from "../skill-source.ts";

/** What one listing of a source gave: entries or an error, and its findings either way. */
export interface CollectedListing {
  readonly entries: readonly SkillEntry[];
  readonly failed: boolean;
  readonly error?: unknown;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Lists a source and keeps its findings, so that they can be told in a stable order, or under other ids. */
export async function collectListing(
  source: SkillSource,
  options: SkillListOptions,
  timeout: number = Infinity,
): Promise<CollectedListing> {
  const diagnostics: SourceDiagnostic[] = [];
  const onDiagnostic = (diagnostic: SourceDiagnostic): void => void diagnostics.push(diagnostic);
  try {
    const listed = await withDeadline((signal) => source.list({ ...options, signal, onDiagnostic }), {
      milliseconds: timeout,
      late: () => tooLate(timeout),
      signal: options.signal,
    });
    return { entries: soundEntries(listed, source.label ?? "source", onDiagnostic), failed: false, diagnostics };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { entries: [], failed: true, error, diagnostics };
  }
}

function tooLate(timeout: number): SkillError {
  return new SkillError("source-unavailable", `Its list did not come within ${timeout} ms.`, {
    facts: { reason: "timeout" },
  });
}

function soundEntries(
  entries: readonly unknown[],
  source: string,
  report: (diagnostic: SourceDiagnostic) => void,
): SkillEntry[] {
  const sound: SkillEntry[] = [];
  for (const [index, entry] of [...entries].entries()) {
    if (isEntry(entry)) sound.push(entry);
    else {
      const message = `Entry ${index + 1} of ${source} has no id, name or description.`;
      report({ code: "entry-invalid", severity: "error", message, source });
    }
  }
  return sound;
}

function isEntry(entry: unknown): entry is SkillEntry {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, name, description } = entry as Partial<Record<keyof SkillEntry, unknown>>;
  return typeof id === "string" && typeof name === "string" && typeof description === "string";
}
