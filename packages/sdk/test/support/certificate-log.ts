import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** A log of certificates, as `initializeCA` of `@sigstore/mock` takes it: that package's own fails with pkijs 3.4. */
export interface CertificateLog {
  readonly publicKey: Buffer;
  readonly logID: Buffer;
  log(certificate: ArrayBuffer, issuerId: ArrayBuffer): Promise<ArrayBuffer>;
}

/** A new log. Its receipts are laid out as in https://www.rfc-editor.org/rfc/rfc6962#section-3.2 */
export function certificateLog(): CertificateLog {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const rawKey = publicKey.export({ type: "spki", format: "der" });
  const logID = createHash("sha256").update(rawKey).digest();
  return {
    publicKey: rawKey,
    logID,
    log: async (certificate, issuerId) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(Date.now()));
      const tbs = firstPart(Buffer.from(certificate));
      const signed = Buffer.concat([
        Buffer.from([0, 0]),
        time,
        Buffer.from([0, 1]),
        Buffer.from(issuerId),
        uint(tbs.length, 3),
        tbs,
        Buffer.from([0, 0]),
      ]);
      const signature = sign("sha256", signed, privateKey);
      const noExtensions = Buffer.from([0, 0]);
      const algorithm = Buffer.from([4, 3]);
      const receipt = Buffer.concat([
        Buffer.from([0]),
        logID,
        time,
        noExtensions,
        algorithm,
        uint(signature.length, 2),
        signature,
      ]);
      return new Uint8Array(Buffer.concat([uint(receipt.length, 2), receipt])).buffer;
    },
  };
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** The first part of a DER sequence, with its header: of a certificate, what is signed. */
function firstPart(der: Buffer): Buffer {
  const outer = header(der, 0);
  const inner = header(der, outer.content);
  return der.subarray(outer.content, inner.content + inner.length);
}

function header(der: Buffer, at: number): { readonly content: number; readonly length: number } {
  const first = der[at + 1] ?? 0;
  if (first < 0x80) return { content: at + 2, length: first };
  const bytes = first & 0x7f;
  return { content: at + 2 + bytes, length: der.readUIntBE(at + 2, bytes) };
}
