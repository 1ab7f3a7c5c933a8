import { SkillError } from "../../errors.ts";
import type { FetchResponse } from "./fetch-function.ts";
import { showUrl } from "./safe-url.ts";

export interface ReadBodyOptions {
  /** For errors. */
  readonly url: URL;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The bytes of an answer. Throws `file-too-large` as soon as there are more than allowed, unpacked ones counted. */
export async function readBody(
  response: FetchResponse,
  { url, maxBytes, signal }: ReadBodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = response;
  if (body === null) return new Uint8Array(0);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    dropBody(response);
    throw tooLarge(url, maxBytes);
  }
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  // Not every `fetch` ends a body when its signal says so.
  signal.addEventListener("abort", cancel, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (part.value === undefined) continue;
    size += part.value.byteLength;
    if (size > maxBytes) {
      cancel();
      throw tooLarge(url, maxBytes);
    }
    chunks.push(part.value);
  }
  signal.removeEventListener("abort", cancel);
  return joined(chunks, size);
}

/** Lets go of an answer whose body nobody wants. */
export function dropBody(response: FetchResponse): void {
  response.body?.cancel().catch(() => {});
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(url: URL, maxBytes: number): SkillError {
  return new SkillError("file-too-large", `${showUrl(url)} is larger than ${maxBytes} bytes.`, {
    facts: { url: showUrl(url), limit: maxBytes },
  });
}
