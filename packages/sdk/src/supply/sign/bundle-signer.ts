import { SkillError } from "../../core/errors.ts";
import { loadSigstore } from "./load-sigstore.ts";
import { parseSkillBundle, type SkillBundle } from "./skill-bundle.ts";
import type { SkillSigner } from "./skill-signer.ts";

/** Where Fulcio writes down who vouched: https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
const issuerOids = ["1.3.6.1.4.1.57264.1.8", "1.3.6.1.4.1.57264.1.1"] as const;

/** Who a bundle says its signer is. Anybody can write that: only `verifySkillSignature` says whether it is true. */
export type ClaimedSigner = SkillSigner & { readonly verified: false };

/** Looks into a bundle for its signer, and verifies nothing. Throws `signature-invalid` for what is no bundle. */
export async function getBundleSigner(bundle: string): Promise<ClaimedSigner> {
  const parsed = parseSkillBundle(bundle);
  if (typeof parsed === "string") throw unreadable(parsed);
  return claimedSigner(parsed);
}

/** As `getBundleSigner`, of a bundle that was taken apart. */
export async function claimedSigner({ material, json }: SkillBundle): Promise<ClaimedSigner> {
  if (material.kind === "key") return { kind: "key", hint: material.hint, verified: false };
  const [{ bundleFromJSON }, { toSignedEntity }] = await Promise.all([
    loadSigstore("@sigstore/bundle"),
    loadSigstore("@sigstore/verify"),
  ]);
  try {
    const { key } = toSignedEntity(bundleFromJSON(json));
    if (key.$case !== "certificate") throw unreadable("it has no certificate");
    const { certificate } = key;
    const [current, legacy] = issuerOids.map((oid) => certificate.extension(oid));
    const issuer = current?.valueObj.subs[0]?.value.toString("ascii") ?? legacy?.value.toString("ascii") ?? "";
    return { kind: "identity", identity: certificate.subjectAltName ?? "", issuer, verified: false };
  } catch (error) {
    if (SkillError.is(error)) throw error;
    throw unreadable("its certificate cannot be read");
  }
}

function unreadable(reason: string): SkillError {
  return new SkillError("signature-invalid", `This is no signature of a skill: ${reason}.`);
}
