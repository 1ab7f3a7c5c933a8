import { jsonError } from "./json-error.ts";

export interface ReadJsonBodyOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** A request's body as data, or the refusal of one that is too large, too slow or no JSON. */
export async function readJsonBody(
  request: Request,
  { maxBytes, timeoutMs }: ReadJsonBodyOptions,
): Promise<{ readonly body: unknown } | Response> {
  const tooLarge = (): Response => jsonError(413, `A body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge();
  if (request.body === null) return notJson();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), timeoutMs)));
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part === "late") {
        abandon(reader);
        return jsonError(408, "The body took too long.", { headers: { connection: "close" } });
      }
      if (part.done) break;
      length += part.value.length;
      if (length > maxBytes) {
        abandon(reader);
        return tooLarge();
      }
      chunks.push(part.value);
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { body };
  } catch {
    return notJson();
  } finally {
    clearTimeout(timer);
  }
}

/** Nobody waits for the rest any more. */
function abandon(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}

function notJson(): Response {
  return jsonError(400, "The body is not JSON.", { code: -32700 });
}
