import type { FetchFunction, FetchResponse } from "./fetch-function.ts";
import { parseRetryAfter } from "./cache-control.ts";
import { HttpFailure, networkFailure } from "./http-failure.ts";
import { dropBody, readBody, type ReadBodyOptions } from "./read-body.ts";
import { isInReach, isInScope, type Reach, showUrl } from "./safe-url.ts";
import { withDeadline } from "./with-deadline.ts";
import { SkillError } from "../../errors.ts";

/** How requests are made: the same for all requests of a source. */
export interface Transport {
  readonly fetch: FetchFunction;
  /** The caller's headers, asked for anew for each request. They go to addresses in a request's scope only. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  readonly timeout: number;
  readonly allowRedirects: boolean;
  /** Origins that may be asked anywhere, without the caller's headers. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** One question. */
export interface HttpRequest {
  readonly url: URL;
  /** The folder that redirects must stay in, and that the caller's headers are for. */
  readonly scope: URL;
  readonly maxBytes: number;
  /** `Accept`, `If-None-Match` and the like; lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** What came back: a 200 with its bytes, or a 304, 404 or 410 without. Everything else is thrown. */
export interface HttpResponse {
  readonly status: 200 | 304 | 404 | 410;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly headers: FetchResponse["headers"];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const maxRedirects = 5;
const nothing = new Uint8Array(0);

/** Sends a request once: redirects, headers and body within one time limit. */
export function sendRequest(request: HttpRequest, transport: Transport): Promise<HttpResponse> {
  const { url, signal } = request;
  const late = (): Error =>
    new HttpFailure(url, `no complete answer within ${transport.timeout} ms`, { transient: true, reason: "timeout" });
  return withDeadline((inner) => followed(request, transport, inner), {
    milliseconds: transport.timeout,
    late,
    signal,
  });
}

async function followed(request: HttpRequest, transport: Transport, signal: AbortSignal): Promise<HttpResponse> {
  const own = await ownHeaders(request.url, transport);
  const reach = { scope: request.scope, allowedOrigins: transport.allowedOrigins };
  let { url } = request;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const headers = { ...(isInScope(url, reach) ? own : {}), ...request.headers };
    const response = await asked(transport.fetch, url, headers, signal);
    const target = redirectTarget(response, url);
    if (target === undefined) return answered(response, { url, maxBytes: request.maxBytes, signal });
    dropBody(response);
    assertMayFollow(url, target, transport.allowRedirects, reach);
    url = target;
  }
  throw new HttpFailure(request.url, `more than ${maxRedirects} redirects`);
}

async function ownHeaders(url: URL, { headers }: Transport): Promise<Record<string, string>> {
  try {
    const given = Object.entries(await headers());
    return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
  } catch (cause) {
    throw new HttpFailure(url, "the function that gives the headers failed", { transient: true, cause });
  }
}

async function asked(
  fetch: FetchFunction,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<FetchResponse> {
  let response: FetchResponse;
  try {
    response = await fetch(url.href, { method: "GET", headers, redirect: "manual", signal });
  } catch (error) {
    throw networkFailure(url, error);
  }
  if (!signal.aborted) return response;
  dropBody(response);
  throw networkFailure(url, signal.reason);
}

function redirectTarget({ status, headers }: FetchResponse, url: URL): URL | undefined {
  // A browser hides where a redirect leads, so that nobody can say whether it may be followed.
  if (status === 0) throw new HttpFailure(url, "the answer is a redirect that this platform does not show");
  if (status < 300 || status >= 400 || status === 304) return undefined;
  const location = headers.get("location");
  if (location === null || !URL.canParse(location, url.href)) {
    throw new HttpFailure(url, "the answer is a redirect to nowhere", { status });
  }
  return new URL(location, url);
}

/** The server, or whoever writes to a part of it, must not lead the caller's headers to what is somebody else's. */
function assertMayFollow(from: URL, target: URL, allowRedirects: boolean, reach: Reach): void {
  if (!allowRedirects) throw new HttpFailure(from, "the answer is a redirect, and none may be followed");
  if (target.username !== "" || target.password !== "") {
    throw new HttpFailure(from, "the answer is a redirect with a user or password in it");
  }
  if (isInReach(target, reach)) return;
  const where =
    target.origin === reach.scope.origin
      ? `that leaves ${showUrl(reach.scope)}`
      : `to another origin, ${target.origin},`;
  throw new HttpFailure(from, `the answer is a redirect ${where} and was not followed`);
}

async function answered(response: FetchResponse, options: ReadBodyOptions): Promise<HttpResponse> {
  const { url } = options;
  const { status, headers } = response;
  if (status === 200) {
    try {
      return { status, url, headers, bytes: await readBody(response, options) };
    } catch (error) {
      throw SkillError.is(error) ? error : networkFailure(url, error);
    }
  }
  dropBody(response);
  if (status === 304 || status === 404 || status === 410) return { status, url, headers, bytes: nothing };
  throw new HttpFailure(url, `the server answers with status ${status}`, {
    status,
    transient: status === 429 || status >= 500,
    retryAfter: parseRetryAfter(headers.get("retry-after"), Date.now()),
  });
}
