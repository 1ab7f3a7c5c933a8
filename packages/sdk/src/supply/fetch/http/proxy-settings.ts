import { isLoopback } from "./is-loopback.ts";

/** Which proxies to go through, as people write them. */
export interface ProxySettings {
  /** For `http:` addresses. */
  readonly http?: string | undefined;
  /** For `https:` addresses. */
  readonly https?: string | undefined;
  /** Hosts that are asked directly, with commas between them: `localhost, .corp.example, host:8080`, or `*`. */
  readonly noProxy?: string | undefined;
}

/** What `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say; in small letters they come first, as with curl. */
export function environmentProxies(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  return {
    http: env["http_proxy"] || env["HTTP_PROXY"],
    https: env["https_proxy"] || env["HTTPS_PROXY"],
    noProxy: env["no_proxy"] || env["NO_PROXY"],
  };
}

/** The proxy for an address, not yet looked at; undefined to ask directly, as this machine always is. */
export function proxyFor(url: URL, settings: ProxySettings): string | undefined {
  const proxy = url.protocol === "https:" ? settings.https : settings.http;
  if (proxy === undefined || proxy === "" || isLoopback(url)) return undefined;
  return isExcepted(url, settings.noProxy ?? "") ? undefined : proxy;
}

/** A host means those below it too, with a dot before it or without. */
function isExcepted({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, host, wantedPort] = /^(?:\*?\.)?(\[[^\]]*\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
      // An IPv6 address may be written without brackets.
      if (host === undefined) return entry !== "" && hostname === `[${entry}]`;
      const isHost = hostname === host || hostname.endsWith(`.${host}`);
      return isHost && (wantedPort === undefined || wantedPort === ownPort);
    });
}
