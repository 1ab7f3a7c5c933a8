import { SkillError } from "../../../core/errors.ts";
import { HttpFailure } from "../../../core/source/http/http-failure.ts";
import { type IndexPlace, indexPlaces, skillsFolder } from "../../../core/source/http/index-places.ts";
import { isRecord } from "../../../core/is-record.ts";
import { type IndexContext, type IndexedSkill, readIndexEntry } from "../../../core/source/http/read-index-entry.ts";
import { folderOf, parseBaseUrl, showUrl } from "../../../core/source/http/safe-url.ts";
import { normalizeResourcePath } from "../../../core/source/normalize-resource-path.ts";
import type { FetchContext } from "../skill-fetcher.ts";
import type { SiteAnswer, SiteClient } from "./site-client.ts";

/** A skill that a site offers: one file, an archive, or a folder whose files are listed. */
export interface Offer extends Omit<IndexedSkill, "entry" | "folder"> {
  /** Its folder in the source; undefined for an archive that is the whole source. */
  readonly folder?: string | undefined;
  readonly kind: "file" | "archive" | "folder";
  /** Where its other files lie. */
  readonly base?: URL | undefined;
}

const maxIndexBytes = 4 * 1024 * 1024;
const schemaPrefix = "https://schemas.agentskills.io/discovery/";

/** What is at an address: a SKILL.md or an archive itself, or all that a well-known list names. */
export async function readSite(url: URL, client: SiteClient, context: FetchContext): Promise<readonly Offer[]> {
  if (/\/[^/]+\.md$/i.test(url.pathname)) return [{ kind: "file", folder: ".", url, scope: folderOf(url) }];
  if (/\.(?:zip|skill|tar|tgz|tar\.gz)$/i.test(url.pathname)) return [{ kind: "archive", url, scope: folderOf(url) }];
  const { place, answer } = await findIndex(url, client);
  return readIndex(place, answer, context);
}

/** Below the address first, then at the origin; each time the newer form first. */
async function findIndex(url: URL, client: SiteClient): Promise<{ place: IndexPlace; answer: SiteAnswer }> {
  const base = parseBaseUrl(siteOf(url));
  let failure: unknown;
  for (const place of indexPlaces(base, "well-known")) {
    const request = { scope: place.scope, accept: "application/json", maxBytes: maxIndexBytes };
    const answer = await client(place.url, request).catch((error: unknown) => {
      // Some stores say 403 for what is not there; offline, a list may be kept for one of the places only.
      const isAbsent = error instanceof HttpFailure ? error.status === 403 : SkillError.is(error, "source-unavailable");
      if (!isAbsent) throw error;
      failure ??= error;
      return undefined;
    });
    if (answer !== undefined) return { place, answer };
  }
  throw failure ?? new HttpFailure(base, "there is no /.well-known/agent-skills/index.json", { status: 404 });
}

/** The address of the list itself means the site that it is the list of. */
function siteOf(url: URL): URL {
  const site = new URL(url.href);
  site.pathname = site.pathname.replace(/\.well-known\/(?:agent-)?skills\/(?:index\.json)?$/, "");
  return site;
}

function readIndex(place: IndexPlace, answer: SiteAnswer, context: FetchContext): readonly Offer[] {
  const where = showUrl(answer.url);
  const { list, form } = parseList(answer, place, where);
  if (list.length > context.limits.maxEntries) throw invalid(where, `it has ${list.length} skills, which is too many`);
  const reading: IndexContext = {
    form,
    indexUrl: answer.url,
    folder: skillsFolder(place),
    scope: place.scope,
    allowedOrigins: new Set(),
  };
  const offers = new Map<string, Offer>();
  const problems: string[] = [];
  for (const [at, item] of list.entries()) {
    const offer = readOffer(item, reading);
    const problem = typeof offer === "string" ? offer : offers.has(offer.folder) && "has the name of an earlier one";
    if (typeof problem === "string") problems.push(`entry ${at + 1} (skills[${at}]) ${problem}`);
    else if (typeof offer !== "string") offers.set(offer.folder, offer);
  }
  for (const problem of problems) context.onProgress?.(`left out of ${where}: ${problem}`);
  const [first] = problems;
  if (offers.size === 0) throw invalid(where, first ?? "it names no skill");
  return [...offers.values()];
}

function readOffer(item: unknown, context: IndexContext): (Offer & { readonly folder: string }) | string {
  const isArchive = context.form === "well-known" && isRecord(item) && item["type"] === "archive";
  // What holds for the address and the digest of a SKILL.md holds for those of an archive.
  const { skill, problems } = readIndexEntry(isArchive ? { ...item, type: "skill-md" } : item, context);
  const [problem] = problems;
  // A file that was left out would be a skill that is not whole.
  if (skill === undefined || problem !== undefined) return problem ?? "is no skill";
  const { entry, folder: base, ...place } = skill;
  try {
    const folder = normalizeResourcePath(entry.id);
    if (folder !== entry.id) return "has a name that can be written in another way";
    const kind = isArchive ? "archive" : context.form === "well-known" ? "file" : "folder";
    return { ...place, kind, folder, base };
  } catch {
    return "has a name that cannot be a folder's";
  }
}

function parseList(
  { bytes }: SiteAnswer,
  { form: found }: IndexPlace,
  where: string,
): { list: readonly unknown[]; form: IndexContext["form"] } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid(where, "it is not JSON");
  }
  const list = isRecord(value) ? value["skills"] : undefined;
  if (!isRecord(value) || !Array.isArray(list)) throw invalid(where, "it has no list `skills`");
  const schema = value["$schema"];
  if (schema === undefined && found === "well-known-legacy") return { list, form: found };
  if (typeof schema === "string" && schema.startsWith(`${schemaPrefix}0.2.`)) return { list, form: "well-known" };
  // Without a version the newer place still means the newer form: publishers forget the line.
  if (schema === undefined) return { list, form: "well-known" };
  throw invalid(where, "`$schema` names a version that is not known here");
}

function invalid(where: string, problem: string): SkillError {
  return new SkillError("source-unavailable", `The list of skills ${where} cannot be used: ${problem}.`, {
    facts: { url: where },
  });
}
