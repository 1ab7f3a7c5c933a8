import type { SourceDiagnostic } from "../../core/source/skill-source.ts";
import { SkillError } from "../../core/errors.ts";
import { getSkill, hasSkills } from "./get-skill.ts";
import type { HeldSkill } from "./held-skill.ts";
import { listIndex } from "./list-index.ts";
import { listSkills, refusedEntry } from "./list-skills.ts";
import type { McpClient } from "./mcp-client.ts";
import { refusal, refusalOf } from "./mcp-refusal.ts";
import type { ReadSkillEntryOptions } from "./read-skill-entry.ts";

/** What a server is listed with. */
export interface ListServerOptions extends ReadSkillEntryOptions {
  readonly index: boolean;
  /** URIs of skills that need not be listed. */
  readonly uris: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly report: (diagnostic: SourceDiagnostic) => void;
}

/** Every skill that a server has for us, in the order of their ids: those that it lists, and those that are known by URI. */
export async function listServer(client: McpClient, options: ListServerOptions): Promise<HeldSkill[]> {
  const { label, index, uris, signal, report } = options;
  const capabilities = client.getServerCapabilities();
  if (capabilities === undefined) throw refusal("not-connected", `${label} is not connected.`, { server: label });
  if (!hasSkills(client)) {
    const found = index && capabilities.resources !== undefined ? await listIndex(client, options) : undefined;
    if (found === undefined) {
      const message = `${label} does not serve skills.`;
      report({ code: "index-invalid", severity: "info", message, source: label });
    } else if (found.length > 0) {
      const message = `${label} speaks an older draft without digests, so that its ${found.length} skills cannot be verified; none of their files can be run.`;
      report({ code: "index-invalid", severity: "warning", message, source: label });
    }
    return sorted(found ?? []);
  }
  const skills = await listSkills(client, options);
  const known = new Set(skills.flatMap(({ uri, address }) => [uri.canonical, address]));
  for (const uri of uris) {
    if (known.has(uri)) continue;
    try {
      const skill = await getSkill(client, uri, options);
      if (!known.has(skill.uri.canonical)) skills.push(skill);
      known.add(skill.uri.canonical);
    } catch (error) {
      signal?.throwIfAborted();
      if (!SkillError.is(error)) throw error;
      const finding = refusedEntry(label, refusalOf(error) ?? "request-failed", { uri });
      report({ ...finding, message: error.message });
    }
  }
  return sorted(skills);
}

function sorted(skills: readonly HeldSkill[]): HeldSkill[] {
  return [...skills].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
}
