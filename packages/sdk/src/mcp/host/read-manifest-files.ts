import { parseDigest } from "../../core/sha256.ts";
import { foldName } from "../../core/source/collisions.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import type { HeldFile } from "./held-skill.ts";
import type { ResolvedLimits } from "./host-limits.ts";
import { isRecord } from "./mcp-client.ts";
import type { McpRefusal } from "./mcp-refusal.ts";
import { parseResourceUri, pathInSkill, type SkillUri } from "./skill-uri.ts";

/** The files of an entry by path, or why the entry is refused. A manifest is taken as a whole or not at all. */
export function readManifestFiles(
  skill: SkillUri,
  resources: readonly unknown[],
  { maxFiles, maxSkillBytes }: Pick<ResolvedLimits, "maxFiles" | "maxSkillBytes">,
): ReadonlyMap<string, HeldFile> | McpRefusal {
  if (resources.length > maxFiles) return "files-too-many";
  const files = new Map<string, HeldFile>();
  const folded = new Set<string>();
  let total = 0;
  for (const resource of resources) {
    const file = readFile(skill, resource);
    if (typeof file === "string") return file;
    if (files.has(file.path)) return "manifest-repeated";
    const name = foldName(file.path);
    if (folded.has(name)) return "manifest-collision";
    folded.add(name);
    files.set(file.path, file);
    total += file.size;
  }
  if (total > maxSkillBytes) return "files-too-large";
  // Under the very URI that the entry is for: it is the one that is shown to people.
  const own = parseResourceUri(files.get("SKILL.md")?.uri);
  if (typeof own === "string" || own.canonical !== skill.canonical) return "manifest-incomplete";
  return hasFileAsFolder(folded) ? "manifest-collision" : files;
}

function readFile(skill: SkillUri, resource: unknown): HeldFile | McpRefusal {
  if (!isRecord(resource)) return "manifest-file";
  const { uri, digest: given, size } = resource;
  const placed = pathInSkill(skill, uri);
  if (typeof placed === "string") return placed === "uri-invalid" ? "manifest-path" : placed;
  const { path } = placed;
  if (!isSafe(path)) return "manifest-path";
  const digest = parseDigest(given);
  // The one spelling: `sha256:` and lower-case digits.
  if (digest === undefined || digest !== given) return "manifest-digest";
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) return "manifest-size";
  return { uri: uri as string, path, size, digest };
}

function isSafe(path: string): boolean {
  try {
    return normalizeResourcePath(path) === path;
  } catch {
    return false;
  }
}

/** Whether one file's path is another's folder: no disk could hold both. */
function hasFileAsFolder(paths: ReadonlySet<string>): boolean {
  for (const path of paths) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      if (paths.has(path.slice(0, at))) return true;
    }
  }
  return false;
}
