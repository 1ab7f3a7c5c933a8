import { SkillError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import { assertSkillId, refusedSkillId } from "../../core/source/skill-id.ts";
import type { SkillUri } from "./skill-uri.ts";

/** Throws `path-refused` for a label that could not stand before a colon. */
export function assertServerLabel(label: string): void {
  assertSkillId(label);
  if (!/[:/]/.test(label) && label.length <= 64) return;
  throw new SkillError("path-refused", "The label of a server is a short name without colons and slashes.", {
    facts: { label: label.slice(0, 200) },
  });
}

const plain = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const mostPlain = 200;

/**
 * The id of a server's skill: `hub:refunds`, and `hub:acme/billing/refunds` for one further down. Another label or another
 * URI always gives another id, whatever else the server lists, so that nothing meant for one skill can fall to another.
 */
export async function mcpSkillId(
  label: string,
  { canonical, scheme, authority, segments, folder }: SkillUri,
): Promise<string> {
  const parts = segments.slice(0, -1);
  const id = `${label}:${scheme === "skill" ? "" : `${scheme}:`}${parts.join("/")}`;
  // Only where the URI can be told from the id: another spelling of it is another URI.
  const isPlain =
    authority !== "" &&
    parts.every((part) => plain.test(part)) &&
    canonical === `${scheme}://${parts.join("/")}/SKILL.md`;
  if (isPlain && id.length <= mostPlain && refusedSkillId(id) === undefined) return id;
  const digest = await sha256(new TextEncoder().encode(canonical));
  return `${label}:${folder}~${digest.slice("sha256:".length, "sha256:".length + 32)}`;
}
