import { createHash } from "node:crypto";

/** What a file of a built skill is known by in its workflow.json; line ends do not count, since git may change them. */
export function partDigest(contents: string | Uint8Array): string {
  const text = typeof contents === "string" ? contents : Buffer.from(contents).toString("utf8");
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}
