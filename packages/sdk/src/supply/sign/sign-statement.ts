import { createPublicKey, type KeyObject, sign } from "node:crypto";
import type { Signer, Witness } from "@sigstore/sign";
import { SkillError } from "../../core/errors.ts";
import { claimedSigner } from "./bundle-signer.ts";
import { bundleText, keyBundleText } from "./key-bundle.ts";
import { loadSigstore } from "./load-sigstore.ts";
import { preAuthEncoding } from "./pre-auth-encoding.ts";
import { digestFor, keyHint, readPrivateKey } from "./signing-keys.ts";
import { parseSkillBundle } from "./skill-bundle.ts";
import type { SkillSigner } from "./skill-signer.ts";
import { STATEMENT_PAYLOAD_TYPE } from "./skill-statement.ts";

/** Who signs, and which services witness it. */
export interface SigningOptions {
  /** A private key in PEM: Ed25519, or ECDSA. Nothing is sent anywhere, unless a service below is named. */
  readonly key?: string;
  /** Of an encrypted key. */
  readonly passphrase?: string;
  /** An OIDC token; without it and without `key`, the one that a CI gives is used. */
  readonly identityToken?: string;
  /** Default: sigstore's own. */
  readonly fulcioUrl?: string;
  /** Log of signatures. Default: sigstore's own for identities, none for keys. */
  readonly rekorUrl?: string;
  /** Authority for timestamps. Default: none. */
  readonly tsaUrl?: string;
}

export interface SignedStatement {
  /** Text of the bundle. */
  readonly bundle: string;
  readonly signer: SkillSigner;
}

const network = { retry: { retries: 2 }, timeout: 10_000 };

/** Signs a statement; `before` is told who will sign, as far as that is known, and may refuse. */
export async function signStatement(
  statement: Buffer,
  options: SigningOptions,
  before: (signer: SkillSigner | undefined) => Promise<void>,
): Promise<SignedStatement> {
  if (options.key === undefined) {
    await before(undefined);
    return signByIdentity(statement, options);
  }
  const key = readPrivateKey(options.key, options.passphrase);
  const signer: SkillSigner = { kind: "key", hint: keyHint(key) };
  await before(signer);
  const isWitnessed = options.rekorUrl !== undefined || options.tsaUrl !== undefined;
  const bundle = isWitnessed
    ? await signWitnessed(statement, keyHolder(key), await witnessesOf(options))
    : signAlone(statement, key);
  return { bundle, signer };
}

/** A key's bundle, without any of sigstore's services. */
function signAlone(payload: Buffer, key: KeyObject): string {
  const signature = sign(digestFor(key), preAuthEncoding(STATEMENT_PAYLOAD_TYPE, payload), key);
  return keyBundleText(payload, signature, keyHint(key));
}

async function signByIdentity(statement: Buffer, options: SigningOptions): Promise<SignedStatement> {
  const { CIContextProvider, DEFAULT_REKOR_URL, FulcioSigner } = await loadSigstore("@sigstore/sign");
  const { identityToken: token, fulcioUrl, rekorUrl = DEFAULT_REKOR_URL } = options;
  const signer = new FulcioSigner({
    ...network,
    ...(fulcioUrl !== undefined && { fulcioBaseURL: fulcioUrl }),
    identityProvider: token === undefined ? new CIContextProvider("sigstore") : { getToken: async () => token },
  });
  const bundle = await signWitnessed(statement, signer, await witnessesOf({ ...options, rekorUrl }));
  const parsed = parseSkillBundle(bundle);
  if (typeof parsed === "string")
    throw new SkillError("signing-unavailable", `The signature made is not usable: ${parsed}.`);
  const { verified: _, ...claimed } = await claimedSigner(parsed);
  return { bundle, signer: claimed };
}

async function witnessesOf({ rekorUrl, tsaUrl }: SigningOptions): Promise<Witness[]> {
  const { RekorWitness, TSAWitness } = await loadSigstore("@sigstore/sign");
  return [
    ...(rekorUrl === undefined ? [] : [new RekorWitness({ ...network, rekorBaseURL: rekorUrl, entryType: "dsse" })]),
    ...(tsaUrl === undefined ? [] : [new TSAWitness({ ...network, tsaBaseURL: tsaUrl })]),
  ];
}

async function signWitnessed(data: Buffer, signer: Signer, witnesses: Witness[]): Promise<string> {
  const [{ DSSEBundleBuilder }, { bundleToJSON }] = await Promise.all([
    loadSigstore("@sigstore/sign"),
    loadSigstore("@sigstore/bundle"),
  ]);
  try {
    const builder = new DSSEBundleBuilder({ signer, witnesses });
    return bundleText(bundleToJSON(await builder.create({ data, type: STATEMENT_PAYLOAD_TYPE })));
  } catch (error) {
    throw failed(error);
  }
}

function keyHolder(key: KeyObject): Signer {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
  return {
    sign: async (data) => ({
      signature: sign(digestFor(key), data, key),
      key: { $case: "publicKey", publicKey, hint: keyHint(key) },
    }),
  };
}

const words: Readonly<Record<string, string>> = {
  IDENTITY_TOKEN_READ_ERROR:
    "there is no identity to sign with: run in a CI that gives one (GitHub Actions with `id-token: write`), or give a token or a key",
  IDENTITY_TOKEN_PARSE_ERROR: "the identity token is no token",
  CA_CREATE_SIGNING_CERTIFICATE_ERROR: "the certificate authority gave no certificate for this identity",
  TLOG_CREATE_ENTRY_ERROR: "the transparency log took no entry",
  TLOG_FETCH_ENTRY_ERROR: "the transparency log gave no entry",
  TSA_CREATE_TIMESTAMP_ERROR: "the timestamp authority gave no timestamp",
};

// The error itself is not passed on: it may hold the token, which is as good as a key.
function failed(error: unknown): SkillError {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return new SkillError("signing-unavailable", `Not signed: ${words[code] ?? "a service could not be used"}.`, {
    facts: { reason: code.slice(0, 60) },
  });
}
