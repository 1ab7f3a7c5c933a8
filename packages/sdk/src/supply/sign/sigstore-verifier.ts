import type { SignatureVerdict, SignatureVerifier, SkillToVerify } from "../../core/integrity/signature-policy.ts";
import { compareFileLists } from "../../node/pin/compare-file-lists.ts";
import type { FileChange } from "../../node/pin/file-change.ts";
import { type BundleChecker, createBundleChecker } from "./bundle-checker.ts";
import { describeSigner } from "./skill-signer.ts";
import { assertNamed, loadTrustedSigners } from "./trusted-signers.ts";
import {
  type SignatureReport,
  toReport,
  unsigned,
  verifyFolder,
  type VerifySignatureOptions,
} from "./verify-skill-signature.ts";

/**
 * The verifier for `signatures` of a registry or skillset. A skill in a folder is judged by everything the folder holds;
 * one from elsewhere by what its source lists.
 */
export function sigstoreVerifier(options: Omit<VerifySignatureOptions, "signal">): SignatureVerifier {
  let loading: Promise<BundleChecker> | undefined;
  const checkerOf = (): Promise<BundleChecker> =>
    (loading ??= loadTrustedSigners(options.trusted ?? [], options.cwd).then(
      (trusted) => createBundleChecker(trusted, options),
      (error: unknown) => {
        // A key that cannot be read now may be there the next time.
        loading = undefined;
        throw error;
      },
    ));
  return {
    verify: async (skill, { signal } = {}) => {
      // A pattern that trusts anybody is a mistake, whether or not anything is signed.
      assertNamed(options.trusted ?? []);
      return toVerdict(
        skill.directory === undefined
          ? await verifyListed(skill, checkerOf)
          : await verifyFolder(skill.directory, checkerOf, signal),
      );
    },
  };
}

async function verifyListed(skill: SkillToVerify, checkerOf: () => Promise<BundleChecker>): Promise<SignatureReport> {
  const bundle = await skill.bundle();
  if (bundle === undefined) return unsigned();
  const checked = await (await checkerOf()).check(bundle);
  if (checked.statement === undefined) return toReport(checked, []);
  const changes = compareFileLists(checked.statement.files, await skill.files(), { modes: skill.knowsModes });
  return toReport(checked, changes.filter(isKnown));
}

/** No source says whether a SKILL.md may be run. */
function isKnown({ code, path }: FileChange): boolean {
  return code !== "mode-changed" || path !== "SKILL.md";
}

function toVerdict({ status, code, message, signer, files }: SignatureReport): SignatureVerdict {
  return {
    status,
    code,
    message,
    ...(signer !== undefined && { signer: describeSigner(signer) }),
    ...(status === "valid" && files !== undefined && { files }),
  };
}
