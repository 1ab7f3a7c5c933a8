import { createHash } from "node:crypto";
import { SkillError } from "../../../core/errors.ts";
import { skillDigest } from "../../../core/integrity/skill-digest.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import type { FetchFunction } from "../../../core/source/http/fetch-function.ts";
import { showUrl } from "../../../core/source/http/safe-url.ts";
import type { WellKnownSource } from "../../project/project.ts";
import { memoryTree } from "../archive/memory-tree.ts";
import { readArchive } from "../archive/read-archive.ts";
import { checkedEntries } from "../checked-entries.ts";
import { isInLocked } from "../is-in-locked.ts";
import type { FetchContext, FetchedSource, SkillFetcher, SkillOrigins } from "../skill-fetcher.ts";
import { type FetchedFile, fetchOffer } from "./fetch-offer.ts";
import { type Offer, readSite } from "./read-site.ts";
import { siteClient } from "./site-client.ts";
import { siteUrl } from "./site-url.ts";

export interface WellKnownFetcherOptions {
  /** Default: the platform's, through the proxies that the environment names. */
  readonly fetch?: FetchFunction;
}

/**
 * Skills of web sites: what `/.well-known/agent-skills/index.json` lists, or its older form, or one SKILL.md or archive.
 * Only https, except to this machine; every answer and redirect stays where the list speaks for; digests are verified.
 * @see https://github.com/cloudflare/agent-skills-discovery-rfc
 */
export function wellKnownFetcher(options: WellKnownFetcherOptions = {}): SkillFetcher<WellKnownSource> {
  return {
    type: "well-known",
    resolve: (source, context) => openSite(source, context, options),
    restore: async (source, resolved, context, origins) => {
      const url = showUrl(siteUrl(source.url));
      if (!("digest" in resolved)) {
        throw new SkillError("lock-invalid", `The lock has no digest for ${url}; update it.`, { facts: { url } });
      }
      const now = await openSite(source, context, options, origins);
      if (origins !== undefined) return now;
      if ("digest" in now.resolved && now.resolved.digest === resolved.digest) return now;
      const message = `${url} does not offer what it did when it was locked; update it to take what is there now.`;
      throw new SkillError("digest-mismatch", message, { facts: { url, expected: resolved.digest } });
    },
    latest: async (source, context) => {
      if (context.offline) throw notAsked(siteUrl(source.url));
      const { resolved } = await openSite(source, context, options);
      return "digest" in resolved ? resolved.digest : undefined;
    },
  };
}

async function openSite(
  source: WellKnownSource,
  context: FetchContext,
  { fetch }: WellKnownFetcherOptions,
  locked?: SkillOrigins,
): Promise<FetchedSource> {
  const url = siteUrl(source.url);
  const client = siteClient(context, fetch);
  const offered = await readSite(url, client, context);
  const offers = locked === undefined ? offered : offered.filter(({ folder }) => isInLocked(folder, locked));
  let fetching: Promise<readonly FetchedFile[]> | undefined;
  const fetchAll = (): Promise<readonly FetchedFile[]> => (fetching ??= fetchOffers(offers, context, client, url));
  // Digests of the list stand for what it lists; without them everything has to be looked at.
  const digest = offers.every((offer) => offer.kind !== "folder" && offer.digest !== undefined)
    ? await skillDigest(offers.map(promised))
    : await skillDigest((await fetchAll()).map(pinned));
  return {
    resolved: { digest },
    open: async () => {
      const folders = offers.flatMap(({ folder }) => folder ?? []);
      return memoryTree(await fetchAll(), folders.length === 0 ? undefined : folders.sort());
    },
  };
}

async function fetchOffers(
  offers: readonly Offer[],
  { limits, onProgress }: FetchContext,
  client: ReturnType<typeof siteClient>,
  url: URL,
): Promise<readonly FetchedFile[]> {
  let done = 0;
  const fetched = await mapLimited(offers, 4, async (offer) => {
    const files = await fetchOffer(offer, { client, limits, readArchive });
    onProgress?.(`${++done} of ${offers.length} skills`);
    return files;
  });
  return checkedEntries(fetched.flat(), { limits, where: showUrl(url), unsafe: "refuse" }).entries;
}

function promised({ kind, folder = ".", digest = "" }: Offer): Parameters<typeof skillDigest>[0][number] {
  return { path: `${folder}/${kind}`, size: 0, executable: false, sha256: digest.slice("sha256:".length) };
}

function pinned({ path, size, executable, bytes }: FetchedFile): Parameters<typeof skillDigest>[0][number] {
  return { path, size, executable, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** What the cache has is no news. */
function notAsked(site: URL): SkillError {
  const url = showUrl(site);
  return new SkillError("source-unavailable", `${url} is not asked, because nothing may be asked of the network.`, {
    facts: { url },
  });
}
