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

/** What a check found: the way there from the value that was checked, and what to say of it. */
interface Found {
  readonly path: readonly string[];
  readonly message: (name: string) => string;
}

type Check = (value: unknown) => Found | undefined;

/** The first thing that is wrong with a value that should be a lock; undefined for a lock. */
export function lockProblem(value: unknown): LockProblem | undefined {
  const version = isObject(value) ? value["lockVersion"] : undefined;
  if (typeof version === "number" && version > 1)
    return { path: ["lockVersion"], message: `This lock has version ${version}, which needs a newer tradecraft.` };
  const found = whole(value);
  return found === undefined ? undefined : { path: found.path, message: found.message(nameOf(found.path)) };
}

const text: Check = (value) => (typeof value === "string" ? undefined : wrong("a text"));
const size: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : wrong("a number of bytes");
const bool: Check = (value) => (typeof value === "boolean" ? undefined : wrong("true or false"));
const commit: Check = matching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "a whole commit");
const digest: Check = matching(/^sha256:[0-9a-f]{64}$/, "sha256: and 64 hexadecimal digits");
const hex: Check = matching(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
const safePath: Check = (value) =>
  typeof value === "string" && isPlainPath(value) && !isGitInternal(value)
    ? undefined
    : wrong("a path inside the skill");
/** A name becomes a folder's. */
const skillName: Check = (value) =>
  typeof value === "string" && folderNameProblem(value) === undefined ? undefined : wrong("the name of a skill");
/** What a lock names as installed is what a sync may remove, so it can be nothing but an agent's folder. */
const installPlace: Check = (value) =>
  typeof value === "string" && isInstallPlace(value) ? undefined : wrong("a folder of an agent");
const skillFolder: Check = (value) => (value === "." ? undefined : safePath(value));
const request: Check = record((value) => (Array.isArray(value) ? list(text)(value) : text(value)));
const resolved: Check = (value) => {
  if (isObject(value) && "commit" in value) return object({ commit }, { tag: text, ref: text })(value);
  if (isObject(value) && "version" in value) return object({ version: text, integrity: text })(value);
  return object({ digest })(value);
};
const file: Check = object({ path: safePath, size, executable: bool, sha256: hex });
const skill: Check = object(
  { name: skillName, digest, files: list(file) },
  { from: object({ source: text, resolved }) },
);
const source: Check = object({ request, resolved, skills: record(skill, skillFolder) });
const installed: Check = object({ mode: choice("copy", "link"), skills: list(skillName) });
const whole: Check = object({
  lockVersion: one(1),
  sources: record(source),
  installed: record(installed, installPlace),
});

function object(needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const checks = [...Object.entries(needed), ...Object.entries(optional)];
  const keys = checks.map(([key]) => key);
  const neededKeys = Object.keys(needed);
  return (value) => {
    if (!isObject(value)) return wrong("an object");
    for (const key of Object.keys(value)) if (!keys.includes(key)) return below(key, unknownKey(key, keys));
    for (const key of neededKeys)
      if (!(key in value)) return { path: [], message: (name) => `${name} lacks ${JSON.stringify(key)}.` };
    for (const [key, check] of checks) {
      const found = key in value ? check(value[key]) : undefined;
      if (found !== undefined) return below(key, found);
    }
    return undefined;
  };
}

function record(check: Check, checkKey: Check = text): Check {
  return (value) => {
    if (!isObject(value)) return wrong("an object");
    for (const [key, item] of Object.entries(value)) {
      const found = checkKey(key) ?? check(item);
      if (found !== undefined) return below(key, found);
    }
    return undefined;
  };
}

function list(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return wrong("a list");
    for (const [at, item] of value.entries()) {
      const found = check(item);
      if (found !== undefined) return below(String(at), found);
    }
    return undefined;
  };
}

function one(wanted: number): Check {
  return (value) => (value === wanted ? undefined : wrong(String(wanted)));
}

function choice(...choices: readonly string[]): Check {
  return (value) => (choices.includes(value as string) ? undefined : wrong(choices.join(" or ")));
}

function matching(pattern: RegExp, wanted: string): Check {
  return (value) => (typeof value === "string" && pattern.test(value) ? undefined : wrong(wanted));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(wanted: string): Found {
  return { path: [], message: (name) => `${name} must be ${wanted}.` };
}

function unknownKey(key: string, keys: readonly string[]): Found {
  const near = closestWord(key, keys, 3) ?? keys.join(", ");
  return { path: [], message: () => `There is no key ${JSON.stringify(key)} in a lock; did you mean ${near}?` };
}

/** What was found in a value that is below this key. */
function below(key: string, { path, message }: Found): Found {
  return { path: [key, ...path], message };
}

function nameOf(path: readonly string[]): string {
  return path.length === 0 ? "A lock" : JSON.stringify(path.join("."));
}
