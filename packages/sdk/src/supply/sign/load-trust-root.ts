import type { TrustedRoot } from "@sigstore/protobuf-specs";
import { SkillError } from "../../core/errors.ts";
import { loadSigstore } from "./load-sigstore.ts";
import type { TrustRootOptions } from "./trust-root-options.ts";

/** Why there is no trust root. */
export type TrustRootProblem = "trust-root-missing" | "trust-root-unavailable";

/** The trust root that options name; the reason where there is none. Throws `project-invalid` for one that cannot be read. */
export async function loadTrustRoot(options: TrustRootOptions): Promise<TrustedRoot | TrustRootProblem> {
  if (options.trustRoot !== undefined) return parseTrustRoot(options.trustRoot);
  if (options.offline === true) return "trust-root-missing";
  const { getTrustedRoot } = await loadSigstore("@sigstore/tuf");
  const { mirrorUrl, rootPath, cachePath } = options.tuf ?? {};
  try {
    return await getTrustedRoot({
      ...(mirrorUrl !== undefined && { mirrorURL: mirrorUrl }),
      ...(rootPath !== undefined && { rootPath }),
      ...(cachePath !== undefined && { cachePath }),
    });
  } catch {
    return "trust-root-unavailable";
  }
}

async function parseTrustRoot(text: string): Promise<TrustedRoot> {
  const { TrustedRoot: schema } = await loadSigstore("@sigstore/protobuf-specs");
  try {
    const root = schema.fromJSON(JSON.parse(text));
    if (root.certificateAuthorities.length > 0) return root;
  } catch {
    // Told below.
  }
  throw new SkillError("project-invalid", "The trust root cannot be read: it must be a trusted_root.json of sigstore.");
}
