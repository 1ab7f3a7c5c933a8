import type { SkillEntry, SkillOrigin } from "../source/skill-source.ts";
import { escapeAttribute, escapeLine, quoteLine } from "./escape.ts";

/** How a catalog is written. */
export type CatalogFormat = "xml" | "markdown" | "json";

/** What a catalog says about one skill. */
export type CatalogEntry = Pick<SkillEntry, "id" | "description" | "compatibility" | "origin">;

/** One skill of a catalog. */
export function catalogLine(entry: CatalogEntry, format: CatalogFormat, loaded = false): string {
  const { id, description, compatibility = "", origin } = entry;
  if (format === "json") return JSON.stringify(catalogObject(entry, loaded));
  if (format === "markdown") {
    const notes = [
      origin === undefined ? "" : `from ${quoteLine(originText(origin))}`,
      compatibility === "" ? "" : `needs ${quoteLine(compatibility)}`,
      loaded ? "already loaded" : "",
    ];
    const note = notes.filter((each) => each !== "").join("; ");
    return `- ${quoteLine(id)}: ${quoteLine(description)}${note === "" ? "" : ` (${note})`}`;
  }
  const attributes = [
    `name="${escapeAttribute(id)}"`,
    ...(origin === undefined ? [] : [`origin="${escapeAttribute(originText(origin))}"`]),
    ...(compatibility === "" ? [] : [`needs="${escapeAttribute(compatibility)}"`]),
    ...(loaded ? ['loaded="true"'] : []),
  ];
  return `<skill ${attributes.join(" ")}>${escapeLine(description)}</skill>`;
}

/** One skill of a catalog in JSON. */
export function catalogObject({ id, description, compatibility = "", origin }: CatalogEntry, loaded: boolean): object {
  return {
    name: escapeLine(id),
    description: escapeLine(description),
    ...(origin !== undefined && { origin: escapeLine(originText(origin)) }),
    ...(compatibility !== "" && { compatibility: escapeLine(compatibility) }),
    ...(loaded && { loaded: true }),
  };
}

/** Who serves a skill, for a model: the host's word for the server, and never the server's own. */
export function originText({ kind, server }: SkillOrigin): string {
  return `${kind === "mcp" ? "MCP server" : `${kind} server`} ${server}`;
}
