import type { SourceCallOptions } from "../../core/source/skill-source.ts";
import { waitFor } from "../../core/source/wait-for.ts";
import type { McpClient, McpSubscription } from "./mcp-client.ts";

interface Watched {
  readonly listeners: Set<() => void>;
  stream: Promise<McpSubscription | undefined> | undefined;
}

/** A client has one handler for each notification, so all who watch a server share it. */
const watched = new WeakMap<McpClient, Watched>();

/** Calls back when a server says that its resources changed. Takes the client's handler for that notification. */
export async function watchResourceList(
  client: McpClient,
  onChange: () => void,
  { signal }: SourceCallOptions = {},
): Promise<() => void> {
  signal?.throwIfAborted();
  const known = watched.get(client);
  const state: Watched = known ?? { listeners: new Set(), stream: undefined };
  if (known === undefined) {
    watched.set(client, state);
    client.setNotificationHandler?.("notifications/resources/list_changed", () => {
      for (const listener of [...state.listeners]) listener();
    });
  }
  const listener = (): void => onChange();
  state.listeners.add(listener);
  const stop = (): void => {
    if (!state.listeners.delete(listener) || state.listeners.size > 0) return;
    const { stream } = state;
    state.stream = undefined;
    void stream?.then((open) => open?.close()).catch(() => undefined);
  };
  try {
    // From revision 2026-07-28 on, a server tells only those who ask to be told.
    if (client.getProtocolEra?.() === "modern") {
      state.stream ??= client.listen?.({ resourcesListChanged: true });
      state.stream?.catch(() => (state.stream = undefined));
      if (state.stream !== undefined) await waitFor(state.stream, signal);
    }
  } catch (error) {
    stop();
    throw error;
  }
  signal?.addEventListener("abort", stop, { once: true });
  return stop;
}
