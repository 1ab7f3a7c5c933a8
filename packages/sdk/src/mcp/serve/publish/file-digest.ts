import { sha256 } from "../../../core/sha256.ts";

interface NodeHash {
  update(bytes: Uint8Array): NodeHash;
  digest(encoding: "hex"): string;
}
interface NodeCrypto {
  createHash(algorithm: "sha256"): NodeHash;
  /** All at once, without an object for each hash; not everything that is like Node has it. */
  hash?(algorithm: "sha256", bytes: Uint8Array, encoding: "hex"): string;
}

// Web Crypto goes through a queue of threads, which costs more than the hash of a small file. Not an import: there is none
// of this in a Worker.
const node = (globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }).process?.getBuiltinModule?.(
  "node:crypto",
) as NodeCrypto | undefined;

/** Beyond this many bytes a hash is better done beside everything else. */
const small = 64 * 1024;

/** The SHA-256 of a file, as `sha256:` and 64 hexadecimal digits. */
export async function fileDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (node === undefined || bytes.length > small) return sha256(bytes);
  const digest = node.hash?.("sha256", bytes, "hex") ?? node.createHash("sha256").update(bytes).digest("hex");
  return `sha256:${digest}`;
}
