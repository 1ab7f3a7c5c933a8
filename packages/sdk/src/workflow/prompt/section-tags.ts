/** Tags of a prompt that are no primitive's: prose, what frames it, and what is shown as it is. */
export const sectionTags: readonly string[] = ["system", "prompt", "rendered"];
