import { type ListenAddress, parseListenAddress } from "@tradecraft/sdk/node";
import { UsageError } from "../usage-error.ts";

/** Reads `8808`, `0.0.0.0:8808` or `[::1]:8808`. */
export function parseListen(text: string): ListenAddress {
  const address = parseListenAddress(text);
  if (address !== undefined) return address;
  throw new UsageError("option-value", `--http must be a port or host:port, as 8808 or [::1]:8808, not "${text}"`);
}

/** The address under which a program of this machine calls. */
export function localUrl({ host, urlHost, port }: ListenAddress): string {
  const called = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : urlHost;
  return `http://${called}:${port}/mcp`;
}
