/**
 * The same response; calls back once its body has been read to its end or given up. A stream of events begins with a
 * comment: without it, nothing is sent before the first event, and its client waits for an answer.
 */
export function whenBodyEnds(response: Response, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const reader = response.body.getReader();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (isStream) controller.enqueue(new TextEncoder().encode(": open\n\n"));
    },
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      end();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
