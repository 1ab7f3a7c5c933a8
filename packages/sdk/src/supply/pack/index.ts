export { packSkill, type PackedFile, type PackSkillOptions, type PackSkillResult } from "./pack-skill.ts";
export { packSkillFolder, type PackSkillFolderOptions } from "./pack-skill-folder.ts";
