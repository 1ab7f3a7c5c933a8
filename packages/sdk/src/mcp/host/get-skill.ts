import { askServer, isNotThere } from "./ask-server.ts";
import type { HeldSkill } from "./held-skill.ts";
import { type McpClient, SKILLS_EXTENSION } from "./mcp-client.ts";
import { refusal } from "./mcp-refusal.ts";
import { readSkillEntry, type ReadSkillEntryOptions } from "./read-skill-entry.ts";
import { refusalWords } from "./refusal-words.ts";
import { parseSkillUri } from "./skill-uri.ts";

/** One skill by the URI of its SKILL.md, listed or not. Throws when the server has none there, or it is refused. */
export async function getSkill(
  client: McpClient,
  address: string,
  options: ReadSkillEntryOptions & { readonly signal?: AbortSignal | undefined },
): Promise<HeldSkill> {
  const { label, limits, signal } = options;
  signal?.throwIfAborted();
  const facts = { server: label, uri: String(address).slice(0, 200) };
  const wanted = parseSkillUri(address);
  if (typeof wanted === "string") throw refusal(wanted, `This skill is not used: ${refusalWords(wanted)}.`, facts);
  if (!hasSkills(client)) throw refusal("extension-missing", `${label} does not serve skills.`, facts);
  const ask = { label, timeout: limits.requestTimeout, signal };
  const { skill } = await askServer(client, "skills/get", { uri: address }, ask).catch((error: unknown) => {
    throw isNotThere(error) ? refusal("skill-gone", `${label} has no skill there.`, facts, error) : error;
  });
  const result = await readSkillEntry(skill, options);
  if (typeof result === "string") throw refusal(result, `This skill is not used: ${refusalWords(result)}.`, facts);
  if (result.uri.canonical !== wanted.canonical) {
    throw refusal("entry-other", `This skill is not used: ${refusalWords("entry-other")}.`, facts);
  }
  return result;
}

/** Whether the server declared the extension: only then its methods are called. */
export function hasSkills(client: McpClient): boolean {
  const declared = client.getServerCapabilities()?.extensions?.[SKILLS_EXTENSION];
  return typeof declared === "object" && declared !== null;
}
