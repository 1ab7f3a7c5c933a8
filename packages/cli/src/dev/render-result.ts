import type { CliResult, CompletedStep, PromptResult } from "@tradecraft/sdk/workflow";
import { stringifyJson } from "../report/stringify-json.ts";
import type { Colors } from "../text/colors.ts";
import { oneLine } from "../text/one-line.ts";
import { visible } from "../text/visible.ts";
import { visibleLines } from "../text/visible-lines.ts";

/** Longer values are cut where one line has to do. */
const mostOfLine = 160;

/** A result for a person: what was finished, then the step to answer, the end, or what went wrong. */
export function renderResult(result: CliResult, colors: Colors): readonly string[] {
  const finished = result.kind === "redirect" ? [result.completed] : [result.completed, ...(result.autoAdvanced ?? [])];
  return [...finished.flatMap((step) => (step ? renderCompleted(step, colors) : [])), ...renderOutcome(result, colors)];
}

function renderOutcome(result: CliResult, colors: Colors): readonly string[] {
  const { bold, green, red, dim } = colors;
  switch (result.kind) {
    case "prompt":
      return renderPrompt(result, colors);
    case "done":
      return [`${green("✔")} ${bold("done")}`, ...valueLines(result.finalOutput)];
    case "redirect":
      return [`leads to ${visible(result.redirect)}`];
    case "error":
      return [
        `${red("✖")} ${result.code}: ${visible(oneLine(result.message))}`,
        ...(result.hint === undefined ? [] : [dim(`  ${visible(oneLine(result.hint))}`)]),
      ];
  }
}

/** A step to answer: its text, and the JSON Schema of the answer. */
export function renderPrompt({ step, prompt, schema, parallel }: PromptResult, { bold, dim }: Colors): string[] {
  const parts = parallel === undefined ? "" : dim(` ${parallel.done} of ${parallel.total} parts answered`);
  return [
    `${bold(`● ${visible(step)}`)}${parts}`,
    ...visibleLines(prompt.trimEnd()),
    "",
    ...(schema === null ? [dim("no answer is needed: Enter goes on")] : [dim("answer:"), ...valueLines(schema)]),
  ];
}

function renderCompleted({ step, actionResult, error }: CompletedStep, { green, red, dim }: Colors): string[] {
  if (error !== undefined) return [`${red("✖")} ${visible(step)} ${visible(oneLine(error))}`];
  return [`${green("✓")} ${visible(step)}${actionResult === undefined ? "" : dim(` → ${shortValue(actionResult)}`)}`];
}

/** A value in one line. */
export function shortValue(value: unknown): string {
  const text = visible(JSON.stringify(value) ?? "nothing");
  return text.length > mostOfLine ? `${text.slice(0, mostOfLine)}…` : text;
}

/** A value as indented JSON. */
export function valueLines(value: unknown): string[] {
  return visibleLines(stringifyJson(value ?? null).trimEnd());
}
