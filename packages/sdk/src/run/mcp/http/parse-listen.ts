import { isIPv4 } from "node:net";

/** Where to listen. */
export interface ListenAddress {
  /** As it is given to the system: IPv6 without brackets. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Whether only programs of this machine can call. */
  readonly isLoopback: boolean;
}

const shape = /^(?:(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+)):)?(?<port>\d{1,5})$/i;

/** Reads `8808`, `0.0.0.0:8808` or `[::1]:8808`. */
export function parseListen(text: string): ListenAddress {
  const { v6, name, port } = shape.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535)
    throw new TypeError(`--http is a port or host:port, as 8808 or [::1]:8808, not "${text.slice(0, 80)}".`);
  const host = v6 ?? name ?? "127.0.0.1";
  return { host, port: Number(port), isLoopback: isLoopback(host) };
}

/** A host as it stands in an address: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}
