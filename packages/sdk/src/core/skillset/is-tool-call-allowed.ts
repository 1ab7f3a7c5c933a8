import { matchesPattern } from "./allow-skills.ts";
import { type AllowedTools, toAllowedTools } from "./scope-tools.ts";

/** A call that an agent is about to make. */
export interface ToolCall {
  readonly tool: string;
  readonly input?: unknown;
}

/** Parameters that patterns are about, by the names that tools give them. */
const subjects = ["command", "file_path", "path", "notebook_path", "pattern", "url", "query"];
/** What joins a second command to the first one, or runs one inside it. */
const compound = /[;&|`\n\r\u2028\u2029<>]|\$\(|\$\{/;

/**
 * Whether a skill's `allowed-tools` covers a call, patterns included: `Bash(git:*)` covers `git status` and not
 * `git status; rm -rf .`. Undefined covers everything, an empty list nothing.
 */
export function isToolCallAllowed(allowedTools: AllowedTools | undefined, { tool, input }: ToolCall): boolean {
  if (allowedTools === undefined) return true;
  return toAllowedTools(allowedTools).some(
    (allowed) => allowed.tool === tool && (allowed.pattern === undefined || covers(allowed.pattern, input)),
  );
}

function covers(pattern: string, input: unknown): boolean {
  const patterns = pattern.split(",").map((part) => part.trim());
  const found = subjectsOf(input);
  // Nobody can tell which of two parameters a tool goes by, so each must be covered.
  return found.length > 0 && found.every((subject) => patterns.some((part) => coversOne(part, subject)));
}

function coversOne(pattern: string, subject: string): boolean {
  if (pattern === "*") return true;
  if (!pattern.endsWith(":*")) return matchesPattern(pattern, subject) && !isBeyond(pattern, subject);
  const prefix = pattern.slice(0, -2);
  const isCommand = subject === prefix || subject.startsWith(`${prefix} `);
  return isCommand && !compound.test(subject.slice(prefix.length));
}

/** A star must not stand for another command, nor for a way out of a folder. */
function isBeyond(pattern: string, subject: string): boolean {
  if (!pattern.includes("*")) return false;
  return compound.test(subject) || subject.split(/[/\\]/).includes("..");
}

function subjectsOf(input: unknown): string[] {
  if (typeof input === "string") return [input.trim()];
  if (typeof input !== "object" || input === null) return [];
  const values = subjects.map((name) =>
    Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined,
  );
  const given = values.filter((value) => value !== undefined);
  // One that is no text is nothing that a pattern could cover, so the call is not covered.
  return given.every((value) => typeof value === "string") ? given.map((value) => value.trim()) : [];
}
