import type { SkillPublisher } from "./skill-publisher.ts";
import type { PublishedSkill } from "./publish-skill.ts";

/** Where readers of the drafts look for a list. The stable extension has none. */
export const skillIndexUri = "skill://index.json";

/** The list that readers of the drafts know. */
export async function renderSkillIndex(publisher: SkillPublisher): Promise<string> {
  const skills: PublishedSkill[] = [];
  let after: string | undefined;
  do {
    const page = await publisher.page(after);
    skills.push(...page.skills);
    after = page.next;
  } while (after !== undefined);
  const entries = skills.map(({ uri, frontmatter: { name, description }, files }) => ({
    name,
    type: "skill-md",
    description,
    url: uri,
    digest: files.get(uri)?.digest,
  }));
  return `${JSON.stringify({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills: entries }, null, 2)}\n`;
}
