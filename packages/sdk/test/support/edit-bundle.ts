import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A signature as JSON, as far as tests change it. */
export interface BundleJson {
  mediaType: string;
  verificationMaterial: {
    publicKey?: { hint: string };
    certificate?: { rawBytes: string };
    tlogEntries: { integratedTime: string }[];
  };
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string }[] };
  [more: string]: unknown;
}

/** The signature in a skill's folder. */
export function readBundle(directory: string): BundleJson {
  return JSON.parse(readFileSync(join(directory, "SKILL.sigstore.json"), "utf8")) as BundleJson;
}

/** Changes the signature in a skill's folder. */
export function editBundle(directory: string, change: (bundle: BundleJson) => void): void {
  const bundle = readBundle(directory);
  change(bundle);
  writeFileSync(join(directory, "SKILL.sigstore.json"), JSON.stringify(bundle));
}

/** Changes the statement in a signature, without signing it again. */
export function editStatement(directory: string, change: (statement: string) => string): void {
  editBundle(directory, ({ dsseEnvelope }) => {
    const text = Buffer.from(dsseEnvelope.payload, "base64").toString("utf8");
    const changed = change(text);
    if (changed === text) throw new Error("the statement stayed as it is");
    dsseEnvelope.payload = Buffer.from(changed).toString("base64");
  });
}
