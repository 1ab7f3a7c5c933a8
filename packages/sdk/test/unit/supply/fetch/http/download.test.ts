import { afterEach, expect, it, vi } from "vitest";
import { download } from "../../../../../src/supply/fetch/http/download.ts";

const address = new URL("http://127.0.0.1:9/a");
const never = (): Promise<never> => new Promise(() => {});
const limits = { maxDownloadBytes: 1000, timeout: 100 };

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ["gives no answer", never],
  ["sends no body", async () => new Response(new ReadableStream({ pull: never }))],
])("does not wait for a transport that hears no signal and %s", { timeout: 5000 }, async (_what, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await expect(download(address, { limits })).rejects.toMatchObject({
    code: "source-unavailable",
    message: expect.stringContaining("no answer"),
  });
  const patient = { ...limits, timeout: 60_000 };
  const work = download(address, { limits: patient, signal: AbortSignal.timeout(50) });
  await expect(work).rejects.toMatchObject({ name: "TimeoutError" });
});

it("asks nobody when it was stopped before", async () => {
  const fetch = vi.fn(never);
  vi.stubGlobal("fetch", fetch);
  await expect(download(address, { limits, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(fetch).not.toHaveBeenCalled();
});
