import type { SourceDiagnostic } from "../skill-source.ts";
import type { FetchFunction } from "./fetch-function.ts";
import type { HttpClientOptions } from "./http-client.ts";

/** Headers of each request, or a function that gives them: for tokens that run out. */
export type RequestHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Which list of skills to look for: a plain `index.json`, a well-known one, or whichever is there. */
export type SkillIndexFormat = "auto" | "index" | "well-known";

export interface FetchSkillSourceOptions {
  /** Names the source in diagnostics; default: the base URL without its query. */
  readonly label?: string;
  /** Default `auto`: first `index.json`, then the well-known places below the base, then those of the origin. */
  readonly format?: SkillIndexFormat;
  /** Default: the platform's. */
  readonly fetch?: FetchFunction;
  /** Sent to addresses below the base URL only, or where the well-known list speaks for. One source serves one identity: what it holds is not told apart by them. */
  readonly headers?: RequestHeaders;
  /** Milliseconds for one request with its redirects, headers and body. Default 10,000. */
  readonly timeout?: number;
  /** How often a request is sent again after a network error, a 429 or a 5xx. Default 2. */
  readonly retries?: number;
  /** Milliseconds before the first retry, doubled each time, with jitter. Default 200. */
  readonly retryDelay?: number;
  /** The longest wait before a retry; a `Retry-After` beyond it ends the retries. Default 10,000. */
  readonly maxRetryDelay?: number;
  /** Follow redirects that stay below the base URL, or lead to `allowedOrigins`. Default true. */
  readonly allowRedirects?: boolean;
  /** Origins that skills may come from, wherever they lie there; they are asked without `headers`. */
  readonly allowedOrigins?: readonly string[];
  /** Default 4 MiB. */
  readonly maxIndexBytes?: number;
  /** Default 1 MiB. */
  readonly maxSkillBytes?: number;
  /** Default 16 MiB. */
  readonly maxResourceBytes?: number;
  /** How many skills of an index are taken. Default 10,000. */
  readonly maxEntries?: number;
  /** How much of the answers is held. Default 32 MiB. */
  readonly maxCacheBytes?: number;
  /** Milliseconds for which a held answer may stand in while the server fails; 0 for never. Default one day. */
  readonly maxStale?: number;
  /** Told about stale files, and about what `list` finds when `read` calls it. */
  readonly onDiagnostic?: (diagnostic: SourceDiagnostic) => void;
}

/** The options with their defaults. Throws a `TypeError` for numbers that mean nothing. */
export interface ResolvedOptions extends HttpClientOptions {
  readonly format: SkillIndexFormat;
  readonly maxIndexBytes: number;
  readonly maxSkillBytes: number;
  readonly maxResourceBytes: number;
  readonly maxEntries: number;
}

const MiB = 2 ** 20;

export function resolveOptions(options: FetchSkillSourceOptions): ResolvedOptions {
  const { headers = {}, format = "auto" } = options;
  if (!["auto", "index", "well-known"].includes(format)) throw new TypeError("`format` is not a known one.");
  return {
    // Looked up at each call, and called without `this`: platforms insist on it.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: typeof headers === "function" ? async () => headers() : async () => headers,
    allowRedirects: options.allowRedirects ?? true,
    allowedOrigins: new Set((options.allowedOrigins ?? []).map(parseOrigin)),
    format,
    timeout: limit("timeout", options.timeout, 10_000),
    retries: limit("retries", options.retries, 2),
    retryDelay: limit("retryDelay", options.retryDelay, 200),
    maxRetryDelay: limit("maxRetryDelay", options.maxRetryDelay, 10_000),
    maxIndexBytes: limit("maxIndexBytes", options.maxIndexBytes, 4 * MiB),
    maxSkillBytes: limit("maxSkillBytes", options.maxSkillBytes, MiB),
    maxResourceBytes: limit("maxResourceBytes", options.maxResourceBytes, 16 * MiB),
    maxEntries: limit("maxEntries", options.maxEntries, 10_000),
    maxCacheBytes: limit("maxCacheBytes", options.maxCacheBytes, 32 * MiB),
    maxStale: limit("maxStale", options.maxStale, 86_400_000),
  };
}

function limit(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== "number" || !(value >= 0)) throw new TypeError(`\`${name}\` must be a number from 0 up.`);
  return value;
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError("`allowedOrigins` must hold origins such as https://example.com.");
  }
  return url.origin;
}
