import { textRevision } from "../../../core/source/text-revision.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";

/** A mark after which a listing goes on. It names its listing, so that none is used for another. */
export function encodeCursor(listing: string, after: string): string {
  const bytes = new TextEncoder().encode(after);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const encoded = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${encoded}.${textRevision(`${listing}\n${after}`)}`;
}

/** Where a listing goes on; undefined at its start. Refuses a cursor that this listing did not give. */
export function decodeCursor(listing: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [encoded = ""] = cursor.split(".");
    const text = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const after = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Not for security: a forged cursor would give a page that everybody may see. It finds mistakes.
    if (encodeCursor(listing, after) === cursor) return after;
  } catch {
    // Told below.
  }
  throw new RpcError(rpcCodes.invalidParams, "This cursor is not one of this listing.");
}
