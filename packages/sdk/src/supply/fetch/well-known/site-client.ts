import { SkillError } from "../../../core/errors.ts";
import { parseDigest, sha256 } from "../../../core/sha256.ts";
import { parseCacheControl } from "../../../core/source/http/cache-control.ts";
import type { FetchFunction } from "../../../core/source/http/fetch-function.ts";
import { HttpFailure } from "../../../core/source/http/http-failure.ts";
import { retry } from "../../../core/source/http/retry.ts";
import { showUrl } from "../../../core/source/http/safe-url.ts";
import { sendRequest, type Transport } from "../../../core/source/http/send-request.ts";
import { proxiedFetch } from "../http/proxied-fetch.ts";
import { environmentProxies } from "../http/proxy-settings.ts";
import type { FetchContext } from "../skill-fetcher.ts";
import { answerCache, type KeptAnswer } from "./answer-cache.ts";

/** One question to a site. */
export interface SiteRequest {
  /** The folder that redirects must stay in. */
  readonly scope: URL;
  readonly accept: string;
  readonly maxBytes?: number;
  /** What the content must hash to. */
  readonly digest?: string | undefined;
}

export interface SiteAnswer {
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Asks a site; undefined for what is not there. */
export type SiteClient = (url: URL, request: SiteRequest) => Promise<SiteAnswer | undefined>;

const retries = { retries: 2, retryDelay: 200, maxRetryDelay: 10_000 };

/** A client that keeps answers in the cache, asks whether they are still right, and uses nothing else when offline. */
export function siteClient(
  context: FetchContext,
  fetchFunction: FetchFunction = proxiedFetch(environmentProxies(context.env)),
): SiteClient {
  const { limits, offline, signal } = context;
  const cache = answerCache(context.cacheFolder);
  const transport: Transport = {
    fetch: fetchFunction,
    headers: async () => ({}),
    timeout: limits.timeout,
    allowRedirects: true,
    allowedOrigins: new Set(),
  };

  async function ask(url: URL, request: SiteRequest, kept: KeptAnswer | undefined): Promise<SiteAnswer | undefined> {
    const { scope, accept, maxBytes = limits.maxDownloadBytes } = request;
    const headers = { accept, ...conditions(kept) };
    const send = async () => sendRequest({ url, scope, maxBytes, headers, signal }, transport);
    const response = await retry(send, retries, signal);
    if (response.status === 304 && kept !== undefined) return shown(kept);
    if (response.status === 304) throw new HttpFailure(url, "the server says 304 to a question without conditions");
    if (response.status !== 200) return undefined;
    const [contentType = ""] = (response.headers.get("content-type") ?? "").split(";");
    const answer = {
      url: response.url.href,
      contentType: contentType.trim().toLowerCase(),
      etag: response.headers.get("etag") ?? undefined,
      lastModified: response.headers.get("last-modified") ?? undefined,
      bytes: response.bytes,
    };
    if (!parseCacheControl(response.headers.get("cache-control")).noStore) await cache.put(url, answer);
    return shown(answer);
  }

  return async (url, request) => {
    const kept = await cache.get(url);
    if (kept !== undefined && request.digest !== undefined && (await sha256(kept.bytes)) === request.digest) {
      return shown(kept);
    }
    if (offline) {
      if (kept === undefined) throw offlineError(url);
      return matching(shown(kept), request);
    }
    const answer = await ask(url, request, kept);
    return answer === undefined ? undefined : matching(answer, request);
  };
}

async function matching(answer: SiteAnswer, { digest }: SiteRequest): Promise<SiteAnswer> {
  if (digest === undefined || (await sha256(answer.bytes)) === parseDigest(digest)) return answer;
  const url = showUrl(answer.url);
  const message = `${url} is not what the list of skills promised: it was changed, or the list was since.`;
  throw new SkillError("digest-mismatch", message, { facts: { url, digest } });
}

function conditions(kept: KeptAnswer | undefined): Record<string, string> {
  if (kept?.etag !== undefined) return { "if-none-match": kept.etag };
  return kept?.lastModified === undefined ? {} : { "if-modified-since": kept.lastModified };
}

function shown({ url, contentType, bytes }: KeptAnswer): SiteAnswer {
  return { url: new URL(url), contentType, bytes };
}

function offlineError(url: URL): SkillError {
  const message = `${showUrl(url)} is not in the cache, and nothing may be asked of the network; run this once online.`;
  return new SkillError("source-unavailable", message, { facts: { url: showUrl(url) } });
}
