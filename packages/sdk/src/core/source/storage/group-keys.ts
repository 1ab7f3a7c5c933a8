import { SkillError } from "../../errors.ts";
import { normalizeResourcePath } from "../normalize-resource-path.ts";
import { assertSkillId } from "../skill-id.ts";

/** A skill's keys by path; every key was given by the storage itself. */
export interface KeyFolder {
  readonly name: string;
  readonly keys: Map<string, string>;
  /** How many keys can be no path. */
  refused: number;
}

/** `tenants/a` as keys begin. Throws `path-refused` for a base that could mean another one. */
export function prefixOf(given: string): string {
  const base = given.replace(/[:/]$/, "");
  if (base === "") return "";
  assertSkillId(base);
  // Storages cut keys at a question mark.
  if (base.includes("?")) throw new SkillError("path-refused", "This base is refused: it has a question mark.");
  return `${base.replaceAll("/", ":")}:`;
}

/** Keys by skill. */
export interface KeyGroups {
  readonly folders: ReadonlyMap<string, KeyFolder>;
  /** The key of a SKILL.md that lies in no folder. */
  readonly loose?: string;
}

/** The keys below a prefix, by skill. */
export function groupKeys(keys: readonly string[], prefix: string): KeyGroups {
  const folders = new Map<string, KeyFolder>();
  let loose: string | undefined;
  for (const key of keys) {
    const plain = key.replaceAll(/[/\\]/g, ":");
    // A key that ends in `$` holds what the storage notes about another.
    if (!plain.startsWith(prefix) || plain.endsWith("$")) continue;
    const [name = "", ...parts] = plain.slice(prefix.length).split(":");
    if (parts.length === 0) {
      if (name === "SKILL.md") loose = key;
      continue;
    }
    const folder = folders.get(name) ?? { name, keys: new Map<string, string>(), refused: 0 };
    folders.set(name, folder);
    const path = parts.join("/");
    if (isPath(path)) folder.keys.set(path, key);
    else folder.refused += 1;
  }
  return { folders, ...(loose !== undefined && { loose }) };
}

function isPath(path: string): boolean {
  try {
    // Storages cut keys at a question mark, so that it would name another file.
    return normalizeResourcePath(path) === path && !path.includes("?");
  } catch {
    return false;
  }
}
