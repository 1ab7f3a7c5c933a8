import { closestWord } from "../../core/format/rules/closest-word.ts";
import { folderNameProblem } from "../fetch/folder-name-problem.ts";
import { isGitInternal } from "../fetch/skill-folders.ts";
import { isInstallPlace } from "../install/agents.ts";
import { isPlainPath } from "../../core/source/is-plain-path.ts";

/** What is wrong with a lock, and where. */
export interface LockProblem {
  readonly path: readonly string[];
  readonly message: string;
}

type Path = readonly string[];
type Check = (value: unknown, path: Path) => LockProblem | undefined;

/** The first thing that is wrong with a value that should be a lock; undefined for a lock. */
export function lockProblem(value: unknown): LockProblem | undefined {
  const version = isObject(value) ? value["lockVersion"] : undefined;
  if (typeof version === "number" && version > 1)
    return problem(["lockVersion"], `This lock has version ${version}, which needs a newer tradecraft.`);
  return object({ lockVersion: one(1), sources: record(source), installed: record(installed, installPlace) })(
    value,
    [],
  );
}

const text: Check = (value, path) => (typeof value === "string" ? undefined : wrong(path, "a text"));
const size: Check = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : wrong(path, "a number of bytes");
const bool: Check = (value, path) => (typeof value === "boolean" ? undefined : wrong(path, "true or false"));
const commit: Check = matching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "a whole commit");
const digest: Check = matching(/^sha256:[0-9a-f]{64}$/, "sha256: and 64 hexadecimal digits");
const hex: Check = matching(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
const safePath: Check = (value, path) =>
  typeof value === "string" && isPlainPath(value) && !isGitInternal(value)
    ? undefined
    : wrong(path, "a path inside the skill");
/** A name becomes a folder's. */
const skillName: Check = (value, path) =>
  typeof value === "string" && folderNameProblem(value) === undefined ? undefined : wrong(path, "the name of a skill");
/** What a lock names as installed is what a sync may remove, so it can be nothing but an agent's folder. */
const installPlace: Check = (value, path) =>
  typeof value === "string" && isInstallPlace(value) ? undefined : wrong(path, "a folder of an agent");
const skillFolder: Check = (value, path) => (value === "." ? undefined : safePath(value, path));
const request: Check = record((value, path) => (Array.isArray(value) ? list(text)(value, path) : text(value, path)));
const resolved: Check = (value, path) => {
  if (isObject(value) && "commit" in value) return object({ commit }, { tag: text, ref: text })(value, path);
  if (isObject(value) && "version" in value) return object({ version: text, integrity: text })(value, path);
  return object({ digest })(value, path);
};
const file: Check = object({ path: safePath, size, executable: bool, sha256: hex });
const skill: Check = object(
  { name: skillName, digest, files: list(file) },
  { from: object({ source: text, resolved }) },
);
const source: Check = object({ request, resolved, skills: record(skill, skillFolder) });
const installed: Check = object({ mode: choice("copy", "link"), skills: list(skillName) });

function object(needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const keys = [...Object.keys(needed), ...Object.keys(optional)];
  return (value, path) => {
    if (!isObject(value)) return wrong(path, "an object");
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      const near = closestWord(key, keys, 3) ?? keys.join(", ");
      return problem([...path, key], `There is no key ${JSON.stringify(key)} in a lock; did you mean ${near}?`);
    }
    for (const [key, check] of Object.entries(needed)) {
      if (!(key in value)) return problem(path, `${nameOf(path)} lacks ${JSON.stringify(key)}.`);
      const found = check(value[key], [...path, key]);
      if (found !== undefined) return found;
    }
    for (const [key, check] of Object.entries(optional)) {
      const found = key in value ? check(value[key], [...path, key]) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function record(check: Check, checkKey: Check = text): Check {
  return (value, path) => {
    if (!isObject(value)) return wrong(path, "an object");
    for (const [key, item] of Object.entries(value)) {
      const found = checkKey(key, [...path, key]) ?? check(item, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function list(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return wrong(path, "a list");
    for (const [at, item] of value.entries()) {
      const found = check(item, [...path, String(at)]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function one(wanted: number): Check {
  return (value, path) => (value === wanted ? undefined : wrong(path, String(wanted)));
}

function choice(...choices: readonly string[]): Check {
  return (value, path) => (choices.includes(value as string) ? undefined : wrong(path, choices.join(" or ")));
}

function matching(pattern: RegExp, wanted: string): Check {
  return (value, path) => (typeof value === "string" && pattern.test(value) ? undefined : wrong(path, wanted));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(path: Path, wanted: string): LockProblem {
  return problem(path, `${nameOf(path)} must be ${wanted}.`);
}

function problem(path: Path, message: string): LockProblem {
  return { path, message };
}

function nameOf(path: Path): string {
  return path.length === 0 ? "A lock" : JSON.stringify(path.join("."));
}
