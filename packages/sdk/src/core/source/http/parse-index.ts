import { isRecord } from "../../is-record.ts";
import type { SourceDiagnostic } from "../skill-source.ts";
import type { IndexForm } from "./index-places.ts";
import { type IndexContext, type IndexedSkill, readIndexEntry } from "./read-index-entry.ts";

/** What a list of skills is read with. */
export interface ParseIndexOptions extends Omit<IndexContext, "form"> {
  /** Where it was found; its own `$schema` counts for more. */
  readonly form: IndexForm;
  readonly label: string;
  readonly maxEntries: number;
  readonly report: (diagnostic: SourceDiagnostic) => void;
}

const schemaPrefix = "https://schemas.agentskills.io/discovery/";

/** Reads a list of skills. Undefined when it is none; an entry that is no skill is reported, and the rest is read. */
export function parseIndex(text: string, options: ParseIndexOptions): IndexedSkill[] | undefined {
  const { label: source, maxEntries, report, indexUrl } = options;
  const path = `${indexUrl.origin}${indexUrl.pathname}`;
  const invalid = (message: string): undefined => {
    report({ code: "index-invalid", severity: "error", message, source, path });
    return undefined;
  };

  const value = parseJson(text);
  if (value === undefined) {
    const page = /^\s*<(?:!doctype|html)/i.test(text) ? ", but a web page" : "";
    return invalid(`The list of skills is not JSON${page}.`);
  }
  const list = Array.isArray(value) ? value : isRecord(value) ? value["skills"] : undefined;
  if (!Array.isArray(list)) return invalid("The list of skills is neither an array nor an object with `skills`.");
  const form = formOf(value, options.form);
  if (form === undefined) return invalid("The list of skills follows a version of its format that is not known here.");

  if (list.length > maxEntries) {
    const message = `The list has ${list.length} skills; the first ${maxEntries} are used.`;
    report({ code: "index-invalid", severity: "warning", message, source, path });
  }
  const skills = new Map<string, IndexedSkill>();
  for (const [index, item] of list.slice(0, maxEntries).entries()) {
    const number = `Entry ${index + 1}`;
    const result = readIndexEntry(item, { ...options, form });
    const id = result.skill?.entry.id ?? result.id;
    const place = { source, path, ...(id === undefined ? {} : { id }) };
    for (const problem of result.problems) {
      const severity = result.skill === undefined ? "error" : "warning";
      report({ code: "entry-invalid", severity, message: `${number} ${problem}.`, ...place });
    }
    if (result.skill === undefined) continue;
    if (skills.has(result.skill.entry.id)) {
      const message = `${number} has the id of an earlier one, which counts.`;
      report({ code: "skill-shadowed", severity: "warning", message, ...place });
    } else skills.set(result.skill.entry.id, result.skill);
  }
  return [...skills.values()];
}

function formOf(value: unknown, found: IndexForm): IndexForm | undefined {
  const schema = isRecord(value) ? value["$schema"] : undefined;
  if (typeof schema !== "string") return found;
  if (schema.startsWith(`${schemaPrefix}0.2.`)) return "well-known";
  return schema.startsWith(schemaPrefix) || found === "well-known" ? undefined : found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
