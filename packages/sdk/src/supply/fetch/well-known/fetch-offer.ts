import { SkillError } from "../../../core/errors.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import { HttpFailure } from "../../../core/source/http/http-failure.ts";
import { showUrl, urlBelow } from "../../../core/source/http/safe-url.ts";
import type { readArchive as ReadArchive } from "../archive/read-archive.ts";
import type { FetchLimits } from "../skill-fetcher.ts";
import type { TreeEntry } from "../source-tree.ts";
import type { Offer } from "./read-site.ts";
import type { SiteAnswer, SiteClient, SiteRequest } from "./site-client.ts";

/** A file with its content. */
export type FetchedFile = TreeEntry & { readonly bytes: Uint8Array };

export interface FetchOfferOptions {
  readonly client: SiteClient;
  readonly limits: FetchLimits;
  readonly readArchive: typeof ReadArchive;
}

/** Every file of a skill that a site offers, in its folder of the source. */
export async function fetchOffer(offer: Offer, options: FetchOfferOptions): Promise<readonly FetchedFile[]> {
  if (offer.kind === "archive") return fetchArchive(offer, options);
  const { client } = options;
  const inFolder = (path: string): string =>
    offer.folder === undefined || offer.folder === "." ? path : `${offer.folder}/${path}`;
  const { scope, digest, base } = offer;
  const main = await need(client, offer.url, { scope, digest, accept: "text/markdown, text/plain;q=0.9, */*;q=0.1" });
  refuseWebPage(main, offer.url);
  if (base === undefined) return [file(inFolder("SKILL.md"), main.bytes, false)];
  const files = await mapLimited(
    [...(offer.files?.values() ?? [])],
    6,
    async ({ path, digest: wanted, executable = false }) => {
      const url = urlBelow(base, path.split("/"));
      const answer = await need(client, url, { scope, digest: wanted, accept: "*/*" });
      if (!/\.x?html?$/i.test(path)) refuseWebPage(answer, url);
      return file(inFolder(path), answer.bytes, executable);
    },
  );
  return [file(inFolder("SKILL.md"), main.bytes, false), ...files];
}

async function fetchArchive(offer: Offer, { client, limits, readArchive }: FetchOfferOptions): Promise<FetchedFile[]> {
  const { url, scope, digest, folder } = offer;
  const { bytes } = await need(client, url, { scope, digest, accept: "*/*" });
  const where = `The archive ${showUrl(url)}`;
  const tree = await readArchive(bytes, { limits, where, stripTopFolder: folder !== undefined });
  if (folder !== undefined && !tree.entries.some(({ path }) => /^skill\.md$/i.test(path))) {
    throw new SkillError("skill-invalid", `${where} has no SKILL.md at its root.`, { facts: { url: showUrl(url) } });
  }
  const files = tree.entries.filter(({ kind }) => kind === "file");
  const contents = await tree.read(files.map(({ path }) => path));
  return files.map((entry) => ({
    ...entry,
    path: folder === undefined ? entry.path : `${folder}/${entry.path}`,
    bytes: contents.get(entry.path) ?? new Uint8Array(),
  }));
}

async function need(client: SiteClient, url: URL, request: SiteRequest): Promise<SiteAnswer> {
  const answer = await client(url, request);
  if (answer === undefined) throw new HttpFailure(url, "it is not there", { status: 404 });
  return answer;
}

/** Many servers answer every address with a page: to log in, or to say that there is nothing. */
function refuseWebPage({ contentType }: SiteAnswer, url: URL): void {
  if (contentType !== "text/html") return;
  throw new HttpFailure(url, "the answer is a web page, not the file", { reason: "text/html" });
}

function file(path: string, bytes: Uint8Array, executable: boolean): FetchedFile {
  return { path, kind: "file", size: bytes.length, executable, bytes };
}
