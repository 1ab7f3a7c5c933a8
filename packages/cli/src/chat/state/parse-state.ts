import { JsonSyntaxError, locateJson, parseFrontmatter } from "@tradecraft/sdk";
import { yamlLine } from "./yaml-line.ts";

/** A state that was read from a text, with the line of every part. */
export interface ParsedState {
  readonly value: unknown;
  /** The line, from 1, of the value at a path of keys, or of the nearest one above it. */
  readonly lineOf: (path: readonly string[]) => number;
}

/** A text that is no JSON and no YAML, and the line where that shows. */
export class StateSyntaxError extends Error {
  override readonly name: string = "StateSyntaxError";
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Parses a state from JSON, or from YAML unless the text begins like JSON. */
export function parseState(text: string): ParsedState {
  return /^\uFEFF?\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
}

function parseJson(text: string): ParsedState {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  try {
    const located = locateJson(text);
    // Its objects have no prototype, which is no plain JSON to some.
    return {
      value: JSON.parse(JSON.stringify(located.value)) as unknown,
      lineOf: (path) => lineAt(located.offsetOf(path)),
    };
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new StateSyntaxError(error.message, lineAt(error.offset));
    throw error;
  }
}

function parseYaml(text: string): ParsedState {
  const body = text.replace(/^\uFEFF/, "").replace(/^---[ \t]*\r?\n/, "");
  const skipped = text.length === body.length || !/^\uFEFF?---/.test(text) ? 0 : 1;
  // A SKILL.md's frontmatter is YAML; the fence above it takes one line.
  const { data, diagnostics } = parseFrontmatter(`---\n${body.trimEnd()}\n---\n`, { repair: false });
  const problem = diagnostics.find(({ severity }) => severity === "error");
  if (problem !== undefined || data === null) {
    const line = Math.max(1, (problem?.line ?? 2) - 1 + skipped);
    throw new StateSyntaxError(problem?.message ?? "this is neither JSON nor YAML", line);
  }
  return { value: JSON.parse(JSON.stringify(data)) as unknown, lineOf: (path) => yamlLine(body, path) + skipped };
}
