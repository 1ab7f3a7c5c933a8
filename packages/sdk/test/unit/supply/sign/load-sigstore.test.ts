import { expect, it } from "vitest";
import { loadSigstore } from "../../../../src/supply/sign/load-sigstore.ts";

it("says what to install where a package of sigstore is absent", async () => {
  const absent = (): Promise<never> => Promise.reject(new Error("Cannot find package"));
  await expect(loadSigstore("@sigstore/verify", absent)).rejects.toMatchObject({
    code: "signing-unavailable",
    message: expect.stringContaining("npm install @sigstore/bundle") as string,
    facts: { package: "@sigstore/verify" },
  });
});

it("loads one that is there", async () => {
  expect(await loadSigstore("@sigstore/bundle")).toHaveProperty("bundleFromJSON");
});
