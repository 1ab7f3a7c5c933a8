import { SkillError } from "../errors.ts";
import { assertUnambiguous } from "./collisions.ts";
import { createHttpClient, type HttpAnswer } from "./http/http-client.ts";
import { HttpFailure } from "./http/http-failure.ts";
import { type IndexPlace, indexPlaces, skillsFolder } from "./http/index-places.ts";
import { parseIndex } from "./http/parse-index.ts";
import type { IndexedFile, IndexedSkill } from "./http/read-index-entry.ts";
import { type FetchSkillSourceOptions, resolveOptions } from "./http/resolve-options.ts";
import { parseBaseUrl, showUrl, urlBelow } from "./http/safe-url.ts";
import { sha256 } from "../sha256.ts";
import { normalizeResourcePath } from "./normalize-resource-path.ts";
import { assertSkillId, missingResource, unknownSkill } from "./skill-id.ts";
import type { SkillEntry, SkillListOptions, SkillSource, SourceCallOptions } from "./skill-source.ts";

interface Listing {
  readonly skills: ReadonlyMap<string, IndexedSkill>;
  readonly entries: readonly SkillEntry[];
  /** False when the server forbids to use it again. */
  readonly storable: boolean;
}

const accept = {
  index: "application/json",
  skill: "text/markdown, text/plain;q=0.9, */*;q=0.1",
  resource: "*/*",
} as const;

/**
 * Skills of a web server: a plain `index.json` below the base URL, or a well-known list of either version. Answers are
 * held as HTTP allows, and stand in, marked as stale, while the server fails. `revision` is the digest that the list gives,
 * or its `revision`; without either nobody can tell whether a SKILL.md changed. A plain
 * list that names no `files` lists none, and each is asked for by its path. There is no `watch`: a server tells nobody, so
 * list again when it suits, as `cacheSkillSource` and a registry's `refresh` do.
 */
