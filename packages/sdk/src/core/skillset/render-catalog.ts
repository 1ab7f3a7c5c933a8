import { type CatalogEntry, type CatalogFormat, catalogLine, catalogObject } from "./catalog-line.ts";
import { estimateTokens, type TokenCounter } from "./count-tokens.ts";
import { fitBudget } from "./fit-budget.ts";

export interface RenderSkillCatalogOptions {
  /** Default `xml`. */
  readonly format?: CatalogFormat;
  /** Tokens that the catalog may cost; skills that do not fit are left out and counted. Default: no limit. */
  readonly budget?: number;
  readonly countTokens?: TokenCounter;
}

/** The catalog of some skills for a prompt, sorted, the same bytes for the same skills; empty without any. */
export function renderSkillCatalog(entries: readonly CatalogEntry[], options: RenderSkillCatalogOptions = {}): string {
  const { format = "xml", budget = Infinity, countTokens = estimateTokens } = options;
  const render = (listed: readonly CatalogEntry[], omitted: number): string =>
    renderCatalog(listed, { format, omitted, loaded: new Set() });
  const { listed, omitted } = fitBudget([...entries].sort(byId), { budget, countTokens, format, render });
  return render(listed, omitted);
}

export interface CatalogRendering {
  readonly format: CatalogFormat;
  /** How many more there are. */
  readonly omitted: number;
  /** Ids whose instructions the prompt holds in full. */
  readonly loaded: ReadonlySet<string>;
  /** How to find what is left out; without it they are only counted. */
  readonly searchTool?: string | undefined;
}

/** The lines of a catalog, in order of id, with a mark for what is left out. */
export function renderCatalog(entries: readonly CatalogEntry[], rendering: CatalogRendering): string {
  const { format, omitted, loaded, searchTool } = rendering;
  if (entries.length === 0 && omitted === 0) return "";
  const sorted = [...entries].sort(byId);
  const rest = omitted === 0 ? "" : moreLine(omitted, searchTool);
  if (format === "json") {
    const skills = sorted.map((entry) => catalogObject(entry, loaded.has(entry.id)));
    return JSON.stringify(omitted === 0 ? { skills } : { skills, more: rest });
  }
  const lines = sorted.map((entry) => catalogLine(entry, format, loaded.has(entry.id)));
  const block = format === "xml" ? ["<available_skills>", ...lines, "</available_skills>"] : lines;
  return (omitted === 0 ? block : [...block, rest]).join("\n");
}

function moreLine(omitted: number, searchTool: string | undefined): string {
  const more = `${omitted} more ${omitted === 1 ? "skill is" : "skills are"} not listed here`;
  return searchTool === undefined ? `${more}.` : `${more}; find them with ${searchTool}.`;
}

/** By id, and by description where somebody gives two with one id: the same bytes in any order. */
function byId(a: CatalogEntry, b: CatalogEntry): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.description < b.description ? -1 : a.description > b.description ? 1 : 0;
}
