import type { Socket } from "node:net";

const callers = new WeakMap<Request, string>();

/** Remembers where a request comes from. */
export function noteCaller(request: Request, { remoteAddress }: Pick<Socket, "remoteAddress">): void {
  if (remoteAddress !== undefined) callers.set(request, remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ""));
}

/**
 * The address that a request came from to `listenHttp`; undefined for this machine's own, from which all local programs
 * call, and whoever calls through a proxy.
 */
export function remoteCaller(request: Request): string | undefined {
  const address = callers.get(request);
  return address === undefined || address === "::1" || address.startsWith("127.") ? undefined : address;
}
