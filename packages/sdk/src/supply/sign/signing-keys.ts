import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { SkillError } from "../../core/errors.ts";

/** Curves of ECDSA that are taken; all are used with SHA-256, as sigstore's own verifiers expect. */
const curves = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** A private key from PEM text; throws `signing-unavailable` without a word of the key itself. */
export function readPrivateKey(pem: string, passphrase?: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem", ...(passphrase !== undefined && { passphrase }) });
  } catch {
    const isEncrypted = /ENCRYPTED/.test(pem);
    const hint = isEncrypted
      ? "it is encrypted, and the passphrase is missing or wrong"
      : "it is no private key in PEM";
    throw new SkillError("signing-unavailable", `The key cannot be read: ${hint}.`);
  }
  assertUsable(key);
  return key;
}

/** A public key from PEM text: of itself, of a certificate's holder never. Throws `signing-unavailable`. */
export function readPublicKey(pem: string): KeyObject {
  // Given a private key, Node would work out the public one; nobody should hand that around.
  if (!/-----BEGIN PUBLIC KEY-----/.test(pem) || /PRIVATE KEY-----/.test(pem)) {
    throw new SkillError(
      "signing-unavailable",
      "The key cannot be read: it is no public key in PEM (BEGIN PUBLIC KEY).",
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new SkillError("signing-unavailable", "The key cannot be read: it is no public key in PEM.");
  }
  assertUsable(key);
  return key;
}

/** What a bundle calls a key: the SHA-256 of its SPKI form, in hexadecimal. */
export function keyHint(key: KeyObject): string {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** The algorithm's digest, as `sign` and `verify` of `node:crypto` take it. */
export function digestFor(key: KeyObject): string | null {
  return key.asymmetricKeyType === "ed25519" ? null : "sha256";
}

/** A new pair of keys in PEM. */
export interface SigningKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  /** What bundles call it. */
  readonly hint: string;
}

/** Makes a new Ed25519 key for signing; with a passphrase the private half is encrypted. */
export function createSigningKey(options: { readonly passphrase?: string } = {}): SigningKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { passphrase } = options;
  const cipher = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem", ...cipher }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    hint: keyHint(publicKey),
  };
}

function assertUsable(key: KeyObject): void {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === "ed25519" || (type === "ec" && curves.has(details?.namedCurve ?? ""))) return;
  throw new SkillError(
    "signing-unavailable",
    "This kind of key is not used: give Ed25519, or ECDSA on P-256, P-384 or P-521.",
  );
}
