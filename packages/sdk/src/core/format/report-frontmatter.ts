import { endOfEntry, ownsLines } from "./entry-text.ts";
import type { Frontmatter } from "./read-frontmatter.ts";
import type { Reporter } from "./reporter.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";

const CODE_OF_PROBLEM = {
  syntax: "yaml-syntax",
  "duplicate-key": "yaml-duplicate-key",
  "too-large": "frontmatter-too-large",
  "too-deep": "frontmatter-too-deep",
  "too-complex": "frontmatter-too-complex",
  "not-mapping": "frontmatter-not-mapping",
  "unresolved-tag": "yaml-unknown-tag",
} as const;

const CODE_OF_REPAIR = {
  "unquoted-colon": "yaml-unquoted-colon",
  "unquoted-value": "yaml-unquoted-value",
  tab: "yaml-tab",
} as const;

const MESSAGE_OF_REPAIR = {
  "unquoted-colon": (key: string) =>
    `The value of \`${key}\` has a colon followed by a space in it, so it must be quoted.`,
  "unquoted-value": (key: string) =>
    `The value of \`${key}\` starts or continues with a sign that YAML reads as its own, so it must be quoted.`,
  tab: (key: string) => `The lines below \`${key}\` are indented with tabs; YAML allows spaces only.`,
} as const;

/** How many syntax errors are reported: one mistake makes many. */
const MOST_SYNTAX_ERRORS = 3;

/** Reports what the readers found and what was mended. */
export function reportFrontmatter(frontmatter: Frontmatter, raw: string, reporter: Reporter): void {
  const hidden = frontmatter.problems.filter(({ kind }) => kind === "syntax").length - MOST_SYNTAX_ERRORS;
  let syntaxErrors = 0;
  for (const problem of frontmatter.problems) {
    const code = CODE_OF_PROBLEM[problem.kind];
    const { start, end } = problem;
    if (problem.kind === "duplicate-key") {
      const field = problem.message;
      const fix = removeRepetition(frontmatter.entries ?? [], start, raw);
      reporter.report(code, {
        message: `The key \`${field}\` appears twice; the last value counts.`,
        field,
        start,
        end,
        fix,
      });
    } else if (problem.kind !== "syntax" || ++syntaxErrors <= MOST_SYNTAX_ERRORS) {
      const more =
        problem.kind === "syntax" && syntaxErrors === MOST_SYNTAX_ERRORS && hidden > 0 ? ` (and ${hidden} more)` : "";
      reporter.report(code, { message: `${describe(problem.kind)}: ${problem.message}${more}.`, start, end });
    }
  }
  for (const { kind, key, start, end, edits } of frontmatter.repairs) {
    const title = kind === "tab" ? "Indent with spaces" : "Quote the value";
    reporter.report(CODE_OF_REPAIR[kind], {
      message: MESSAGE_OF_REPAIR[kind](key),
      field: key,
      start,
      end,
      fix: { title, edits },
    });
  }
}

function describe(kind: Exclude<keyof typeof CODE_OF_PROBLEM, "duplicate-key">): string {
  if (kind === "syntax") return "The frontmatter is not valid YAML";
  return kind === "unresolved-tag" ? "Ignored" : "The frontmatter is refused";
}

/** A second entry that says the same as the first can go. */
function removeRepetition(entries: readonly FrontmatterEntry[], keyStart: number, raw: string) {
  const second = entries.find((entry) => entry.keyStart === keyStart);
  const first = entries.find((entry) => entry.key === second?.key);
  if (second === undefined || first === undefined || first === second) return undefined;
  const text = (entry: FrontmatterEntry): string => raw.slice(entry.valueStart, endOfEntry(raw, entry)).trim();
  if (!ownsLines(raw, first) || !ownsLines(raw, second) || text(first) !== text(second)) return undefined;
  return {
    title: "Remove the repetition",
    edits: [{ start: second.keyStart, end: endOfEntry(raw, second), text: "" }],
  };
}
