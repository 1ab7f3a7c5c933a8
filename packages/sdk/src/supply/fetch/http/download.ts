import { SkillError } from "../../../core/errors.ts";
import type { FetchLimits } from "../skill-fetcher.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import type { ProxySettings } from "./proxy-settings.ts";

export interface DownloadOptions {
  /** Headers for one address; asked again for each redirect, so that secrets go only where they belong. */
  readonly headers?: (url: URL) => Readonly<Record<string, string>>;
  readonly limits: Pick<FetchLimits, "maxDownloadBytes" | "timeout">;
  /** Default: none. */
  readonly proxies?: ProxySettings;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, whatever its status. */
export interface Download {
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly bytes: Uint8Array;
}

const maxRedirects = 5;

/** Gets an address. Throws `source-unavailable` when there is no answer, `file-too-large` when there is too much of it. */
export async function download(address: URL, options: DownloadOptions): Promise<Download> {
  let url = address;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, options);
    if (!(answer instanceof URL)) return answer;
    if (redirects === maxRedirects) throw unavailable(address, "it redirects too often");
    if (url.protocol === "https:" && answer.protocol !== "https:") {
      throw unavailable(address, "it redirects to an address that is not encrypted");
    }
    url = answer;
  }
}

async function ask(url: URL, options: DownloadOptions): Promise<Download | URL> {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw unavailable(url, "it is no http address");
  const { limits, signal } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), limits.timeout);
  const stop = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  try {
    return await untilStopped(stop, () => receive(url, options, { stop, onChunk: () => timer.refresh() }));
  } catch (error) {
    if (SkillError.is(error)) throw error;
    signal?.throwIfAborted();
    if (silence.signal.aborted)
      throw unavailable(url, `it gave no answer for ${Math.round(limits.timeout / 1000)} seconds`);
    throw unavailable(url, causeOf(error));
  } finally {
    clearTimeout(timer);
  }
}

interface Receiving {
  readonly stop: AbortSignal;
  readonly onChunk: () => void;
}

async function receive(
  url: URL,
  { headers, limits, proxies = {} }: DownloadOptions,
  { stop, onChunk }: Receiving,
): Promise<Download | URL> {
  const plain = new URL(url);
  plain.username = plain.password = "";
  const response = await proxiedFetch(proxies)(plain.href, {
    method: "GET",
    redirect: "manual",
    headers: { ...headers?.(url) },
    signal: stop,
  });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, plain.href)) {
    await response.body?.cancel();
    return new URL(location, plain);
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    stop.throwIfAborted();
    onChunk();
    total += chunk.length;
    if (total > limits.maxDownloadBytes) throw tooLarge(url, limits.maxDownloadBytes);
    chunks.push(chunk);
  }
  return { url, status: response.status, bytes: Buffer.concat(chunks, total) };
}

/** Gives up at the signal, whether the work hears it or not: not every connection ends with an event. */
async function untilStopped<Result>(stop: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  stop.throwIfAborted();
  let onAbort = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(stop.reason);
    stop.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    stop.removeEventListener("abort", onAbort);
  }
}

/** An address as it may be shown: without user, password and query. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "the connection failed";
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? "the connection failed" : `the connection failed (${code})`;
}

function unavailable(url: URL, reason: string): SkillError {
  const shown = shownAddress(url);
  return new SkillError("source-unavailable", `${shown} cannot be fetched: ${reason}.`, { facts: { url: shown } });
}

function tooLarge(url: URL, maxBytes: number): SkillError {
  const shown = shownAddress(url);
  return new SkillError("file-too-large", `${shown} is larger than the ${maxBytes} bytes that are taken.`, {
    facts: { url: shown, maxBytes },
  });
}
