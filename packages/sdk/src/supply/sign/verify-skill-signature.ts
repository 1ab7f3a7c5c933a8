import { SkillError } from "../../core/errors.ts";
import { SIGNATURE_FILE_NAME, type SignatureStatus } from "../../core/integrity/signature-policy.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { changesIn } from "../../node/pin/compare-skill-folder.ts";
import { describeFileChange, type FileChange } from "../../node/pin/file-change.ts";
import { inspectSkillFolder, realFolder } from "../../node/pin/inspect-skill-folder.ts";
import type { TrustedSigner } from "../project/project.ts";
import { type BundleCheck, type BundleChecker, createBundleChecker } from "./bundle-checker.ts";
import { readSidecar } from "./read-sidecar.ts";
import type { SignatureCode } from "./signature-codes.ts";
import type { SkillSigner } from "./skill-signer.ts";
import type { TrustRootOptions } from "./trust-root-options.ts";
import { assertNamed, loadTrustedSigners } from "./trusted-signers.ts";

export interface VerifySignatureOptions extends TrustRootOptions {
  /** Whose signatures count: without anybody, signatures stay unchecked. A key is a path, or PEM text. */
  readonly trusted?: readonly TrustedSigner[];
  /** What paths of keys are relative to. Default: the current folder. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

/** What became of a skill's signature. */
export interface SignatureReport {
  readonly status: SignatureStatus;
  readonly code: SignatureCode;
  /** One sentence or two for people. */
  readonly message: string;
  /** Who signed: proven where the status is `valid`, claimed otherwise. */
  readonly signer?: SkillSigner;
  /** Name of the skill that was signed, as the signer wrote it. */
  readonly skill?: string;
  /** `skillDigest` of the files that were signed. */
  readonly digest?: string;
  /** Every file that was signed. */
  readonly files?: SkillFileList;
  /** How the folder differs from what was signed. */
  readonly changes: readonly FileChange[];
}

/** Reads a skill's folder anew, all of it, and says whether it is what a trusted signer signed. */
export async function verifySkillSignature(
  directory: string,
  options: VerifySignatureOptions = {},
): Promise<SignatureReport> {
  assertNamed(options.trusted ?? []);
  const checkerOf = async (): Promise<BundleChecker> =>
    createBundleChecker(await loadTrustedSigners(options.trusted ?? [], options.cwd), options);
  return verifyFolder(directory, checkerOf, options.signal);
}

/** As `verifySkillSignature`, with a checker that knows who is trusted; it is asked for where there is a signature. */
export async function verifyFolder(
  directory: string,
  checkerOf: () => Promise<BundleChecker>,
  signal: AbortSignal | undefined,
): Promise<SignatureReport> {
  const sidecar = await readSidecar(await realFolder(directory));
  if (sidecar === "none") return unsigned();
  const except = [SIGNATURE_FILE_NAME];
  const inspected = await inspectSkillFolder(directory, { except, ...(signal !== undefined && { signal }) });
  if ("problem" in sidecar) {
    const message = `The signature cannot be read: ${sidecar.problem}.`;
    const changes = inspected.problems.filter(({ path }) => path === SIGNATURE_FILE_NAME);
    return { status: "invalid", code: "bundle-unreadable", message, changes };
  }
  const checked = await (await checkerOf()).check(sidecar.text);
  const changes = checked.statement === undefined ? [] : await changesIn(inspected, checked.statement.files);
  return toReport(checked, changes);
}

/** A bundle's check and what became of the files, as one report. */
export function toReport(checked: BundleCheck, changes: readonly FileChange[]): SignatureReport {
  const { statement, ...rest } = checked;
  const about = statement && { skill: statement.name, digest: statement.digest, files: statement.files };
  if (changes.length === 0 || checked.status === "invalid" || checked.status === "untrusted") {
    return { ...rest, ...about, changes };
  }
  const isEndings = changes.every(({ code }) => code === "line-endings-changed");
  return {
    ...rest,
    ...about,
    status: "invalid",
    code: isEndings ? "line-endings-changed" : "files-changed",
    message: describeChanges(changes, isEndings),
    changes,
  };
}

/** The report on a skill without a signature. */
export function unsigned(): SignatureReport {
  const message = `Not signed: there is no ${SIGNATURE_FILE_NAME}.`;
  return { status: "unsigned", code: "signature-missing", message, changes: [] };
}

function describeChanges(changes: readonly FileChange[], isEndings: boolean): string {
  if (isEndings) {
    return "Only line endings differ from what was signed: sign and check out with the same ones (`* -text` in .gitattributes).";
  }
  const [first, ...more] = changes;
  if (first === undefined) throw new SkillError("signature-invalid", "Nothing differs.");
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return `The files are not those that were signed: "${first.path}": ${describeFileChange(first)}${others}.`;
}
