import { type BackOff, backOffAfter, standingFailure } from "./back-off.ts";
import { type ByteCache, createByteCache } from "./byte-cache.ts";
import { type CachePolicy, parseCacheControl } from "./cache-control.ts";
import { HttpFailure } from "./http-failure.ts";
import { retry, type RetryOptions } from "./retry.ts";
import { type HttpResponse, sendRequest, type Transport } from "./send-request.ts";
import { createSingleFlight } from "../single-flight.ts";

/** An answer with its body. */
export interface HttpAnswer {
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Lower case, without parameters. */
  readonly contentType: string;
  /** False when the server forbids keeping it. */
  readonly storable: boolean;
  /** When the server last said that this is its answer. */
  readonly checkedAt: number;
  /** Why an earlier answer is given. */
  readonly stale?: HttpFailure;
}

export interface HttpGetOptions {
  /** The folder that redirects must stay in, and that the caller's headers are for. */
  readonly scope: URL;
  readonly maxBytes: number;
  readonly accept: string;
  readonly signal?: AbortSignal | undefined;
  /** Ask as if nothing were held. */
  readonly refetch?: boolean;
}

export interface HttpClientOptions extends Transport, RetryOptions {
  readonly maxCacheBytes: number;
  /** How long an answer may stand in while the server fails. */
  readonly maxStale: number;
}

/** Asks a server, and no more often than it takes. */
export interface HttpClient {
  /** Undefined when there is nothing at the address. */
  get(url: URL, options: HttpGetOptions): Promise<HttpAnswer | undefined>;
}

interface Held extends HttpAnswer {
  /** There while the server is too slow to fail for being asked each time. */
  readonly backOff?: BackOff<HttpFailure> | undefined;
  readonly policy: CachePolicy;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A client with a cache of its own: answers may depend on its headers, so nothing is shared. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const cache: ByteCache<Held> = createByteCache(options.maxCacheBytes);
  const flights = createSingleFlight<HttpAnswer | undefined>();

  async function ask(url: URL, get: HttpGetOptions, signal: AbortSignal): Promise<HttpAnswer | undefined> {
    const held = get.refetch === true ? undefined : cache.get(url.href);
    if (held !== undefined && ageOf(held) < held.policy.freshMs) return held;
    const standing = standingFailure(held?.backOff, Date.now())?.error;
    if (held !== undefined && mayStandIn(held, standing, options.maxStale)) return { ...held, stale: standing };
    const headers = { accept: get.accept, ...(held === undefined ? {} : conditions(held)) };
    const { scope, maxBytes } = get;
    const started = performance.now();
    try {
      const send = (): Promise<HttpResponse> => sendRequest({ url, scope, maxBytes, headers, signal }, options);
      return take(url, await retry(send, options, signal), held);
    } catch (error) {
      if (held !== undefined && mayStandIn(held, error, options.maxStale)) {
        const took = performance.now() - started;
        const backOff = backOffAfter(error, { took, now: Date.now(), before: held.backOff });
        cache.set(url.href, { ...held, backOff });
        return { ...held, stale: error };
      }
      // Who may no longer read it must not get it from here either.
      if (error instanceof HttpFailure && !error.transient) cache.delete(url.href);
      throw error;
    }
  }

  function take(url: URL, response: HttpResponse, held: Held | undefined): HttpAnswer | undefined {
    if (response.status === 200) {
      const fresh = hold(response);
      if (fresh.storable) cache.set(url.href, fresh);
      else cache.delete(url.href);
      return fresh;
    }
    if (response.status === 304) {
      if (held === undefined) throw new HttpFailure(url, "the server says 304 to a question without conditions");
      const checked = confirmed(held, response);
      if (checked.storable) cache.set(url.href, checked);
      else cache.delete(url.href);
      return checked;
    }
    cache.delete(url.href);
    return undefined;
  }

  return {
    get: (url, get) => {
      const key = `${get.refetch === true ? "!" : ""}${url.href}`;
      return flights.run(key, get.signal, (signal) => ask(url, get, signal));
    },
  };
}

function hold({ url, headers, bytes }: HttpResponse): Held {
  const policy = parseCacheControl(headers.get("cache-control"), headers.get("age"));
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return {
    url,
    bytes,
    contentType: type.trim().toLowerCase(),
    storable: !policy.noStore,
    checkedAt: Date.now(),
    policy,
    etag: headers.get("etag"),
    lastModified: headers.get("last-modified"),
  };
}

/** What is held, after the server said that it has not changed. */
function confirmed(held: Held, { headers }: HttpResponse): Held {
  const control = headers.get("cache-control");
  const policy = control === null ? held.policy : parseCacheControl(control, headers.get("age"));
  return {
    ...held,
    backOff: undefined,
    policy,
    storable: !policy.noStore,
    checkedAt: Date.now(),
    etag: headers.get("etag") ?? held.etag,
    lastModified: headers.get("last-modified") ?? held.lastModified,
  };
}

function conditions({ etag, lastModified }: Held): Record<string, string> {
  return {
    ...(etag === null ? {} : { "if-none-match": etag }),
    ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
  };
}

function mayStandIn(held: Held, error: unknown, maxStale: number): error is HttpFailure {
  if (!(error instanceof HttpFailure) || !error.transient) return false;
  const limit = Math.min(maxStale, held.policy.staleIfErrorMs ?? Infinity);
  return ageOf(held) - held.policy.freshMs < limit;
}

/** Never negative: a clock that was set back makes nothing fresh. */
function ageOf({ checkedAt }: Held): number {
  return Math.max(0, Date.now() - checkedAt);
}
