import type { JsonReader } from "./json-reader.ts";
import type { SupplyPolicy, TrustedSigner } from "./project.ts";

/** Reads a policy, of a project or of one source; absent parts stay absent. */
export function readPolicy(value: unknown, path: readonly string[], reader: JsonReader): Partial<SupplyPolicy> {
  if (value === undefined) return {};
  const policy = reader.object(value, path, ["signatures", "trusted"]) ?? {};
  const signatures =
    policy["signatures"] === undefined
      ? undefined
      : reader.choice(policy["signatures"], [...path, "signatures"], ["ignore", "warn", "require"]);
  const trusted =
    policy["trusted"] === undefined ? undefined : readTrusted(policy["trusted"], [...path, "trusted"], reader);
  return { ...(signatures !== undefined && { signatures }), ...(trusted !== undefined && { trusted }) };
}

function readTrusted(value: unknown, path: readonly string[], reader: JsonReader): readonly TrustedSigner[] {
  if (!Array.isArray(value)) {
    reader.note("project-value-invalid", path, '"trusted" must be a list of signers.');
    return [];
  }
  return value.flatMap((item: unknown, at): TrustedSigner[] => {
    const here = [...path, String(at)];
    const signer = reader.object(item, here, ["identity", "issuer", "key"]);
    if (signer === undefined) return [];
    const isKey = signer["key"] !== undefined && signer["identity"] === undefined && signer["issuer"] === undefined;
    if (isKey) {
      const key = reader.text(signer["key"], [...here, "key"]);
      return key === undefined ? [] : [{ key }];
    }
    if (signer["key"] !== undefined || signer["identity"] === undefined || signer["issuer"] === undefined) {
      const message = 'A signer is either { "identity", "issuer" } or { "key" }.';
      reader.note("project-value-invalid", here, message);
      return [];
    }
    const identity = reader.text(signer["identity"], [...here, "identity"]);
    const issuer = reader.text(signer["issuer"], [...here, "issuer"]);
    return identity === undefined || issuer === undefined ? [] : [{ identity, issuer }];
  });
}
