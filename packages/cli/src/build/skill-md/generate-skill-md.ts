import type { Buildable } from "@tradecraft/sdk/workflow";
import { formatSkill } from "@tradecraft/sdk";
import { frontmatterOf } from "./frontmatter.ts";
import { referenceBody } from "./reference-body.ts";
import type { SkillMdInput } from "./skill-md-input.ts";
import { workflowBody } from "./workflow-body.ts";

/** The SKILL.md of a built skill: the author's own, or one that is generated. */
export function generateSkillMd(input: SkillMdInput): string {
  const written = ownSkillMd(input.definition);
  if (written?.startsWith("---") === true) return written.endsWith("\n") ? written : `${written}\n`;
  return formatSkill({ ...frontmatterOf(input), body: written ?? generatedBody(input), raw: "" });
}

function ownSkillMd(definition: Buildable): string | undefined {
  if (definition.kind !== "skill") return undefined;
  const { skillMd } = definition;
  return typeof skillMd === "function" ? skillMd(definition) : skillMd;
}

function generatedBody(input: SkillMdInput): string {
  const { definition } = input;
  return definition.kind === "skill" ? workflowBody({ ...input, definition }) : referenceBody({ ...input, definition });
}
