import { type SignatureReport, type TrustedSigner, verifySkillSignature } from "@tradecraft/sdk/supply";
import type { TrustOptions } from "./trust-options.ts";

/** Those whom a project trusts, and where its keys lie. */
export interface ProjectTrust {
  readonly trusted: readonly TrustedSigner[];
  /** Folder of the project file. */
  readonly directory: string;
  readonly isRequired: boolean;
}

/** A signature's report, and whether it is a finding. */
export interface CheckedSignature {
  readonly report: SignatureReport;
  readonly ok: boolean;
}

/** Checks the signature of a skill's folder: by the command line's signers, or else by the project's. */
export async function verifySignature(
  folder: string,
  options: TrustOptions,
  project?: ProjectTrust,
): Promise<CheckedSignature> {
  const { trusted: given, trustRoot, offline } = options;
  const isGiven = given.length > 0 || project === undefined;
  const report = await verifySkillSignature(folder, {
    trusted: isGiven ? given : project.trusted,
    ...(!isGiven && { cwd: project.directory }),
    ...(trustRoot !== undefined && { trustRoot }),
    ...(offline !== undefined && { offline }),
  });
  const isRequired = options.isRequired || project?.isRequired === true;
  const isOpen = report.status === "unsigned" || report.status === "unchecked";
  return { report, ok: report.status === "valid" || (isOpen && !isRequired) };
}
