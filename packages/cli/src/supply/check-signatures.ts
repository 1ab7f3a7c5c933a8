import { SkillError, type SkillErrorCode } from "@tradecraft/sdk";
import { type SignatureCheck, sigstoreVerifier } from "@tradecraft/sdk/supply";
import type { SupplyRun } from "./run-supply.ts";

type Verifier = ReturnType<typeof sigstoreVerifier>;
type Status = Awaited<ReturnType<Verifier["verify"]>>["status"];

const signatureFile = "SKILL.sigstore.json";
const codes: Readonly<Record<Exclude<Status, "valid">, SkillErrorCode>> = {
  unsigned: "signature-missing",
  untrusted: "signature-untrusted",
  invalid: "signature-invalid",
  unchecked: "signature-unchecked",
};

/** Judges signatures of skills that are about to be written, by the signers that a policy trusts. */
export function checkSignatures(directory: string, { args, signal }: SupplyRun): SignatureCheck {
  const verifiers = new Map<string, Verifier>();
  return async ({ skill, bundle }, trusted) => {
    const key = JSON.stringify(trusted);
    const verifier =
      verifiers.get(key) ?? sigstoreVerifier({ trusted, cwd: directory, offline: args.flags.has("offline") });
    verifiers.set(key, verifier);
    const { status, message } = await verifier.verify(
      {
        id: skill.name,
        directory: undefined,
        bundle: async () => bundle,
        files: async () => skill.files.filter(({ path }) => path !== signatureFile),
        knowsModes: true,
      },
      { signal },
    );
    return status === "valid" ? undefined : new SkillError(codes[status], message, { facts: { skill: skill.name } });
  };
}
