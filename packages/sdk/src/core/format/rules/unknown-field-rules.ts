import { DIALECT_FIELDS, isDialectField } from "../dialect.ts";
import { findEntry } from "../yaml/entry.ts";
import { closestWord } from "./closest-word.ts";
import type { FieldRuleContext } from "./field-rules.ts";
import { SPEC_FIELDS } from "../spec-fields.ts";

/** Fields that neither the specification nor the common clients know. */
export function checkUnknownFields({ manifest, layout, reporter }: FieldRuleContext): void {
  const { extra } = manifest;
  for (const field in extra) {
    if (!Object.hasOwn(extra, field) || isDialectField(field)) continue;
    const entry = findEntry(layout.entries, field);
    const meant = misspelled(field);
    if (meant === undefined || findEntry(layout.entries, meant) !== undefined) {
      const message = `\`${field}\` is not a field that the specification knows; put it under \`metadata\` if no client needs it.`;
      reporter.report("unknown-field", { message, field, start: entry?.keyStart, end: entry?.keyEnd });
      continue;
    }
    const message = `\`${field}\` is not a known field; did you mean \`${meant}\`?`;
    const fix = entry && {
      title: `Rename to ${meant}`,
      edits: [{ start: entry.keyStart, end: entry.keyEnd, text: meant }],
    };
    reporter.report("field-misspelled", { message, field, start: entry?.keyStart, end: entry?.keyEnd, fix });
  }
}

/** Words that are near a field and mean something of their own, so that a guess would be wrong. */
const OWN_WORDS: ReadonlySet<string> = new Set(["path", "agents", "models", "names", "hook", "argument", "contexts"]);
const MISSPELLINGS: ReadonlyMap<string, string> = new Map([
  ["user-invokable", "user-invocable"],
  ["allowed_tools", "allowed-tools"],
  ["allowedTools", "allowed-tools"],
  ["disallowed_tools", "disallowed-tools"],
  ["disallowedTools", "disallowed-tools"],
  ["disable_model_invocation", "disable-model-invocation"],
  ["user_invocable", "user-invocable"],
  ["argument_hint", "argument-hint"],
  ["when-to-use", "when_to_use"],
  ["licence", "license"],
]);

/** Guesses made so far: the same unknown fields come up in file after file. */
const guesses = new Map<string, string | undefined>(MISSPELLINGS);
const MOST_GUESSES = 1_000;

function misspelled(field: string): string | undefined {
  if (guesses.has(field)) return guesses.get(field);
  const guess =
    field.length < 4 || OWN_WORDS.has(field) ? undefined : closestWord(field, KNOWN_FIELDS, field.length < 8 ? 1 : 2);
  if (guesses.size < MOST_GUESSES) guesses.set(field, guess);
  return guess;
}

const KNOWN_FIELDS: readonly string[] = [...SPEC_FIELDS, ...DIALECT_FIELDS];
