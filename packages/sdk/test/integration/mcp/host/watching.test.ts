import { expect, it, vi } from "vitest";
import type { McpClient } from "../../../../src/mcp/host/mcp-client.ts";
import { watchResourceList } from "../../../../src/mcp/host/watch-resource-list.ts";

it("goes on being told when the server ends the stream, and stops when nobody watches", async () => {
  vi.useFakeTimers();
  try {
    const ends: ((why: string) => void)[] = [];
    let refusals = 0;
    const client: McpClient = {
      getServerCapabilities: () => ({}),
      request: () => Promise.reject(new Error("not asked")),
      getProtocolEra: () => "modern",
      listen: async () => {
        if (refusals-- > 0) throw new Error("not now");
        return { close: async () => undefined, closed: new Promise((resolve) => ends.push(resolve)) };
      },
    };
    let told = 0;
    const stop = await watchResourceList(client, () => void told++);
    expect([ends.length, told]).toEqual([1, 0]);
    ends[0]?.("remote");
    await vi.advanceTimersByTimeAsync(10);
    // Whatever happened while nobody listened is told of as well.
    expect(told).toBe(1);
    refusals = 2;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ends.length, told]).toEqual([2, 2]);
    ends[1]?.("graceful");
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ends.length).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
