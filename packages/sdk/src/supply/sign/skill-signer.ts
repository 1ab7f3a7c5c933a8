/** Who made a signature. */
export type SkillSigner =
  /** Somebody whom an issuer of identities knows. */
  | { readonly kind: "identity"; readonly identity: string; readonly issuer: string }
  /** The holder of a key; `hint` is the SHA-256 of its public half. */
  | { readonly kind: "key"; readonly hint: string };

/** A signer in words. */
export function describeSigner(signer: SkillSigner): string {
  return signer.kind === "key" ? `the key ${signer.hint}` : `${signer.identity} (${signer.issuer})`;
}
