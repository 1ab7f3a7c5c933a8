import { sha256 } from "../../core/sha256.ts";
import { refusal } from "./mcp-refusal.ts";

/** What a file must be. */
export interface ExpectedFile {
  readonly uri: string;
  readonly digest: string;
  /** Undefined where only the digest is known. */
  readonly size?: number;
}

/** Throws unless the bytes are those that the entry described. A match says that both agree, not that either is good. */
export async function verifyFile(
  bytes: Uint8Array<ArrayBuffer>,
  { uri, digest, size }: ExpectedFile,
  label: string,
): Promise<void> {
  const facts = { server: label, uri: uri.slice(0, 200) };
  if (size !== undefined && bytes.length !== size) {
    throw refusal("file-size", `A file of ${label} has another size than its list says.`, facts);
  }
  if ((await sha256(bytes)) !== digest) {
    throw refusal("file-digest", `A file of ${label} is not the one that its list describes.`, facts);
  }
}
