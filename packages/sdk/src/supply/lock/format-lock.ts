import type { PinnedFile } from "../../core/integrity/skill-file-list.ts";
import type { InstalledFolder, Lock, LockedSkill, LockedSource } from "./lock.ts";

/**
 * A lock as text: the same lock gives the same bytes, whatever the order it was made in. Each file and each installed
 * skill has a line of its own, so that changes on two branches merge like lines of code.
 */
export function formatLock(lock: Lock): string {
  return `${block(
    [
      `"lockVersion": ${lock.lockVersion}`,
      `"sources": ${record(lock.sources, formatSource, 1)}`,
      `"installed": ${record(lock.installed, formatInstalled, 1)}`,
    ],
    0,
  )}\n`;
}

function formatSource({ request, resolved, skills }: LockedSource, depth: number): string {
  return block(
    [
      `"request": ${line(request)}`,
      `"resolved": ${line(resolved)}`,
      `"skills": ${record(skills, formatSkill, depth + 1)}`,
    ],
    depth,
  );
}

function formatSkill({ name, digest, from, files }: LockedSkill, depth: number): string {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return block(
    [
      `"name": ${JSON.stringify(name)}`,
      `"digest": ${JSON.stringify(digest)}`,
      ...(from === undefined ? [] : [`"from": ${line(from)}`]),
      `"files": ${block(sorted.map(formatFile), depth + 1, "[]")}`,
    ],
    depth,
  );
}

function formatFile({ path, size, executable, sha256 }: PinnedFile): string {
  return `{ "path": ${JSON.stringify(path)}, "size": ${size}, "executable": ${executable}, "sha256": "${sha256}" }`;
}

function formatInstalled({ mode, skills }: InstalledFolder, depth: number): string {
  const names = [...skills].sort().map((name) => JSON.stringify(name));
  return block([`"mode": ${JSON.stringify(mode)}`, `"skills": ${block(names, depth + 1, "[]")}`], depth);
}

type Formatter<Value> = (value: Value, depth: number) => string;

function record<Value>(values: Readonly<Record<string, Value>>, format: Formatter<Value>, depth: number): string {
  const keys = Object.keys(values).sort();
  return block(
    keys.map((key) => `${JSON.stringify(key)}: ${format(values[key] as Value, depth + 1)}`),
    depth,
  );
}

function block(lines: readonly string[], depth: number, brackets = "{}"): string {
  if (lines.length === 0) return brackets;
  const indent = "  ".repeat(depth + 1);
  return `${brackets[0]}\n${indent}${lines.join(`,\n${indent}`)}\n${"  ".repeat(depth)}${brackets[1]}`;
}

/** One line of JSON with sorted keys. */
function line(value: object): string {
  const parts = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, item]: [string, unknown]) =>
        `${JSON.stringify(key)}: ${isRecord(item) ? line(item) : JSON.stringify(item)}`,
    );
  return `{ ${parts.join(", ")} }`;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
