import { createHash, type KeyObject } from "node:crypto";
import { keyHint } from "./signing-keys.ts";
import { BUNDLE_MEDIA_TYPE, fromBase64, record, type SkillBundle } from "./skill-bundle.ts";
import { STATEMENT_PAYLOAD_TYPE } from "./skill-statement.ts";

/** The one text of a bundle that a key made, and nobody witnessed: what sigstore's own tools would write. */
export function keyBundleText(payload: Buffer, signature: Buffer, hint: string): string {
  return bundleText({
    mediaType: BUNDLE_MEDIA_TYPE,
    verificationMaterial: {
      publicKey: { hint },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope: {
      payload: payload.toString("base64"),
      payloadType: STATEMENT_PAYLOAD_TYPE,
      signatures: [{ sig: signature.toString("base64"), keyid: hint }],
    },
  });
}

/** A bundle as it is written. */
export function bundleText(bundle: unknown): string {
  return `${JSON.stringify(bundle)}\n`;
}

/**
 * What is in a bundle that the key did not sign, in words; undefined where there is nothing. A key covers the statement
 * alone: whatever else could be read in the file would look as if it were signed, too.
 */
export function unsignedPart(text: string, bundle: SkillBundle, key: KeyObject): string | undefined {
  const hint = keyHint(key);
  const { payload, signature, material, keyid, json } = bundle;
  if (text === keyBundleText(payload, signature, hint)) return undefined;
  if (material.kind !== "key" || material.hint !== hint || (keyid !== undefined && keyid !== hint))
    return "it names another key than the one that signed";
  const { tlogEntries, timestampVerificationData } = (json as { verificationMaterial: Witnesses }).verificationMaterial;
  const times = record(timestampVerificationData ?? {}, ["rfc3161Timestamps"])?.["rfc3161Timestamps"] ?? [];
  const entries = tlogEntries ?? [];
  const isList = Array.isArray(entries) && Array.isArray(times) && entries.length <= 1 && times.length <= 1;
  const isWitnessed = isList && entries.length + times.length > 0;
  if (!isWitnessed || text !== bundleText(json)) return "there is more in it than the key signed";
  const isBound =
    entries.every((entry) => isLogEntry(entry, bundle, key)) && times.every((time) => isTime(time, bundle));
  return isBound ? undefined : "its witnesses are not of this signature";
}

interface Witnesses {
  readonly tlogEntries?: unknown;
  readonly timestampVerificationData?: unknown;
}

const number = /^\d{1,20}$/;
/** A signed note: https://github.com/transparency-dev/formats/tree/main/log */
const checkpointNote =
  /^[\w.:/-]{1,200}(?: - \d{1,30})?\n\d{1,20}\n[A-Za-z0-9+/=]{1,100}\n(?:Timestamp: \d{1,30}\n)?\n(?:\u2014 [\w.:/-]{1,200} [A-Za-z0-9+/=]{1,400}\n){1,8}$/;

/** Whether an entry of a log has the form of one, and is about this signature; whether the log has it is not asked. */
function isLogEntry(value: unknown, { payload, signature }: SkillBundle, key: KeyObject): boolean {
  const parts = ["logIndex", "logId", "kindVersion", "integratedTime", "inclusionPromise", "inclusionProof"];
  const entry = record(value, [...parts, "canonicalizedBody"]);
  const proof = record(entry?.["inclusionProof"] ?? {}, ["logIndex", "rootHash", "treeSize", "hashes", "checkpoint"]);
  const promise = record(entry?.["inclusionPromise"] ?? {}, ["signedEntryTimestamp"]);
  const kind = record(entry?.["kindVersion"], ["kind", "version"]);
  const id = record(entry?.["logId"], ["keyId"]);
  const body = fromBase64(entry?.["canonicalizedBody"])?.toString("utf8");
  if (entry === undefined || proof === undefined || promise === undefined || body === undefined) return false;
  const numbers = [entry["logIndex"], entry["integratedTime"], proof["logIndex"], proof["treeSize"]];
  const hashes = proof["hashes"] ?? [];
  const bytes = [id?.["keyId"], promise["signedEntryTimestamp"], proof["rootHash"]];
  const note = record(proof["checkpoint"] ?? {}, ["envelope"])?.["envelope"];
  return (
    kind?.["kind"] === "dsse" &&
    kind["version"] === "0.0.1" &&
    numbers.every((text) => text === undefined || (typeof text === "string" && number.test(text))) &&
    Array.isArray(hashes) &&
    hashes.length <= 64 &&
    [...bytes, ...hashes].every((text) => text === undefined || (fromBase64(text)?.length ?? Infinity) <= 512) &&
    (note === undefined || (typeof note === "string" && checkpointNote.test(note))) &&
    body === loggedBody(body, payload, signature, key)
  );
}

/** What a log writes down about this signature; the digest of the envelope is the log's own reckoning. */
function loggedBody(body: string, payload: Buffer, signature: Buffer, key: KeyObject): string {
  const envelope = /"envelopeHash":\{"algorithm":"sha256","value":"([0-9a-f]{64})"\}/.exec(body)?.[1];
  const pem = key.export({ type: "spki", format: "pem" }).toString();
  return JSON.stringify({
    apiVersion: "0.0.1",
    kind: "dsse",
    spec: {
      envelopeHash: { algorithm: "sha256", value: envelope },
      payloadHash: { algorithm: "sha256", value: createHash("sha256").update(payload).digest("hex") },
      signatures: [{ signature: signature.toString("base64"), verifier: Buffer.from(pem).toString("base64") }],
    },
  });
}

/** Whether a timestamp is about this signature; whether its authority is one is not asked. */
function isTime(value: unknown, { signature }: SkillBundle): boolean {
  const bytes = fromBase64(record(value, ["signedTimestamp"])?.["signedTimestamp"]);
  const imprint = createHash("sha256").update(signature).digest();
  return bytes !== undefined && bytes.length <= 16 * 1024 && bytes.includes(imprint);
}
