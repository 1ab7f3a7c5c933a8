import type { TrustedRoot } from "@sigstore/protobuf-specs";
import { loadSigstore } from "./load-sigstore.ts";
import type { SignatureCode } from "./signature-codes.ts";
import type { SkillBundle } from "./skill-bundle.ts";

/** Whom a certificate was proven to belong to, or why the proof failed. */
export type CertificateResult =
  | { readonly identity: string; readonly issuer: string }
  | { readonly code: SignatureCode; readonly message: string };

const words: Readonly<Record<string, readonly [SignatureCode, string]>> = {
  CERTIFICATE_ERROR: [
    "certificate-invalid",
    "its certificate is not by a trusted authority, or was not valid when it signed",
  ],
  TIMESTAMP_ERROR: ["timestamp-invalid", "no trusted clock says when it was made"],
  SIGNATURE_ERROR: ["signature-wrong", "it was not made over this content"],
  PUBLIC_KEY_ERROR: ["signature-wrong", "its key cannot be used"],
};

/** Verifies a bundle with a certificate: the chain, the clock, the logs, the signature. */
export async function checkCertificate(bundle: SkillBundle, root: TrustedRoot): Promise<CertificateResult> {
  const [{ bundleFromJSON }, { toSignedEntity, toTrustMaterial, Verifier }] = await Promise.all([
    loadSigstore("@sigstore/bundle"),
    loadSigstore("@sigstore/verify"),
  ]);
  try {
    const parsed = bundleFromJSON(bundle.json);
    // What is verified here and what was read as the statement must be the same bytes.
    const isSame =
      parsed.content.$case === "dsseEnvelope" && parsed.content.dsseEnvelope.payload.equals(bundle.payload);
    if (!isSame)
      return { code: "bundle-unreadable", message: "The signature cannot be read: its payload is ambiguous." };
    // One log entry, one certificate log, one timestamp at least: sigstore's own defaults.
    const verifier = new Verifier(toTrustMaterial(root), {
      ctlogThreshold: 1,
      tlogThreshold: 1,
      timestampThreshold: 1,
    });
    const { identity } = verifier.verify(toSignedEntity(parsed));
    return { identity: identity?.subjectAlternativeName ?? "", issuer: identity?.extensions?.issuer ?? "" };
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): { readonly code: SignatureCode; readonly message: string } {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const [known, why] = words[code] ?? (code.startsWith("TLOG_") ? log : unreadable);
  return { code: known, message: `The signature is not valid: ${why}.` };
}

const log = ["log-invalid", "the transparency log does not have it"] as const;
const unreadable = ["bundle-unreadable", "a part of it cannot be read"] as const;
