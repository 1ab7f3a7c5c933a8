export { describeFileError } from "./describe-file-error.ts";
export { findSkillFiles, type FindSkillFilesOptions } from "./find-skill-files.ts";
export type { FoundPath, FoundPathProblem, FoundSkillFile } from "./found-path.ts";
export { listSkillFiles, type ListSkillFilesOptions, type ListSkillFilesResult } from "./list-skill-files.ts";
export { readSkillFile, type ReadSkillFileOptions, type ReadSkillFileResult } from "./read-skill-file.ts";
