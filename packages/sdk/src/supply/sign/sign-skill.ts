import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { parseSkill } from "../../core/format/parse-skill.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import { describeFileError } from "../../node/describe-file-error.ts";
import { pinSkillFolder } from "../../node/pin/pin-skill-folder.ts";
import { claimedSigner } from "./bundle-signer.ts";
import { readSidecar } from "./read-sidecar.ts";
import { signStatement, type SigningOptions } from "./sign-statement.ts";
import { parseSkillBundle } from "./skill-bundle.ts";
import { describeSigner, type SkillSigner } from "./skill-signer.ts";
import { encodeStatement } from "./skill-statement.ts";

/** How a skill is signed: with `key`, with `identityToken`, or else with the identity that a CI gives. */
export interface SignSkillOptions extends SigningOptions {
  /** Put the signature in the place of somebody else's. One's own, by the same key, is always replaced. Default false. */
  readonly replace?: boolean;
  readonly signal?: AbortSignal;
}

/** What was signed, by whom, and where that is written. */
export interface SignedSkill {
  readonly skill: string;
  readonly digest: string;
  readonly files: SkillFileList;
  /** Path of the signature. */
  readonly path: string;
  readonly signer: SkillSigner;
}

/**
 * Signs everything in a skill's folder, and writes `SKILL.sigstore.json` into it. Throws `path-refused` where the folder
 * holds what cannot be signed (links, a `.git`), `signing-unavailable` where there is neither key nor identity, and
 * `sync-conflict` where somebody else's signature is.
 */
export async function signSkill(directory: string, options: SignSkillOptions = {}): Promise<SignedSkill> {
  const { replace = false, signal, ...signing } = options;
  const files = await pinSkillFolder(directory, {
    except: [SIGNATURE_FILE_NAME],
    ...(signal !== undefined && { signal }),
  });
  const skill = await skillName(directory, files);
  const { bundle, signer } = await signStatement(await encodeStatement(skill, files), signing, async (own) => {
    if (!replace) await assertOwn(directory, own);
  });
  const path = join(directory, SIGNATURE_FILE_NAME);
  await writeWhole(path, bundle);
  return { skill, digest: await skillDigest(files), files, path, signer };
}

async function skillName(directory: string, files: SkillFileList): Promise<string> {
  if (!files.some(({ path }) => path === "SKILL.md")) {
    throw new SkillError("file-missing", "This folder is no skill: it has no SKILL.md.", {
      facts: { path: directory },
    });
  }
  const bytes = await readFile(join(directory, "SKILL.md"));
  // Readers put other characters in its place, so that nobody would read what was signed.
  if (!isUtf8(bytes))
    throw new SkillError("file-not-text", "The SKILL.md is not UTF-8; `tradecraft check` says where.");
  const { name } = parseSkill(bytes.toString("utf8")).manifest;
  if (name !== "") return name;
  throw new SkillError("skill-invalid", "This skill has no name; `tradecraft check` says more.");
}

/** Throws `sync-conflict` if the signature that is there is not by the one who signs now. */
async function assertOwn(directory: string, own: SkillSigner | undefined): Promise<void> {
  const sidecar = await readSidecar(directory);
  if (sidecar === "none") return;
  const bundle = "text" in sidecar ? parseSkillBundle(sidecar.text) : sidecar.problem;
  const earlier = typeof bundle === "string" ? undefined : await claimedSigner(bundle);
  if (earlier?.kind === "key" && own?.kind === "key" && earlier.hint === own.hint) return;
  const by = earlier === undefined ? "that cannot be read" : `by ${describeSigner(earlier)}`;
  const message = `There is a ${SIGNATURE_FILE_NAME} ${by} already; say that it is to be replaced (--force).`;
  throw new SkillError("sync-conflict", message, { facts: { path: SIGNATURE_FILE_NAME } });
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o644 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new SkillError("file-unwritable", `The signature cannot be written: ${describeFileError(error, "write")}.`, {
      facts: { path },
      cause: error,
    });
  }
}
