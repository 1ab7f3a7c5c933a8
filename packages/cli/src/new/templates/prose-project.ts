import { formatSkill } from "@tradecraft/sdk";
import type { Project, ProjectFacts } from "../project.ts";
import { titleOf } from "./title-of.ts";

/** A skill of text: SKILL.md, and a file that it tells the agent to read when it is needed. */
export function proseProject({ name }: ProjectFacts): Project {
  const words = name.replaceAll("-", " ");
  const description = `Does what is known here as ${words}, and says what was done. Use when somebody asks for ${words}.`;
  const skill = formatSkill({
    name,
    description,
    metadata: {},
    extra: {},
    dialect: {},
    body: body(titleOf(name)),
    raw: "",
  });
  return {
    files: { "SKILL.md": skill, "references/checklist.md": checklist },
    next: [
      "Say in SKILL.md what the skill does and when to use it: agents choose by the description alone.",
      "tradecraft check .",
    ],
  };
}

const body = (title: string): string => `# ${title}

An agent reads this once it has chosen the skill. Keep what it always needs here, and the rest in \`references/\`.

1. Find out what is wanted, and in which files. Ask if two readings are possible.
2. Do it in small steps, and look at the result of each.
3. Before you say that it is done, go through [the checklist](references/checklist.md).
4. Answer with what was changed, and with what is left.
`;

const checklist = `# Checklist

- The result is what was asked for, and nothing else was changed.
- What was assumed is said.
- What was not tried is said.
`;
