import { messageOf } from "../message-of.ts";

/** The part of a span that is used. */
interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  recordException(error: unknown): void;
  setStatus?(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

interface Tracing {
  readonly trace?: { getTracer(name: string): { startSpan(name: string, options?: object): Span } };
}

// Where `@opentelemetry/api` puts what the program registered. Asking there needs no import, and so no dependency.
const api = Symbol.for("opentelemetry.js.api.1");

/** Does work in a span of the program's tracer, if it has one. */
export async function inSpan<Value>(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean>>,
  work: () => Promise<Value>,
): Promise<Value> {
  const tracer = (globalThis as { [key: symbol]: Tracing | undefined })[api]?.trace?.getTracer("tradecraft");
  const span = tracer?.startSpan(name, { attributes });
  try {
    return await work();
  } catch (error) {
    span?.recordException(error);
    // 2 is ERROR in the API's list of codes.
    span?.setStatus?.({ code: 2, message: messageOf(error) });
    throw error;
  } finally {
    span?.end();
  }
}
