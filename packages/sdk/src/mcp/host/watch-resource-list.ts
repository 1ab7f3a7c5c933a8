import type { SourceCallOptions } from "../../core/source/skill-source.ts";
import { waitFor } from "../../core/source/wait-for.ts";
import type { McpClient, McpSubscription } from "./mcp-client.ts";

interface Watched {
  readonly listeners: Set<() => void>;
  stream: Promise<McpSubscription | undefined> | undefined;
  /** Until the stream is opened again. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds before a stream that the server ended is opened again: twice as many each time that fails. */
const firstDelay = 1_000;
const longestDelay = 60_000;

/** A client has one handler for each notification, so all who watch a server share it. */
const watched = new WeakMap<McpClient, Watched>();

function tell({ listeners }: Watched): void {
  for (const listener of listeners) listener();
}

/** Opens the stream by which a server of revision 2026-07-28 tells those who ask to be told. */
async function open(client: McpClient, state: Watched): Promise<McpSubscription | undefined> {
  const stream = await client.listen?.({ resourcesListChanged: true });
  void stream?.closed?.then((why) => {
    if (why === "local") return;
    state.stream = undefined;
    tell(state);
    reopen(client, state, firstDelay);
  });
  return stream;
}

/** Servers and proxies end streams as they like; as long as somebody watches, another one is opened. */
function reopen(client: McpClient, state: Watched, delay: number): void {
  if (state.listeners.size === 0 || state.stream !== undefined) return;
  clearTimeout(state.timer);
  const attempt = (): void => {
    if (state.listeners.size === 0 || state.stream !== undefined) return;
    const stream = open(client, state);
    state.stream = stream;
    stream.then(
      // What changed in between, nobody was told.
      () => tell(state),
      () => {
        if (state.stream === stream) state.stream = undefined;
        reopen(client, state, Math.min(2 * delay, longestDelay));
      },
    );
  };
  state.timer = setTimeout(attempt, delay);
  (state.timer as { unref?: () => void }).unref?.();
}

/** Calls back when a server says that its resources changed. Takes the client's handler for that notification. */
export async function watchResourceList(
  client: McpClient,
  onChange: () => void,
  { signal }: SourceCallOptions = {},
): Promise<() => void> {
  signal?.throwIfAborted();
  const known = watched.get(client);
  const state: Watched = known ?? { listeners: new Set(), stream: undefined, timer: undefined };
  if (known === undefined) {
    watched.set(client, state);
    client.setNotificationHandler?.("notifications/resources/list_changed", () => {
      tell(state);
    });
  }
  const listener = (): void => onChange();
  state.listeners.add(listener);
  const stop = (): void => {
    if (!state.listeners.delete(listener) || state.listeners.size > 0) return;
    const { stream } = state;
    state.stream = undefined;
    clearTimeout(state.timer);
    void stream?.then((opened) => opened?.close()).catch(() => undefined);
  };
  try {
    if (client.getProtocolEra?.() === "modern") {
      state.stream ??= open(client, state);
      state.stream.catch(() => (state.stream = undefined));
      await waitFor(state.stream, signal);
    }
  } catch (error) {
    stop();
    throw error;
  }
  signal?.addEventListener("abort", stop, { once: true });
  return stop;
}
