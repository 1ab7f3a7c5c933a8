import type { SkillProfile } from "@tradecraft/sdk";

/** Every profile, the default first. */
export const PROFILES: readonly SkillProfile[] = ["spec", "reference", "lenient"];
