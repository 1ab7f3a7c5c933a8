import { mapLimited } from "../../core/map-limited.ts";
import { mention } from "../../core/skillset/escape.ts";
import type { SourceDiagnostic } from "../../core/source/skill-source.ts";
import type { HeldSkill } from "./held-skill.ts";
import { isRecord, type McpClient } from "./mcp-client.ts";
import type { McpRefusal } from "./mcp-refusal.ts";
import { readSkillEntry, type ReadSkillEntryOptions } from "./read-skill-entry.ts";
import { refusalWords } from "./refusal-words.ts";
import { walkPages } from "./walk-pages.ts";

/** A finding about a server's skill, with the reason as a word. */
export interface McpSourceDiagnostic extends SourceDiagnostic {
  readonly reason: McpRefusal;
}

/** What a list is read with. */
export interface ListSkillsOptions extends ReadSkillEntryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly report: (diagnostic: McpSourceDiagnostic) => void;
}

/** The skills that a server lists; those that are refused are reported. Nothing is read but the list. */
export async function listSkills(client: McpClient, options: ListSkillsOptions): Promise<HeldSkill[]> {
  const { label, limits, signal, report } = options;
  const { maxPages, maxSkills: maxItems, requestTimeout, listTimeout } = limits;
  const bounds = { maxPages, maxItems, requestTimeout, listTimeout, signal };
  const values = await walkPages(client, "skills/list", { label, field: "skills", ...bounds });
  const results = await mapLimited(values, 16, (value) => readSkillEntry(value, options));
  const count = new Map<string, number>();
  for (const result of results) {
    if (typeof result !== "string") count.set(result.entry.id, (count.get(result.entry.id) ?? 0) + 1);
  }
  const skills: HeldSkill[] = [];
  for (const [at, result] of results.entries()) {
    // Which of two entries for one URI holds is not for the server to leave open, so neither does.
    const isRepeated = typeof result !== "string" && count.get(result.entry.id) !== 1;
    if (typeof result === "string" || isRepeated) {
      report(refusedEntry(label, isRepeated ? "uri-repeated" : (result as McpRefusal), values[at]));
    } else skills.push(result);
  }
  return skills;
}

/** The finding for an entry that is not used. */
export function refusedEntry(label: string, reason: McpRefusal, value: unknown): McpSourceDiagnostic {
  const uri = isRecord(value) && typeof value["uri"] === "string" ? value["uri"] : undefined;
  const which = uri === undefined ? "A skill" : `The skill at ${mention(uri, 200)}`;
  return {
    code: "entry-invalid",
    severity: "error",
    message: `${which} is not used: ${refusalWords(reason)}.`,
    source: label,
    reason,
    ...(uri !== undefined && { path: mention(uri, 200) }),
  };
}
