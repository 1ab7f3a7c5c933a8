import { createSkillset } from "@tradecraft/sdk";
import { withSkills } from "@tradecraft/sdk/ai-sdk";
import { folderSkillSource, processRunner } from "@tradecraft/sdk/node";
import { generateText } from "ai";

export async function ask(model, prompt) {
  const skills = folderSkillSource("examples/skills");
  const skillset = await createSkillset(skills, { scripts: processRunner(), approve: () => true });
  return generateText(withSkills({ model, prompt }, skillset));
}
