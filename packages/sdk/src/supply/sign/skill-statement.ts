import { isUtf8 } from "node:buffer";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";

/** Type of the signed payload: https://github.com/in-toto/attestation/blob/main/spec/v1/envelope.md */
export const STATEMENT_PAYLOAD_TYPE = "application/vnd.in-toto+json";
/** What the statement says about its subject: that these are all files of a skill. */
export const SKILL_SIGNATURE_PREDICATE = "https://tradecraft.dev/skill-signature/v1";

const statementType = "https://in-toto.io/Statement/v1";

/** What somebody signed. */
export interface SkillStatement {
  /** Name of the skill. */
  readonly name: string;
  /** `skillDigest` of `files`. */
  readonly digest: string;
  readonly files: SkillFileList;
}

/** The statement about a skill, in the layout of OpenSSF model signing; the same files always give the same bytes. */
export async function encodeStatement(name: string, files: SkillFileList): Promise<Buffer> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const digest = (await skillDigest(sorted)).slice("sha256:".length);
  return Buffer.from(
    JSON.stringify({
      _type: statementType,
      subject: [{ name, digest: { sha256: digest } }],
      predicateType: SKILL_SIGNATURE_PREDICATE,
      predicate: {
        serialization: {
          method: "files",
          hash_type: "sha256",
          allow_symlinks: false,
          ignore_paths: [SIGNATURE_FILE_NAME],
        },
        resources: sorted.map(({ path, sha256, size, executable }) => ({
          name: path,
          algorithm: "sha256",
          digest: sha256,
          size,
          executable,
        })),
      },
    }),
  );
}

/**
 * What a payload states; a reason in words where it is no such statement. Only the very bytes that `encodeStatement` writes
 * are taken: a key that is there twice, or one that nobody knows, would let two readers see two statements.
 */
export async function decodeStatement(payload: Buffer): Promise<SkillStatement | string> {
  if (!isUtf8(payload)) return "it is no UTF-8";
  let value: unknown;
  try {
    value = JSON.parse(payload.toString("utf8"));
  } catch {
    return "it is no JSON";
  }
  const { _type, subject, predicateType, predicate } = fields(value);
  if (_type !== statementType) return "it is no in-toto statement";
  if (predicateType !== SKILL_SIGNATURE_PREDICATE) return "it is about something else than a skill";
  const name = fields(Array.isArray(subject) ? subject[0] : undefined)["name"];
  const files = readFiles(fields(predicate)["resources"]);
  if (typeof name !== "string" || files === undefined) return "its list of files cannot be read";
  try {
    const digest = await skillDigest(files);
    if (!payload.equals(await encodeStatement(name, files))) return "it is not written in the one way it is written";
    return { name, digest, files };
  } catch {
    return "its list of files is impossible";
  }
}

function readFiles(value: unknown): SkillFileList | undefined {
  if (!Array.isArray(value)) return undefined;
  const files = (value as readonly unknown[]).map(readFile);
  return files.every((file) => file !== undefined) ? files : undefined;
}

function readFile(value: unknown): PinnedFile | undefined {
  const { name, digest, size, executable } = fields(value);
  const isFile =
    typeof name === "string" &&
    typeof digest === "string" &&
    typeof size === "number" &&
    typeof executable === "boolean" &&
    isPlain(name);
  return isFile ? { path: name, size, executable, sha256: digest } : undefined;
}

function isPlain(path: string): boolean {
  try {
    return normalizeResourcePath(path) === path && path !== SIGNATURE_FILE_NAME;
  } catch {
    return false;
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
