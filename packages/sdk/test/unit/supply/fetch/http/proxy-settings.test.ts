import { describe, expect, it } from "vitest";
import { environmentProxies, proxyFor } from "../../../../../src/supply/fetch/http/proxy-settings.ts";

const settings = { http: "http://plain:1", https: "http://secure:2" };

describe("proxyFor", () => {
  it("chooses by the protocol of the address", () => {
    expect(proxyFor(new URL("http://a.example/"), settings)).toBe("http://plain:1");
    expect(proxyFor(new URL("https://a.example/"), settings)).toBe("http://secure:2");
    expect(proxyFor(new URL("https://a.example/"), { http: "http://plain:1" })).toBeUndefined();
  });

  it.each([
    ["*", true],
    ["a.example", true],
    ["A.Example", true],
    ["example", true],
    [".example", true],
    ["*.example", true],
    ["b.example, a.example", true],
    ["b.example a.example", true],
    ["a.example:443", true],
    ["a.example:8443", false],
    ["b.a.example", false],
    ["ample", false],
    ["", false],
    [",", false],
  ])("asks directly with NO_PROXY %j: %s", (noProxy, isDirect) => {
    const proxy = proxyFor(new URL("https://a.example/x"), { ...settings, noProxy });
    expect(proxy).toBe(isDirect ? undefined : "http://secure:2");
  });

  it("knows IPv6 addresses in NO_PROXY, with brackets and without", () => {
    const url = new URL("https://[fd00::1]/");
    for (const noProxy of ["[fd00::1]", "[fd00::1]:443", "fd00::1"])
      expect(proxyFor(url, { ...settings, noProxy })).toBeUndefined();
    expect(proxyFor(url, { ...settings, noProxy: "fd00::2" })).toBe("http://secure:2");
  });

  it.each(["http://localhost:1/", "http://127.0.0.1/", "http://[::1]/"])("never tells a proxy of %s", (address) => {
    expect(proxyFor(new URL(address), settings)).toBeUndefined();
  });
});

it("environmentProxies takes small letters first", () => {
  expect(environmentProxies({ HTTP_PROXY: "a", http_proxy: "b", HTTPS_PROXY: "c", https_proxy: "" })).toEqual({
    http: "b",
    https: "c",
    noProxy: undefined,
  });
});
