import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import { fileErrorCode } from "../../node/describe-file-error.ts";
import { MAX_BUNDLE_BYTES } from "./skill-bundle.ts";

/** setuid and setgid: no file of a skill has them, signed or not. */
const ownerRights = 0o6000;

/** The signature in a skill's folder: its text, `none`, or why it cannot be read. */
export type Sidecar = { readonly text: string } | { readonly problem: string } | "none";

/** Reads the signature of a skill's folder; no link is followed. */
export async function readSidecar(directory: string): Promise<Sidecar> {
  try {
    const file = await open(
      join(directory, SIGNATURE_FILE_NAME),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { problem: "it is no regular file" };
      if ((stats.mode & ownerRights) !== 0) return { problem: "it has setuid or setgid" };
      if (stats.size > MAX_BUNDLE_BYTES) return { problem: `it is larger than ${MAX_BUNDLE_BYTES} bytes` };
      return { text: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === "ENOENT") return "none";
    return { problem: code === "ELOOP" ? "it is a symbolic link" : "the system does not allow it" };
  }
}
