import { isIPv6, type Socket } from "node:net";

const callers = new WeakMap<Request, string>();

/** Remembers where a request comes from. */
export function noteCaller(request: Request, { remoteAddress }: Pick<Socket, "remoteAddress">): void {
  const caller = remoteAddress === undefined ? undefined : callerAt(remoteAddress);
  if (caller !== undefined) callers.set(request, caller);
}

/**
 * The address that a request came from to `listenHttp`; of IPv6 the network, `2001:db8:0:1::/64`. Undefined for this
 * machine's own, from which all local programs call, and whoever calls through a proxy.
 */
export function remoteCaller(request: Request): string | undefined {
  return callers.get(request);
}

function callerAt(address: string): string | undefined {
  if (!isIPv6(address)) return address.startsWith("127.") ? undefined : address;
  const groups = groupsOf(address);
  const mapped = mappedAddress(groups);
  if (mapped !== undefined) return callerAt(mapped);
  if (groups.join(":") === "0:0:0:0:0:0:0:1") return undefined;
  // Whoever has one address there has 2^64: no smaller network is given to anybody.
  return `${canonical(`${groups.slice(0, 4).join(":")}::`)}/64`;
}

/** The eight numbers of an IPv6 address, in hexadecimal; without its zone. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail = ""] = canonical(address.replace(/%.*$/, "")).split("::");
  const numbers = (part: string): string[] => part.split(":").filter((group) => group !== "");
  const [before, after] = [numbers(head), numbers(tail)] as const;
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after];
}

/** In small letters, hexadecimal only, with the longest zeros left out. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** The IPv4 address that one of IPv6 stands for. */
function mappedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((two) => [two >> 8, two & 255]).join(".");
}
