import type { AGUIEvent } from "@ag-ui/core";

export interface SseOptions {
  /** Milliseconds between two signs of life; 0 for none. */
  readonly heartbeat: number;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/** Events as server-sent events, read as fast as they are taken. Who stops reading ends them. */
export function sseResponse(events: AsyncIterator<AGUIEvent, undefined>, { heartbeat, signal }: SseOptions): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const leave = (): void => {
    stop();
    Promise.resolve(events.return?.()).catch(() => undefined);
  };
  const stop = (): void => {
    clearInterval(timer);
    signal.removeEventListener("abort", leave);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
      if (heartbeat <= 0) return;
      timer = setInterval(() => {
        // Only while the reader waits: a line that is full shows life enough.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": alive\n\n"));
      }, heartbeat);
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (done !== true) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
      stop();
      controller.close();
    },
    cancel: leave,
  });
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    // Some proxies hold a stream back until it ends.
    "x-accel-buffering": "no",
  };
  return new Response(body, { headers });
}
