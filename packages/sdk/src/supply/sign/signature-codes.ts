/** Every reason that a `SignatureReport` can give. Part of the public API. */
export const SIGNATURE_CODES = [
  "signature-valid",
  "signature-missing",
  "bundle-unreadable",
  "statement-unreadable",
  "signature-wrong",
  "certificate-invalid",
  "timestamp-invalid",
  "log-invalid",
  "signer-untrusted",
  "signer-unnamed",
  "files-changed",
  "line-endings-changed",
  "trust-root-missing",
  "trust-root-unavailable",
  "signing-unavailable",
] as const;

/** Literal reason of a `SignatureReport`. */
export type SignatureCode = (typeof SIGNATURE_CODES)[number];