export function fetchSkillSource(baseUrl: string | URL, options: FetchSkillSourceOptions = {}): SkillSource {
  const base = parseBaseUrl(baseUrl);
  const settings = resolveOptions(options);
  const { maxIndexBytes, maxSkillBytes, maxResourceBytes, maxEntries, allowedOrigins } = settings;
  const label = options.label ?? showUrl(base);
  const client = createHttpClient(settings);
  // Apart, so that no file can push the list out.
  const indexClient = createHttpClient({ ...settings, maxCacheBytes: maxIndexBytes + 8192 });
  const places = indexPlaces(base, settings.format);
  let found: IndexPlace | undefined;
  let listing: Listing | undefined;

  async function findIndex(signal: AbortSignal | undefined): Promise<{ place: IndexPlace; answer: HttpAnswer }> {
    let forbidden: HttpFailure | undefined;
    for (const place of new Set(found === undefined ? places : [found, ...places])) {
      const { url, scope } = place;
      const get = { scope, maxBytes: maxIndexBytes, accept: accept.index, signal };
      const answer = await indexClient.get(url, get).catch((error: unknown) => {
        // Some stores say so for what is not there.
        if (!(error instanceof HttpFailure) || error.status !== 403) throw error;
        forbidden ??= error;
        return undefined;
      });
      if (answer === undefined) continue;
      found = place;
      return { place, answer };
    }
    throw forbidden ?? new HttpFailure(base, "there is no list of skills", { status: 404 });
  }

  async function list(call: SkillListOptions = {}): Promise<readonly SkillEntry[]> {
    const report = call.onDiagnostic ?? (() => {});
    const { place, answer } = await findIndex(call.signal);
    const skills = parseIndex(new TextDecoder().decode(answer.bytes), {
      form: place.form,
      indexUrl: answer.url,
      folder: skillsFolder(place),
      scope: place.scope,
      allowedOrigins,
      label,
      maxEntries,
      report,
    });
    const fallback = skills === undefined && listing?.storable === true ? listing : undefined;
    const stale = answer.stale?.what ?? (fallback === undefined ? undefined : "its list of skills cannot be read");
    if (stale !== undefined) {
      const message = `${label} could not be asked again, so an earlier list of its skills is used: ${stale}.`;
      report({ code: "source-stale", severity: "warning", message, source: label, path: showUrl(place.url) });
    }
    if (fallback === undefined) {
      const entries = (skills ?? []).map(({ entry }) => entry);
      const byId = new Map((skills ?? []).map((skill) => [skill.entry.id, skill]));
      listing = { skills: byId, entries, storable: answer.storable && skills !== undefined };
    }
    const entries = listing?.entries ?? [];
    return stale === undefined ? entries : entries.map((entry) => ({ ...entry, stale: true }));
  }

  async function find(id: string, { signal }: SourceCallOptions): Promise<IndexedSkill> {
    signal?.throwIfAborted();
    assertSkillId(id);
    if (listing === undefined) {
      const { onDiagnostic } = options;
      await list({ ...(signal && { signal }), ...(onDiagnostic && { onDiagnostic }) });
    }
    const skill = listing?.skills.get(id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  }

  interface Wanted {
    readonly id: string;
    readonly url: URL;
    readonly scope: URL;
    readonly maxBytes: number;
    readonly accept: string;
    readonly digest: string | undefined;
    readonly signal: AbortSignal | undefined;
  }

  /** The file, if it is the one that the list promised. */
  async function fetchFile({ id, url, digest, ...get }: Wanted): Promise<HttpAnswer | undefined> {
    let answer = await client.get(url, get);
    if (answer !== undefined && digest !== undefined && (await sha256(answer.bytes)) !== digest) {
      // What is held may be older than the list.
      answer = await client.get(url, { ...get, refetch: true });
      if (answer !== undefined && (await sha256(answer.bytes)) !== digest) {
        const message = `${showUrl(url)} is not what the list of skills promised: it was changed, or the list was since.`;
        throw new SkillError("digest-mismatch", message, { facts: { id, url: showUrl(url), digest } });
      }
    }
    if (answer?.stale !== undefined) {
      const message = `${label} could not be asked again, so an earlier answer is used: ${answer.stale.what}.`;
      const path = showUrl(url);
      options.onDiagnostic?.({ code: "source-stale", severity: "warning", message, source: label, id, path });
    }
    return answer;
  }

  return {
    label,
    list,
    async read(id, { signal } = {}) {
      const { url, scope, digest } = await find(id, { ...(signal && { signal }) });
      const get = { maxBytes: maxSkillBytes, accept: accept.skill, digest, signal };
      const answer = await fetchFile({ id, url, scope, ...get });
      if (answer === undefined) {
        const message = `The list of skills names "${id}", but there is no ${showUrl(url)}.`;
        throw new SkillError("file-missing", message, { facts: { id, url: showUrl(url), status: 404 } });
      }
      refuseWebPage(answer, url, "SKILL.md");
      return decodeText(answer.bytes, id, url);
    },
    async listResources(id, call = {}) {
      const files = [...((await find(id, call)).files?.values() ?? [])];
      return files.map(({ digest: _digest, ...file }) => file).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async readResource(id, path, call = {}) {
      const normalized = normalizeResourcePath(path);
      const skill = await find(id, call);
      const file = assertListed(id, normalized, skill.files);
      if (skill.folder === undefined || normalized === "SKILL.md") throw missingResource(id, normalized);
      const url = urlBelow(skill.folder, normalized.split("/"));
      const get = { maxBytes: maxResourceBytes, accept: accept.resource, digest: file?.digest, signal: call.signal };
      const answer = await fetchFile({ id, url, scope: skill.scope, ...get });
      if (answer === undefined) throw missingResource(id, normalized);
      refuseWebPage(answer, url, normalized);
      // A copy: what is held must not change under the next reader.
      return answer.bytes.slice();
    },
  };
}

function assertListed(
  id: string,
  path: string,
  files: ReadonlyMap<string, IndexedFile> | undefined,
): IndexedFile | undefined {
  if (files === undefined) return undefined;
  const file = files.get(path);
  if (file === undefined) throw missingResource(id, path);
  assertUnambiguous(path, files.keys());
  return file;
}

/** Many servers answer every address with a page: to log in, or to say that there is nothing. */
function refuseWebPage({ contentType }: HttpAnswer, url: URL, path: string): void {
  if (contentType !== "text/html" || /\.x?html?$/i.test(path)) return;
  throw new HttpFailure(url, "the answer is a web page, not the file", { reason: "text/html" });
}

function decodeText(bytes: Uint8Array, id: string, url: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const facts = { id, url: showUrl(url) };
    throw new SkillError("file-not-text", `${showUrl(url)} is not valid UTF-8.`, { facts });
  }
}
