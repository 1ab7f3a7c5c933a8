import type { McpSkillServer } from "@tradecraft/sdk/mcp";
import { placeOf } from "../catalog/place.ts";
import { allowMatcher } from "./allow-matcher.ts";
import type { McpSkills } from "./open-mcp-skills.ts";

/** Something that clients do not get, and why. */
export interface Unpublished {
  readonly id: string | null;
  readonly path: string | null;
  readonly code: string;
  readonly message: string;
}

/** What is published and what is not. */
export interface McpReport {
  readonly published: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly location: string | null;
    readonly source: string | null;
  }[];
  readonly unpublished: readonly Unpublished[];
}

/** Looks at every skill as a client would. */
export async function mcpReport(
  server: Pick<McpSkillServer, "unpublished">,
  { registry, places, leftOut }: McpSkills,
  allow: readonly string[],
): Promise<McpReport> {
  const isAllowed = allowMatcher(allow);
  const entries = await registry.catalog();
  const refused = await server.unpublished();
  const ids = new Set(refused.map(({ id }) => id));
  const listed = new Set(entries.map(({ location }) => location));
  // What is said about a file that is no skill of the catalog: it cannot be read, or another one has its name.
  const found = (await registry.diagnostics()).filter(({ severity, path }) => severity !== "info" && !listed.has(path));
  return {
    published: entries
      .filter(({ id }) => isAllowed(id) && !ids.has(id))
      .map(({ id, name, description, location }) => {
        const source = placeOf(places, location)?.label ?? null;
        return { id, name, description, location: location ?? null, source };
      }),
    unpublished: [
      ...leftOut.map(({ path, label }) => ({
        id: null,
        path,
        code: "folder-untrusted",
        message: `${label} comes with the project, and nobody can be asked whether to trust it; name the folder.`,
      })),
      ...[...refused, ...found].map(({ id, path, code, message }) => ({
        id: id ?? null,
        path: path ?? null,
        code,
        message,
      })),
      ...entries
        .filter(({ id }) => !isAllowed(id))
        .map(({ id, location }) => ({
          id,
          path: location ?? null,
          code: "not-allowed",
          message: `No --allow names the skill "${id}".`,
        })),
    ],
  };
}
