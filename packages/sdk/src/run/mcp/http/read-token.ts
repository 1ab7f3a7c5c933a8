import type { ListenAddress } from "../../../node/http/listen-address.ts";

const name = "TRADECRAFT_MCP_TOKEN";

/** What callers must send, from the environment: arguments can be read by every user of a machine. */
export function readToken(
  { host, isLoopback }: ListenAddress,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const token = env[name] ?? "";
  if (token === "") {
    if (isLoopback) return undefined;
    throw new TypeError(`Others can call ${host}: set ${name}, or listen on 127.0.0.1.`);
  }
  // It travels in a header. The token itself is not for the screen.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError(`${name} must be made of ASCII letters, digits and signs, without spaces.`);
}
