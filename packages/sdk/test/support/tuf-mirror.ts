import { createHash, generateKeyPairSync, sign } from "node:crypto";

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** A repository of trust roots (TUF) with one target, `trusted_root.json`: files by path. */
export function tufMirror(trustedRoot: string): ReadonlyMap<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
  const key = { keytype: "ed25519", scheme: "ed25519", keyval: { public: raw } };
  const keyid = sha256(canonical(key));
  const expires = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
  const signed = (type: string, content: { readonly [key: string]: Json }): string => {
    const body = { _type: type, spec_version: "1.0.0", version: 1, expires, ...content };
    const sig = sign(null, Buffer.from(canonical(body)), privateKey).toString("hex");
    return JSON.stringify({ signed: body, signatures: [{ keyid, sig }] });
  };
  const described = (text: string): { length: number; hashes: { sha256: string } } => ({
    length: Buffer.byteLength(text),
    hashes: { sha256: sha256(text) },
  });
  const role = { keyids: [keyid], threshold: 1 };
  const roles = { root: role, timestamp: role, snapshot: role, targets: role };
  const targets = signed("targets", { targets: { "trusted_root.json": described(trustedRoot) } });
  const snapshot = signed("snapshot", { meta: { "targets.json": { version: 1, ...described(targets) } } });
  const timestamp = signed("timestamp", { meta: { "snapshot.json": { version: 1, ...described(snapshot) } } });
  return new Map([
    ["root.json", signed("root", { consistent_snapshot: false, keys: { [keyid]: key }, roles })],
    ["timestamp.json", timestamp],
    ["snapshot.json", snapshot],
    ["targets.json", targets],
    ["targets/trusted_root.json", trustedRoot],
  ]);
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value as { readonly [key: string]: Json }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
