/** Media type of the bundles that are written and read: sigstore bundle v0.3. */
export const BUNDLE_MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";
/** Larger bundles are not read; the list of 20,000 files has a third of that. */
export const MAX_BUNDLE_BYTES: number = 16 * 1024 * 1024;

/** A bundle, taken apart; nothing in it is verified. */
export interface SkillBundle {
  readonly payloadType: string;
  readonly payload: Buffer;
  readonly signature: Buffer;
  /** What the envelope calls the key; sigstore leaves it empty for certificates. */
  readonly keyid?: string;
  /** What the signature is to be verified with. */
  readonly material:
    | { readonly kind: "key"; readonly hint: string }
    | { readonly kind: "certificate"; readonly certificate: Buffer };
  /** The bundle as JSON. */
  readonly json: object;
}

/** Takes the text of a bundle apart; a reason in words where it is none. */
export function parseSkillBundle(text: string): SkillBundle | string {
  if (Buffer.byteLength(text) > MAX_BUNDLE_BYTES) return `it is larger than ${MAX_BUNDLE_BYTES} bytes`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "it is no JSON, or not all of it is there";
  }
  const bundle = record(json, ["mediaType", "verificationMaterial", "dsseEnvelope"]);
  if (bundle === undefined || typeof json !== "object" || json === null)
    return "it is no sigstore bundle with an envelope";
  if (bundle["mediaType"] !== BUNDLE_MEDIA_TYPE) return `its media type is not ${BUNDLE_MEDIA_TYPE}`;
  const envelope = record(bundle["dsseEnvelope"], ["payload", "payloadType", "signatures"]);
  const material = readMaterial(bundle["verificationMaterial"]);
  if (envelope === undefined || material === undefined) return "it has no envelope, or neither a key nor a certificate";
  const { payload, payloadType, signatures } = envelope;
  if (!Array.isArray(signatures) || signatures.length !== 1) return "it must have exactly one signature";
  const { sig, keyid } = record(signatures[0], ["sig", "keyid"]) ?? {};
  const signature = fromBase64(sig);
  const content = fromBase64(payload);
  if (signature === undefined || content === undefined || typeof payloadType !== "string")
    return "its envelope is damaged";
  if (keyid !== undefined && typeof keyid !== "string") return "its envelope is damaged";
  return { payloadType, payload: content, signature, ...(keyid !== undefined && { keyid }), material, json };
}

function readMaterial(value: unknown): SkillBundle["material"] | undefined {
  const material = record(value, ["publicKey", "certificate", "tlogEntries", "timestampVerificationData"]);
  if (material === undefined) return undefined;
  const { publicKey, certificate } = material;
  if (publicKey !== undefined && certificate === undefined) {
    const hint = record(publicKey, ["hint"])?.["hint"];
    return typeof hint === "string" && hint.length <= 256 ? { kind: "key", hint } : undefined;
  }
  const raw = fromBase64(record(certificate, ["rawBytes"])?.["rawBytes"]);
  return raw === undefined || publicKey !== undefined ? undefined : { kind: "certificate", certificate: raw };
}

/** The fields of an object that has no others: what nobody knows, nobody verifies. */
export function record(value: unknown, known: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).every((key) => known.includes(key)) ? (value as Record<string, unknown>) : undefined;
}

/** Bytes in the one spelling that base64 has for them: readers disagree about the others. */
export function fromBase64(value: unknown): Buffer | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const bytes = Buffer.from(value, "base64");
  return bytes.toString("base64") === value ? bytes : undefined;
}
