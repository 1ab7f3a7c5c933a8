import type { StaticSkill } from "@tradecraft/sdk";

/** The text of a small SKILL.md. */
export function skillText(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is asked for.\n${more}---\n\n# ${name}\n\nThe instructions of ${name}.\n`;
}

/** A skill with some files. */
export function skillWith(name: string, files: Readonly<Record<string, string | Uint8Array>>, more = ""): StaticSkill {
  return { raw: skillText(name, more), resources: files } as unknown as StaticSkill;
}
