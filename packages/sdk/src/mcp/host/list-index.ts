import { mention } from "../../core/skillset/escape.ts";
import { parseDigest } from "../../core/sha256.ts";
import { validateSkillDescription, validateSkillName } from "../../core/format/validate-fields.ts";
import { isNotThere } from "./ask-server.ts";
import { hasHiddenText } from "./hidden-text.ts";
import type { HeldSkill } from "./held-skill.ts";
import { type ListSkillsOptions, refusedEntry } from "./list-skills.ts";
import { isRecord, type McpClient } from "./mcp-client.ts";
import { type McpRefusal, refusal } from "./mcp-refusal.ts";
import { readContent } from "./read-content.ts";
import { originOf } from "./read-skill-entry.ts";
import { parseSkillUri } from "./skill-uri.ts";

const indexUri = "skill://index.json";
const maxIndexBytes = 4 * 1024 * 1024;

/**
 * The skills of a server that speaks an older draft: `skill://index.json`, read as a resource. There is no manifest, so
 * that every one of them is unverified: it can be read, and nothing of it can be run. Undefined where there is no index.
 */
export async function listIndex(client: McpClient, options: ListSkillsOptions): Promise<HeldSkill[] | undefined> {
  const { label, limits, signal, report } = options;
  let bytes: Uint8Array;
  try {
    const wanted = { uri: indexUri, maxBytes: maxIndexBytes, timeout: limits.requestTimeout, label, signal };
    bytes = await readContent(client, wanted);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
  const items = indexItems(bytes);
  if (items === undefined)
    throw refusal("result-invalid", `The index.json of ${label} is no list of skills.`, { server: label });
  if (items.length > limits.maxSkills) {
    throw refusal("skills-too-many", `${label} lists more than ${limits.maxSkills} skills.`, { server: label });
  }
  const skills = new Map<string, HeldSkill>();
  const refused = new Set<string>();
  for (const item of items) {
    const result = await readIndexItem(item, label);
    const id = typeof result === "string" ? undefined : result.entry.id;
    if (typeof result === "string") report(refusedEntry(label, result, urlAsUri(item)));
    else if (id !== undefined && (skills.delete(id) || refused.has(id))) {
      refused.add(id);
      report(refusedEntry(label, "uri-repeated", urlAsUri(item)));
    } else if (id !== undefined) skills.set(id, result);
  }
  return [...skills.values()];
}

function indexItems(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const items = isRecord(value) ? value["skills"] : value;
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}

async function readIndexItem(item: unknown, label: string): Promise<HeldSkill | McpRefusal> {
  if (!isRecord(item)) return "entry-invalid";
  const { name, description, type = "skill-md", digest } = item;
  if (type !== "skill-md") return "index-type";
  const uri = parseSkillUri(item["url"] ?? item["uri"]);
  if (typeof uri === "string") return uri;
  if (typeof name !== "string" || typeof description !== "string") return "frontmatter-invalid";
  if (hasHiddenText(name) || hasHiddenText(description)) return "hidden-text";
  if (validateSkillName(name).some(({ severity }) => severity === "error")) return "name-invalid";
  if (name !== uri.folder) return "name-mismatch";
  if (validateSkillDescription(description).some(({ severity }) => severity === "error")) return "description-invalid";
  const skillDigest = parseDigest(digest);
  if (digest !== undefined && digest !== null && skillDigest === undefined) return "manifest-digest";
  const { location, ...origin } = await originOf(label, uri);
  return {
    uri,
    address: uri.canonical,
    ...(skillDigest !== undefined && { skillDigest }),
    entry: {
      ...origin,
      name,
      description,
      location: `${location} (index.json, unverified)`,
      unverified: true,
      ...(skillDigest !== undefined && { revision: skillDigest }),
    },
  };
}

function urlAsUri(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const uri = item["url"] ?? item["uri"];
  return { uri: typeof uri === "string" ? mention(uri, 200) : undefined };
}
