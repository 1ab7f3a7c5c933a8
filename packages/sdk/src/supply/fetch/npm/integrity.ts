import { createHash } from "node:crypto";

const algorithms = ["sha512", "sha384", "sha256"] as const;

/** The strongest digest in an integrity value, as `sha512-…`; undefined where there is none that can be trusted. */
export function strongestIntegrity(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const digests = value
    .trim()
    .split(/\s+/)
    .map((part) => part.split("?", 1)[0] ?? "");
  for (const algorithm of algorithms) {
    const found = digests.find((digest) => digest.startsWith(`${algorithm}-`) && isDigest(digest, algorithm));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether bytes are what an integrity value of `strongestIntegrity` says. */
export function matchesIntegrity(bytes: Uint8Array, integrity: string): boolean {
  const algorithm = algorithms.find((name) => integrity.startsWith(`${name}-`));
  if (algorithm === undefined) return false;
  return createHash(algorithm).update(bytes).digest("base64") === integrity.slice(algorithm.length + 1);
}

function isDigest(digest: string, algorithm: (typeof algorithms)[number]): boolean {
  const bytes = Buffer.from(digest.slice(algorithm.length + 1), "base64");
  return bytes.length * 8 === Number(algorithm.slice(3)) && digest === `${algorithm}-${bytes.toString("base64")}`;
}
