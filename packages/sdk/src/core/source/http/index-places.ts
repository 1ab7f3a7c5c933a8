import { folderOf } from "./safe-url.ts";
import type { SkillIndexFormat } from "./resolve-options.ts";

/** How a list of skills is written. */
export type IndexForm = "plain" | "well-known" | "well-known-legacy";

/** Where a list of skills may lie. */
export interface IndexPlace {
  readonly url: URL;
  readonly form: IndexForm;
  /** The folder that the addresses in it must stay in. */
  readonly scope: URL;
}

/** @see https://github.com/cloudflare/agent-skills-discovery-rfc */
const wellKnown: readonly (readonly [IndexForm, string])[] = [
  ["well-known", ".well-known/agent-skills/index.json"],
  ["well-known-legacy", ".well-known/skills/index.json"],
];

/** The places to look at, in order: the base itself, well-known below it, well-known at the origin. */
export function indexPlaces(base: URL, format: SkillIndexFormat): IndexPlace[] {
  const at = (scope: URL, form: IndexForm, path: string): IndexPlace => {
    const url = new URL(scope.href);
    url.pathname += path;
    return { url, form, scope };
  };
  const root = new URL(base.href);
  root.pathname = "/";
  const places: IndexPlace[] = [];
  if (format !== "well-known") places.push({ ...at(base, "plain", "index.json"), scope: siteOf(base) });
  if (format === "index") return places;
  for (const scope of base.pathname === "/" ? [root] : [base, root]) {
    for (const [form, path] of wellKnown) places.push(at(scope, form, path));
  }
  return places;
}

/** What a base speaks for: itself, or, for a well-known folder, the folder that this is the well-known one of. */
function siteOf(base: URL): URL {
  const site = new URL(base.href);
  site.pathname = site.pathname.replace(/\/\.well-known\/agent-skills\/$/, "/");
  return site;
}

/** The folder whose folders are the skills, for lists that do not give addresses. */
export function skillsFolder(place: IndexPlace): URL {
  return folderOf(place.url);
}
