import { sha256 } from "../../../core/sha256.ts";
import { loadMcpServer, type McpServerPackage } from "../load-mcp-server.ts";
import type { ResolvedHandlerOptions } from "./handler-options.ts";
import { jsonError } from "./json-error.ts";

/** Who calls. */
export interface Caller {
  /** The same text for the same caller; their sessions are theirs alone. */
  readonly name: string;
  /** Whose share of the sessions it counts for; undefined where nobody can tell callers apart. */
  readonly share: string | undefined;
}

/** Lets a caller in, or says no. Looks at the headers only: nobody who is refused makes this server read a body. */
export async function checkCaller(request: Request, options: ResolvedHandlerOptions): Promise<Caller | Response> {
  const official = await loadMcpServer();
  const refused = checkHost(request, options, official) ?? checkOrigin(request, options, official);
  if (refused !== undefined) return refused;
  const name = await checkIdentity(request, options);
  return typeof name === "string" ? { name, share: shareOf(request, name, options) } : name;
}

// A web page can make a browser call this machine under the page's own name (DNS rebinding); its Host header tells.
function checkHost(
  request: Request,
  { hosts, tokens, verify }: ResolvedHandlerOptions,
  { localhostAllowedHostnames, validateHostHeader }: McpServerPackage,
): Response | undefined {
  const isOpen = tokens === undefined && verify === undefined;
  const allowed = hosts ?? (isOpen ? localhostAllowedHostnames() : undefined);
  if (allowed === undefined) return undefined;
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return validateHostHeader(host, [...allowed]).ok ? undefined : jsonError(403, "This host is not served here.");
}

function checkOrigin(
  request: Request,
  options: ResolvedHandlerOptions,
  official: McpServerPackage,
): Response | undefined {
  if (!request.headers.has("origin") || allowedOrigin(request, options, official) !== undefined) return undefined;
  return jsonError(403, "This origin may not call.");
}

/** The page that a request comes from, if it may call. */
export function allowedOrigin(
  request: Request,
  { origins }: ResolvedHandlerOptions,
  { localhostAllowedOrigins, validateOriginHeader }: McpServerPackage,
): string | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  const isAllowed =
    origins === undefined ? validateOriginHeader(origin, localhostAllowedOrigins()).ok : origins.includes(origin);
  return isAllowed ? origin : undefined;
}

/** One token for all says no more about a caller than none. */
function shareOf(
  request: Request,
  name: string,
  { tokens, verify, caller }: ResolvedHandlerOptions,
): string | undefined {
  const isTold = name !== "" && (verify !== undefined || (tokens?.length ?? 0) > 1);
  if (isTold) return `identity ${name}`;
  const said = caller?.(request);
  return said === undefined || said === "" ? undefined : `caller ${said}`;
}

async function checkIdentity(request: Request, { tokens, verify }: ResolvedHandlerOptions): Promise<string | Response> {
  if (verify !== undefined) {
    // Whatever it throws is a no.
    const answer: unknown = await Promise.resolve(request)
      .then(verify)
      .catch(() => false);
    if (answer === true) return "";
    return typeof answer === "string" && answer !== "" ? answer : unauthorized();
  }
  if (tokens === undefined) return "";
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given === undefined) return unauthorized();
  let known: string | undefined;
  // Digests of one length: how long a comparison takes says nothing about a token.
  const digest = await digestOf(given);
  for (const token of tokens) if (isSame(digest, await digestOf(token))) known = token;
  return known === undefined ? unauthorized() : `token ${tokens.indexOf(known)}`;
}

function digestOf(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text));
}

function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

function unauthorized(): Response {
  return jsonError(401, "A valid token is needed.", { headers: { "www-authenticate": "Bearer" } });
}
