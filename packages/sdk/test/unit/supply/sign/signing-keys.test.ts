import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSigningKey, keyHint, readPrivateKey, readPublicKey } from "../../../../src/supply/sign/signing-keys.ts";

describe("keys", () => {
  it("makes a pair that belongs together", () => {
    const { privateKey, publicKey, hint } = createSigningKey();
    expect(keyHint(readPrivateKey(privateKey))).toBe(hint);
    expect(keyHint(readPublicKey(publicKey))).toBe(hint);
  });

  it("encrypts the private half with a passphrase", () => {
    const { privateKey, hint } = createSigningKey({ passphrase: "secret" });
    expect(privateKey).toContain("ENCRYPTED");
    expect(keyHint(readPrivateKey(privateKey, "secret"))).toBe(hint);
    expect(() => readPrivateKey(privateKey, "wrong")).toThrow(/passphrase is missing or wrong/);
    expect(() => readPrivateKey(privateKey)).toThrow(/passphrase is missing or wrong/);
  });

  it("takes ECDSA on the three curves", () => {
    for (const namedCurve of ["P-256", "P-384", "P-521"]) {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve });
      const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      expect(keyHint(readPrivateKey(pem))).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it.each([
    ["rsa", () => generateKeyPairSync("rsa", { modulusLength: 2048 })],
    ["ed448", () => generateKeyPairSync("ed448")],
    ["secp256k1", () => generateKeyPairSync("ec", { namedCurve: "secp256k1" })],
  ])("refuses %s", (_name, generate) => {
    const { privateKey, publicKey } = generate();
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => readPrivateKey(pem)).toThrow(/kind of key/);
    expect(() => readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString())).toThrow(/kind of key/);
  });

  it("never takes a private key for a public one, and repeats nothing of it", () => {
    const { privateKey } = createSigningKey();
    const secret = privateKey.split("\n")[1] ?? "";
    for (const read of [readPublicKey, (pem: string) => readPrivateKey(pem.replace("A", "?"))]) {
      try {
        read(privateKey);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "signing-unavailable" });
        expect(JSON.stringify(error) + String(error)).not.toContain(secret);
      }
    }
  });
});
