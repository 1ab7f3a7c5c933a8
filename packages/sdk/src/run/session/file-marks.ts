import { constants, readFileSync, renameSync } from "node:fs";
import { withPrivateFile, writeAll } from "./private-file.ts";

/** How answers come: as lines of the file, or as flags. */
export type OutputMode = "file" | "flag";

/** What is remembered of an agent's file, so that nothing before is read again. */
export interface FileMarks {
  readonly skill: string;
  readonly outputMode: OutputMode;
  /** Lines are counted up to this byte. */
  readonly bytes: number;
  readonly lines: number;
  /** Answers before this byte were looked at. */
  readonly taken: number;
  /** How long the journal was when the last result was written. Another length now: a command was cut off. */
  readonly sequence: number;
  /** What the last result was. */
  readonly state: "waiting" | "ended" | "failed";
  /** The line that shows the current step or the end; absent while none does. */
  readonly line?: number;
  /** The step that it shows. */
  readonly step?: string;
  /** Parts that may be answered, of a parallel step. */
  readonly open?: readonly string[];
  /** The idempotency key of the call that it answered. */
  readonly key?: string;
  /** The sum of the answer that led to it, if that came as a flag. */
  readonly answer?: string;
  /** What schemas marked as secret so far, to be masked in every line to come; the journal up to `sequence` has no more. */
  readonly secrets?: readonly unknown[];
}

/** The marks in a file; undefined if there are none, or none that make sense. */
export function readMarks(path: string): FileMarks | undefined {
  const text = withPrivateFile(path, constants.O_RDONLY, (file) => readFileSync(file, "utf8"));
  if (text === undefined) return undefined;
  try {
    const marks = JSON.parse(text) as Partial<FileMarks>;
    const { bytes, lines, taken, sequence } = marks;
    return [bytes, lines, taken, sequence].every(Number.isSafeInteger) ? (marks as FileMarks) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts marks in place of those there, whole or not at all. */
export function writeMarks(path: string, marks: FileMarks): void {
  const draft = `${path}.draft`;
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  withPrivateFile(draft, O_WRONLY | O_CREAT | O_TRUNC, (file) => writeAll(file, Buffer.from(JSON.stringify(marks))));
  renameSync(draft, path);
}
