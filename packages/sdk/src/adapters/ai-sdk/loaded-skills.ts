import type { ModelMessage } from "ai";
import { collectLoadedSkillNames } from "../../core/skillset/collect-loaded-skill-names.ts";
import type { SkillToolNames } from "../../core/skillset/tool-names.ts";

/** What a load answers when it gives instructions; all else is a refusal, a failure, or a word on an earlier load. */
const instructions = /^(?:The skill [^\n]*\n)?<skill name="/;

/** Ids of the skills whose instructions a conversation holds: a load that failed gave none. */
export function loadedSkills(messages: readonly ModelMessage[], tools: SkillToolNames): string[] {
  const given = new Set<string>();
  for (const { content } of messages) {
    if (typeof content === "string") continue;
    for (const part of content) {
      if (part.type !== "tool-result" || part.output.type !== "text") continue;
      if (instructions.test(part.output.value)) given.add(part.toolCallId);
    }
  }
  const answered = messages.map(({ content }) => ({
    content:
      typeof content === "string"
        ? content
        : content.filter((part) => part.type === "tool-call" && given.has(part.toolCallId)),
  }));
  return collectLoadedSkillNames(answered, { tools });
}
