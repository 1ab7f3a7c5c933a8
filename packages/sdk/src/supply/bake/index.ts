export { bakedLanguage } from "./baked-language.ts";
export { bakeSkills } from "./bake-skills.ts";
export type { BakedFile, BakedInput, BakedLanguage, BakeSkillsOptions, BakeSkillsResult } from "./baked-input.ts";
