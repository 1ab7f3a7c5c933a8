import { locateJsonError } from "../arguments/locate-json-error.ts";
import type { Failure } from "../output/failure.ts";
import type { FileMarks } from "./file-marks.ts";

/** An answer that a line of the file gives. */
export interface LineAnswer {
  readonly step: string;
  readonly output: unknown;
}

/** What new lines of an agent's file mean for the step that the session waits at. */
export type ChosenAnswers =
  | { readonly answers: readonly LineAnswer[]; readonly refusal?: undefined }
  | { readonly refusal: Failure; readonly answers?: undefined };

/**
 * Chooses the last answer to the current step, or the last to each open part of it. Lines that are no answers are passed
 * over; only when there is no other is one that was meant as an answer refused, so that its writer learns of it.
 */
export function chooseAnswers(text: string, marks: Pick<FileMarks, "step" | "open">): ChosenAnswers {
  const { step = "", open } = marks;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map(readLine);
  const given = read.filter((line) => line !== undefined && "output" in line) as readonly LineAnswer[];
  const current = currentSteps(marks);
  const chosen = current
    .flatMap((name) => given.findLast((answer) => answer.step === name || (answer.step === "" && !open)) ?? [])
    .map((answer) => (answer.step === "" ? { ...answer, step } : answer));
  if (chosen.length > 0) return { answers: chosen.sort((one, other) => given.indexOf(one) - given.indexOf(other)) };
  const broken = read.findLast((line) => line !== undefined && "broken" in line);
  const last = given.at(-1);
  // Answers to parts that are done stay in sight until all are.
  const isPart = open && last?.step.startsWith(`${step.split("#")[0]}#`);
  if (last && !isPart) return { refusal: wrongStep(last.step, current) };
  return broken && "broken" in broken ? { refusal: brokenLine(broken.broken, step) } : { answers: [] };
}

function readLine(line: string): LineAnswer | { readonly broken: string } | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== "object" || value === null) return undefined;
    const { type, step, output } = value as Record<string, unknown>;
    if (type !== "output") return undefined;
    return { step: typeof step === "string" ? step : "", output };
  } catch {
    return /"type"\s*:\s*"output"/.test(line) ? { broken: line } : undefined;
  }
}

/** Why a step cannot be answered; undefined if it can. */
export function refuseStep(step: string, marks: Pick<FileMarks, "step" | "open">): Failure | undefined {
  const current = currentSteps(marks);
  return current.includes(step) ? undefined : wrongStep(step, current);
}

/** Steps that may be answered; none when the run is over. */
function currentSteps({ step, open }: Pick<FileMarks, "step" | "open">): readonly string[] {
  return open ?? (step === undefined ? [] : [step]);
}

function wrongStep(step: string, current: readonly string[]): Failure {
  if (current.length === 0) {
    const message = "The run is over: no step takes an answer.";
    return { kind: "error", error: "session", code: "session-ended", step, message, retry: false };
  }
  const names = current.map((name) => `"${name}"`).join(", ");
  return {
    kind: "error",
    error: "conflict",
    code: "step-not-current",
    step,
    message: `"${step}" is not the current step; ${names} is.`,
    hint: `Append an output line for ${names}, then advance.`,
    retry: false,
  };
}

function brokenLine(line: string, step: string): Failure {
  const { column, reason, excerpt } = locateJsonError(line);
  return {
    kind: "error",
    error: "validation",
    code: "answer-invalid",
    step,
    message: `The output line is no JSON: column ${column}: ${reason} (${excerpt}).`,
    hint: "Append it again as one line of JSON; a file or standard input (--output @FILE, --output -) needs no quoting.",
    retry: true,
  };
}
