import type { HeldSkill } from "./held-skill.ts";
import type { McpLoadRequest } from "./load-approval.ts";

/** Fields that ask for rights, or for something to be run; a server may ask for neither. */
const asking = ["allowed-tools", "hooks", "model", "context", "agent", "effort", "disallowed-tools"];

/** What somebody needs to know to agree to a skill. */
export function loadRequest(
  skill: HeldSkill,
  others: Iterable<HeldSkill>,
  inspect: (path: string) => Promise<Uint8Array>,
): McpLoadRequest {
  const { entry, digest, files, frontmatter = {}, uri } = skill;
  const nestedIn = [...others].filter((other) => other !== skill && uri.canonical.startsWith(other.uri.root));
  return {
    skill: entry.id,
    name: entry.name,
    description: entry.description,
    origin: entry.origin,
    ...(digest !== undefined && { digest }),
    files: [...(files?.values() ?? [])].map(({ path, size }) => ({ path, size })),
    nestedIn: nestedIn.map((other) => other.entry.id).filter((id) => id !== entry.id),
    ignored: asking.filter((field) => Object.hasOwn(frontmatter, field)),
    inspect: (path = "SKILL.md") => inspect(path),
  };
}
