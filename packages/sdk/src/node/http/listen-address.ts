import { isIPv4 } from "node:net";

/** Where to listen. */
export interface ListenAddress {
  /** As it is given to the system: IPv6 without brackets. */
  readonly host: string;
  /** As it stands in a URL: IPv6 in brackets. */
  readonly urlHost: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Whether only programs of this machine can call. */
  readonly isLoopback: boolean;
}

const shape = /^(?:(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+)):)?(?<port>\d{1,5})$/i;

/** Reads `8808`, `0.0.0.0:8808` or `[::1]:8808`; undefined for what is no such address. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const { v6, name, port } = shape.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) return undefined;
  const host = v6 ?? name ?? "127.0.0.1";
  const urlHost = host.includes(":") ? `[${host}]` : host;
  return { host, urlHost, port: Number(port), isLoopback: isLoopback(host) };
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}
