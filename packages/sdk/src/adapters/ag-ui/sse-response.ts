import type { AGUIEvent } from "@ag-ui/core";

export interface SseOptions {
  /** Milliseconds between two signs of life; 0 for none. */
  readonly heartbeat: number;
  /** Milliseconds after which a reader that leaves events unread counts as gone; 0 for never. */
  readonly stall: number;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/** Events as server-sent events, read as fast as they are taken. Who stops reading ends them. */
export function sseResponse(events: AsyncIterator<AGUIEvent, undefined>, options: SseOptions): Response {
  const { heartbeat, stall, signal } = options;
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  let unread: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => {
    stop();
    Promise.resolve(events.return?.()).catch(() => undefined);
  };
  const stop = (): void => {
    clearInterval(timer);
    clearTimeout(unread);
    signal.removeEventListener("abort", leave);
  };
  type Line = ReadableStreamDefaultController<Uint8Array>;
  const isFull = (line: Line): boolean => (line.desiredSize ?? 0) <= 0;
  const giveUp = (line: Line): void => {
    unread = undefined;
    if (!isFull(line)) return;
    leave();
    line.error(new DOMException("The client did not read what it was sent.", "TimeoutError"));
  };
  const send = (line: Line, text: string): void => {
    if (!isFull(line)) {
      clearTimeout(unread);
      unread = undefined;
    }
    line.enqueue(encoder.encode(text));
    if (stall > 0 && unread === undefined && isFull(line)) unread = setTimeout(giveUp, stall, line);
  };
  const body = new ReadableStream<Uint8Array>({
    start(line) {
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
      if (heartbeat <= 0) return;
      timer = setInterval(() => {
        // Only while the reader waits: a line that is full shows life enough.
        if (!isFull(line)) send(line, ": alive\n\n");
      }, heartbeat);
    },
    async pull(line) {
      const { done, value } = await events.next();
      if (done !== true) return send(line, `data: ${JSON.stringify(value)}\n\n`);
      stop();
      line.close();
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
