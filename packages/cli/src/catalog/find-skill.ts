import { resolve, sep } from "node:path";
import type { SkillEntry } from "@tradecraft/sdk";
import { closest } from "../args/closest.ts";
import type { CliIo } from "../io.ts";
import { openAt } from "./open-at.ts";
import { type Catalog, openCatalog } from "./open-catalog.ts";

/** A skill a person named, or what to tell that person. */
export type NamedSkill =
  | { readonly catalog: Catalog; readonly entry: SkillEntry }
  | { readonly catalog: Catalog; readonly entry: undefined; readonly message: string };

/** Finds a skill by id, by name if one skill alone has it, or by the path of its folder. */
export async function findSkill(
  named: string,
  folder: string | undefined,
  io: Pick<CliIo, "cwd" | "env">,
): Promise<NamedSkill> {
  const catalog = await openAt(folder, io);
  const entries = await catalog.registry.catalog();
  const sameName = entries.filter(({ name }) => name === named);
  const entry = entries.find(({ id }) => id === named) ?? (sameName.length === 1 ? sameName[0] : undefined);
  if (entry !== undefined) return { catalog, entry };
  const atPath = folder === undefined && isPath(named) ? await findAtPath(named, io) : undefined;
  if (atPath !== undefined) return atPath;
  const shown = named.slice(0, 100);
  if (sameName.length > 1) {
    const ids = sameName.map(({ id }) => id).join(", ");
    return { catalog, entry: undefined, message: `Several skills are called "${shown}"; say which by id: ${ids}` };
  }
  const near = closest(named, new Set(entries.flatMap(({ id, name }) => [id, name])));
  const place = folder === undefined ? "" : ` ${/\s/.test(folder) ? JSON.stringify(folder) : folder}`;
  const hint = near === undefined ? `see: tradecraft list${place}` : `did you mean "${near}"?`;
  return { catalog, entry: undefined, message: `There is no skill "${shown}" among ${entries.length}; ${hint}` };
}

function isPath(named: string): boolean {
  return named === "." || named === ".." || named.includes("/") || named.includes(sep);
}

async function findAtPath(path: string, io: Pick<CliIo, "cwd" | "env">): Promise<NamedSkill | undefined> {
  const catalog = await openCatalog([path], io);
  const wanted = resolve(io.cwd, path);
  const entry = (await catalog.registry.catalog()).find(
    ({ location }) => location === wanted || location === `${wanted}${sep}SKILL.md`,
  );
  return entry === undefined ? undefined : { catalog, entry };
}
