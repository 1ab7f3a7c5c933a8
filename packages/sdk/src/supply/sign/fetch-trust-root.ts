import { SkillError } from "../../core/errors.ts";
import { loadSigstore } from "./load-sigstore.ts";
import { loadTrustRoot } from "./load-trust-root.ts";
import type { TrustRootOptions } from "./trust-root-options.ts";

/** Fetches the trust root as text, to be kept for verifying without network. */
export async function fetchTrustRoot(options: Pick<TrustRootOptions, "tuf"> = {}): Promise<string> {
  const root = await loadTrustRoot(options);
  if (typeof root === "string") {
    throw new SkillError("source-unavailable", "The trust root could not be fetched: its repository did not answer.");
  }
  const { TrustedRoot: schema } = await loadSigstore("@sigstore/protobuf-specs");
  return `${JSON.stringify(schema.toJSON(root), undefined, 2)}\n`;
}
