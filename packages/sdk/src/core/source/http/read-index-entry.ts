import { normalizeResourcePath } from "../normalize-resource-path.ts";
import { refusedSkillId } from "../skill-id.ts";
import type { SkillEntry, SkillResource } from "../skill-source.ts";
import type { IndexForm } from "./index-places.ts";
import { folderOf, hidesPath, isInReach, showUrl, urlBelow } from "./safe-url.ts";
import { parseDigest } from "../../sha256.ts";

/** A file that the list names. */
export interface IndexedFile extends SkillResource {
  readonly digest?: string;
}

/** A skill of a list, and where to get it. */
export interface IndexedSkill {
  readonly entry: SkillEntry;
  /** Its SKILL.md. */
  readonly url: URL;
  /** The folder that it must stay in, and its files too. */
  readonly scope: URL;
  /** What the SKILL.md must hash to. */
  readonly digest?: string;
  /** Where its files lie; undefined for a skill that is one file. */
  readonly folder?: URL;
  /** Its files by path; undefined when the list does not say. */
  readonly files?: ReadonlyMap<string, IndexedFile>;
}

/** What entries are read against. */
export interface IndexContext {
  readonly form: IndexForm;
  /** Where the list came from, after redirects. */
  readonly indexUrl: URL;
  /** The folder whose folders are the skills. */
  readonly folder: URL;
  /** The folder that addresses in the list must stay in. */
  readonly scope: URL;
  readonly allowedOrigins: ReadonlySet<string>;
}

export interface IndexEntryResult {
  readonly skill?: IndexedSkill;
  /** What the entry calls itself, if that is safe to show. */
  readonly id?: string;
  /** To follow "Entry 3": why there is no skill, or what of it was left out. */
  readonly problems: readonly string[];
}

/** Reads one entry of a list of skills. */
export function readIndexEntry(item: unknown, context: IndexContext): IndexEntryResult {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return none("is not an object");
  const fields = item as Readonly<Record<string, unknown>>;
  const plain = context.form === "plain";
  const name = textOf(fields["name"]);
  const id = (plain ? textOf(fields["id"]) : undefined) ?? name;
  if (id === undefined) return none(plain ? "has neither an `id` nor a `name`" : "has no `name`");
  const refused = refusedSkillId(id);
  if (refused !== undefined) return none(`has an id that is refused: ${refused}`);
  const description = textOf(fields["description"]);
  if (description === undefined) return none("has no `description`", id);

  const placed = context.form === "well-known" ? placedByUrl(fields, context) : placedByFolder(id, fields, context);
  if (typeof placed === "string") return none(placed, id);
  const { problems, ...place } = placed;
  const revision = place.digest ?? textOf(fields["revision"]);
  const entry: SkillEntry = {
    id,
    name: name ?? id,
    description,
    ...flags(fields),
    location: showUrl(place.url),
    ...(revision === undefined ? {} : { revision }),
  };
  return { skill: { entry, scope: context.scope, ...place }, problems };
}

type Placed = Omit<IndexedSkill, "entry" | "scope"> & { readonly problems: readonly string[] };

/** Version 0.2 of the well-known list: an address and a digest; the skill is one file. */
function placedByUrl(fields: Readonly<Record<string, unknown>>, context: IndexContext): Placed | string {
  const { type } = fields;
  if (type === "archive") return "is an archive: those are installed, not served file by file";
  if (type !== "skill-md") return "has a `type` that is not known";
  const digest = parseDigest(fields["digest"]);
  if (digest === undefined) return "has no `digest` of the form sha256:…";
  const address = fields["url"];
  if (typeof address !== "string" || address === "" || !URL.canParse(address, context.indexUrl.href))
    return "has no `url`";
  const url = new URL(address, context.indexUrl);
  url.hash = "";
  if (url.username !== "" || url.password !== "") return "has a `url` with a user or password in it";
  if (hidesPath(url, context.scope)) return "has a `url` that hides dots or slashes";
  if (!isInReach(url, context)) {
    if (url.origin !== context.scope.origin) return "has a `url` on another origin, which is not allowed";
    return "has a `url` outside of the folder that the list is for";
  }
  return { url, digest, files: new Map(), problems: [] };
}

/** The other lists: the skill is the folder with its id. */
function placedByFolder(id: string, fields: Readonly<Record<string, unknown>>, context: IndexContext): Placed | string {
  const given = fields["digest"];
  const digest = parseDigest(given);
  if (given !== undefined && given !== null && digest === undefined) return "has a `digest` that is not sha256:…";
  const listed = fields["files"] ?? fields["resources"] ?? undefined;
  // A list of files is a promise that there are no others; without one that can be read, there is no promise.
  if (listed !== undefined && !Array.isArray(listed)) return "has `files` that are not a list";
  const url = urlBelow(context.folder, [...id.split("/"), "SKILL.md"]);
  const place = { url, folder: folderOf(url), ...(digest === undefined ? {} : { digest }) };
  if (listed === undefined) return { ...place, problems: [] };
  const { files, problems } = readFiles(listed);
  return { ...place, files, problems };
}

function readFiles(listed: readonly unknown[]): { files: Map<string, IndexedFile>; problems: string[] } {
  const files = new Map<string, IndexedFile>();
  let left = 0;
  for (const item of listed) {
    const file = readFile(item);
    if (file === undefined) left += 1;
    else if (file.path !== "SKILL.md" && !files.has(file.path)) files.set(file.path, file);
  }
  return { files, problems: left === 0 ? [] : [`names ${left} files that are refused, and were left out`] };
}

function readFile(item: unknown): IndexedFile | undefined {
  const fields = typeof item === "string" ? { path: item } : item;
  if (typeof fields !== "object" || fields === null) return undefined;
  const { path, size, executable, digest: given } = fields as Readonly<Record<string, unknown>>;
  const digest = parseDigest(given);
  if (typeof path !== "string" || (given !== undefined && given !== null && digest === undefined)) return undefined;
  try {
    return {
      path: normalizeResourcePath(path),
      ...(typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { size } : {}),
      ...(typeof executable === "boolean" ? { executable } : {}),
      ...(digest === undefined ? {} : { digest }),
    };
  } catch {
    return undefined;
  }
}

function flags(fields: Readonly<Record<string, unknown>>): Partial<SkillEntry> {
  const compatibility = textOf(fields["compatibility"]);
  const hidden = fields["disableModelInvocation"] ?? fields["disable-model-invocation"];
  const forPeople = fields["userInvocable"] ?? fields["user-invocable"];
  return {
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(typeof hidden === "boolean" ? { disableModelInvocation: hidden } : {}),
    ...(typeof forPeople === "boolean" ? { userInvocable: forPeople } : {}),
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}

function none(problem: string, id?: string): IndexEntryResult {
  return { problems: [problem], ...(id === undefined ? {} : { id }) };
}
