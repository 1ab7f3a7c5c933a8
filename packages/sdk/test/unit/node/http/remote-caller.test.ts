import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { listenHttp } from "../../../../src/node/http/listen-http.ts";
import { noteCaller, remoteCaller } from "../../../../src/node/http/remote-caller.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
  ["2001:db8::7", "2001:db8::/64"],
  ["2001:DB8:0:1::7", "2001:db8:0:1::/64"],
  ["2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
  ["2001:db8:0:2::7", "2001:db8:0:2::/64"],
  ["::ffff:0:203.0.113.7", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["127.0.0.1", undefined],
  ["::ffff:127.0.0.1", undefined],
  ["::ffff:7f00:1", undefined],
  ["::1", undefined],
  ["0:0:0:0:0:0:0:1", undefined],
  [undefined, undefined],
])("takes %s for %s", (remoteAddress, caller) => {
  const request = new Request("http://localhost/");
  noteCaller(request, { remoteAddress });
  expect(remoteCaller(request)).toBe(caller);
});

it("knows nothing of a request that came another way", () => {
  expect(remoteCaller(new Request("http://localhost/"))).toBeUndefined();
});

const [own] = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ internal, family }) => !internal && family === "IPv4");

it.skipIf(own === undefined)("knows the address of who calls over the network", async () => {
  const host = own?.address ?? "";
  const listener = await listenHttp(
    async (request) => Response.json(remoteCaller(request) ?? null),
    { host, urlHost: host, port: 0, isLoopback: false },
    () => undefined,
  );
  try {
    expect(await (await fetch(listener.origin)).json()).toBe(host);
  } finally {
    await listener.close(async () => undefined);
  }
});
