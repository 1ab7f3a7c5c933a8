import { createHash, verify } from "node:crypto";
import type { TrustedRoot } from "@sigstore/protobuf-specs";
import { SkillError } from "../../core/errors.ts";
import type { SignatureStatus } from "../../core/integrity/signature-policy.ts";
import { claimedSigner } from "./bundle-signer.ts";
import { checkCertificate } from "./check-certificate.ts";
import { unsignedPart } from "./key-bundle.ts";
import { preAuthEncoding } from "./pre-auth-encoding.ts";
import type { SignatureCode } from "./signature-codes.ts";
import { parseSkillBundle, type SkillBundle } from "./skill-bundle.ts";
import { describeSigner, type SkillSigner } from "./skill-signer.ts";
import { decodeStatement, type SkillStatement, STATEMENT_PAYLOAD_TYPE } from "./skill-statement.ts";
import { digestFor } from "./signing-keys.ts";
import { loadTrustRoot, type TrustRootProblem } from "./load-trust-root.ts";
import type { TrustRootOptions } from "./trust-root-options.ts";
import { isTrustedIdentity, type TrustedSigners } from "./trusted-signers.ts";

/** What a bundle says, and whether that counts; nothing of this is about files on a disk. */
export interface BundleCheck {
  readonly status: Exclude<SignatureStatus, "unsigned">;
  readonly code: SignatureCode;
  readonly message: string;
  /** Verified where the status is `valid`; otherwise a claim. */
  readonly signer?: SkillSigner;
  readonly statement?: SkillStatement;
}

/** Checks bundles against trusted signers. */
export interface BundleChecker {
  check(text: string): Promise<BundleCheck>;
}

/** Answers that are kept: as many skills as a large library has. */
const remembered = 2_000;

/** A checker that looks at each bundle once, and loads the trust root when the first certificate needs it. */
export function createBundleChecker(trusted: TrustedSigners, options: TrustRootOptions): BundleChecker {
  const known = new Map<string, Promise<BundleCheck>>();
  let root: Promise<TrustedRoot | TrustRootProblem> | undefined;
  const trustRoot = async (): Promise<TrustedRoot | TrustRootProblem> => {
    const loaded = await (root ??= loadTrustRoot(options));
    // A server that is down now may answer the next time.
    if (loaded === "trust-root-unavailable") root = undefined;
    return loaded;
  };
  return {
    check: async (text) => {
      const key = createHash("sha256").update(text).digest("base64");
      const checking = known.get(key) ?? checkBundle(text, trusted, trustRoot);
      if (known.size >= remembered) known.clear();
      known.set(key, checking);
      try {
        const checked = await checking;
        if (checked.status === "unchecked") known.delete(key);
        return checked;
      } catch (error) {
        known.delete(key);
        throw error;
      }
    },
  };
}

async function checkBundle(
  text: string,
  trusted: TrustedSigners,
  trustRoot: () => Promise<TrustedRoot | TrustRootProblem>,
): Promise<BundleCheck> {
  const bundle = parseSkillBundle(text);
  if (typeof bundle === "string") {
    return { status: "invalid", code: "bundle-unreadable", message: `The signature cannot be read: ${bundle}.` };
  }
  const isStatement = bundle.payloadType === STATEMENT_PAYLOAD_TYPE;
  const statement = isStatement ? await decodeStatement(bundle.payload) : "its type is another";
  if (typeof statement === "string") {
    const message = `The signature is not one of a skill: what was signed cannot be used, ${statement}.`;
    return { status: "invalid", code: "statement-unreadable", message };
  }
  const judged = await (bundle.material.kind === "key"
    ? judgeKey(text, bundle, bundle.material.hint, trusted)
    : judgeIdentity(bundle, trusted, trustRoot));
  return { ...judged, statement };
}

async function judgeKey(
  text: string,
  bundle: SkillBundle,
  hint: string,
  trusted: TrustedSigners,
): Promise<BundleCheck> {
  if (isNobody(trusted)) return unnamed({ kind: "key", hint });
  const signed = preAuthEncoding(bundle.payloadType, bundle.payload);
  // The hint is a claim: the key that fits is the one that signed.
  const fits = trusted.keys.find(({ key }) => isSignedBy(key));
  function isSignedBy(key: (typeof trusted.keys)[number]["key"]): boolean {
    try {
      return verify(digestFor(key), signed, key, bundle.signature);
    } catch {
      return false;
    }
  }
  if (fits !== undefined) {
    const signer: SkillSigner = { kind: "key", hint: fits.hint };
    const unsigned = unsignedPart(text, bundle, fits.key);
    if (unsigned === undefined) return valid(signer);
    const message = `The signature is not taken: ${unsigned}.`;
    return { status: "invalid", code: "bundle-unreadable", message, signer };
  }
  const signer: SkillSigner = { kind: "key", hint };
  if (!trusted.keys.some((key) => key.hint === hint)) return untrusted(signer);
  const message = "The signature is wrong: it was not made with the key it names, or not over this content.";
  return { status: "invalid", code: "signature-wrong", message, signer };
}

async function judgeIdentity(
  bundle: SkillBundle,
  trusted: TrustedSigners,
  trustRoot: () => Promise<TrustedRoot | TrustRootProblem>,
): Promise<BundleCheck> {
  try {
    const claimed = await claimedSigner(bundle);
    if (claimed.kind !== "identity") return untrusted(claimed);
    const signer: SkillSigner = { kind: "identity", identity: claimed.identity, issuer: claimed.issuer };
    if (isNobody(trusted)) return unnamed(signer);
    // Whoever is not trusted need not be proven to be who they are.
    if (!isTrustedIdentity(trusted, signer.identity, signer.issuer)) return untrusted(signer);
    const root = await trustRoot();
    if (typeof root === "string") return unchecked(root, signer);
    const result = await checkCertificate(bundle, root);
    if ("code" in result) return { status: "invalid", ...result, signer };
    const { identity, issuer } = result;
    const proven: SkillSigner = { kind: "identity", identity, issuer };
    return isTrustedIdentity(trusted, identity, issuer) ? valid(proven) : untrusted(proven);
  } catch (error) {
    if (SkillError.is(error, "signature-invalid")) {
      return { status: "invalid", code: "bundle-unreadable", message: error.message };
    }
    if (!SkillError.is(error, "signing-unavailable")) throw error;
    return {
      status: "unchecked",
      code: "signing-unavailable",
      message: `The signature was not checked. ${error.message}`,
    };
  }
}

function isNobody({ identities, keys }: TrustedSigners): boolean {
  return identities.length === 0 && keys.length === 0;
}

function valid(signer: SkillSigner): BundleCheck {
  return { status: "valid", code: "signature-valid", message: `Signed by ${describeSigner(signer)}.`, signer };
}

function untrusted(signer: SkillSigner): BundleCheck {
  const message = `The signature says it is by ${describeSigner(signer)}, who is not among the trusted signers.`;
  return { status: "untrusted", code: "signer-untrusted", message, signer };
}

function unnamed(signer: SkillSigner): BundleCheck {
  const message = `The signature was not checked: it says it is by ${describeSigner(signer)}, and nobody said whom to trust.`;
  return { status: "unchecked", code: "signer-unnamed", message, signer };
}

function unchecked(code: TrustRootProblem, signer: SkillSigner): BundleCheck {
  const why =
    code === "trust-root-missing"
      ? "without network, a saved trust root must be given"
      : "the repository of trust roots did not answer";
  return { status: "unchecked", code, message: `The signature was not checked: ${why}.`, signer };
}
